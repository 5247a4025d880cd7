import { beforeEach, expect, it } from 'vitest';

import { freshDraft, type Draft } from '../game/options';
import { nextRoom, practiceRules, rememberPractice, rememberRoom } from './last-room';
import { withRule } from './house';
import { withMode, withPreset, withSight } from './modes';

beforeEach(() => localStorage.clear());

it('is a fresh one where none was opened before, or what was kept makes no sense', () => {
  expect(nextRoom('person')).toEqual(freshDraft());
  for (const kept of ['', '{', '[]', 'null', '{"options":null}', '{"options":{"rules":7,"first":"tea"}}']) {
    localStorage.setItem('siguo.room', kept);
    expect(nextRoom('person'), kept).toEqual(freshDraft());
  }
});

it('is like the last one, without its password', () => {
  const { options } = freshDraft();
  const last: Draft = {
    ranked: false,
    options: {
      ...withPreset(withMode(options, 'classic'), 'qq'),
      privacy: 'password',
      talk: 'phrases',
      max_flee_percent: 20,
    },
    password: '芝麻开门',
  };
  rememberRoom(last);
  expect(nextRoom('person')).toEqual({ ...last, password: '' });
  expect(localStorage.getItem('siguo.room')).not.toContain('芝麻');
  const house = { ...options, rules: withRule(withSight(options, 'partners').rules, 'bombsFly', 'on') };
  rememberRoom({ ...last, options: house });
  expect(nextRoom('person').options).toEqual(house);
});

it('is apart from what one plays against bots', () => {
  const { options } = freshDraft();
  expect(practiceRules()).toEqual(options.rules);
  rememberPractice(withMode(options, 'flip').rules);
  expect(practiceRules()).toEqual(withMode(options, 'flip').rules);
  expect(nextRoom('person')).toEqual(freshDraft());
  localStorage.setItem('siguo.practice', '{');
  expect(practiceRules()).toEqual(options.rules);
});

it('is ranked only where it can be', () => {
  rememberRoom({ ...freshDraft(), ranked: true });
  expect(nextRoom('person').ranked).toBe(true);
  expect(nextRoom('guest').ranked).toBe(false);
  rememberRoom({ ranked: true, options: withMode(freshDraft().options, 'flip'), password: '' });
  expect(nextRoom('person').ranked).toBe(false);
});

it('never brings rules that do not go together', () => {
  const { options } = freshDraft();
  rememberRoom({
    ranked: false,
    options: { ...options, rules: { ...options.rules, board: 'classic', players: 2, sight: 'partners' } },
    password: '',
  });
  expect(nextRoom('person').options.rules).toMatchObject({ board: 'classic', players: 2, sight: 'dark' });
});
