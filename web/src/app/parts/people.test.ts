/** The parts that show and change people, with the server's answers made up. */

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api, ApiError } from '../../api/client';
import { session } from '../../api/session.svelte';
import type { Login, RegistrationMode, ScorePoint } from '../../api/types';
import { setLanguage } from '../../i18n';
import Credentials from './Credentials.svelte';
import Logins from './Logins.svelte';
import Relation from './Relation.svelte';
import ScoreChart from './ScoreChart.svelte';

let shown: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  localStorage.clear();
  setLanguage('zh');
});

afterEach(() => {
  if (shown !== undefined) void unmount(shown);
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function show(place: (target: HTMLElement) => ReturnType<typeof mount>): void {
  shown = place(document.body);
  flushSync();
}

/** Lets what was asked of the server come back. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  flushSync();
}

const text = (): string => document.body.textContent?.replace(/\s+/g, ' ') ?? '';

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
  if (found === undefined) throw new Error(`no button ${name} in: ${text()}`);
  return found;
}

function fill(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (input === null) throw new Error(`no field ${name} in: ${text()}`);
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const refusal = (status: number, code: string, field: string | null): ApiError =>
  new ApiError({
    type: `urn:siguo:problem:${code}`,
    title: 'x',
    status,
    detail: null,
    field,
    offset: null,
    request: null,
  });

describe('registering', () => {
  async function open(registration: RegistrationMode): Promise<void> {
    vi.spyOn(api, 'site').mockResolvedValue({ registration });
    show((target) => mount(Credentials, { target, props: { what: 'register', ondone: () => undefined } }));
    await settle();
  }

  async function submit(): Promise<void> {
    document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    await settle();
  }

  it('asks for no code where anybody may', async () => {
    const register = vi.spyOn(session, 'register').mockRejectedValue(refusal(409, 'name-taken', 'name'));
    await open('open');
    expect(document.querySelector('input[name="invite"]')).toBeNull();
    fill('username', '石头');
    fill('password', 'correct horse');
    await submit();
    expect(register).toHaveBeenCalledWith({ name: '石头', password: 'correct horse', invite: null });
    const name = document.querySelector('input[name="username"]');
    expect(name?.getAttribute('aria-invalid')).toBe('true');
    const said = document.getElementById(name?.getAttribute('aria-describedby') ?? '');
    expect(said?.textContent).toContain('这个名字已有人用');
  });

  it('asks for a code where one is needed, and says at it that it is wrong', async () => {
    const register = vi.spyOn(session, 'register').mockRejectedValue(refusal(422, 'bad-invite', 'invite'));
    await open('invite');
    fill('username', '石头');
    fill('password', 'correct horse');
    fill('invite', ' AB-CD ');
    await submit();
    expect(register).toHaveBeenCalledWith({ name: '石头', password: 'correct horse', invite: 'AB-CD' });
    expect(document.querySelector('input[name="invite"]')?.getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('邀请码不对，或者已经用过。');
  });

  it('says plainly where nobody may', async () => {
    await open('closed');
    expect(text()).toContain('这里暂不开放注册。');
    expect(document.querySelector('form')).toBeNull();
  });
});

describe('logins', () => {
  const login = (id: string, label: string, current = false): Login => ({
    id,
    label,
    created: 0,
    last_seen: 0,
    current,
  });

  it('are named as people name them; each but this one can be ended', async () => {
    const end = vi.spyOn(api, 'endSession').mockResolvedValue(null);
    const onended = vi.fn(() => Promise.resolve());
    const logins = [login('1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', true), login('2', '')];
    show((target) => mount(Logins, { target, props: { logins, onended } }));
    expect(text()).toContain('Firefox · Linux 这一个');
    expect(text()).toContain('未知设备');
    button('退出').click();
    await settle();
    expect(end.mock.calls).toEqual([['2']]);
    expect(onended).toHaveBeenCalledOnce();
  });

  it('are not ended all at once where there is no other', () => {
    const props = { logins: [login('1', '', true)], onended: (): Promise<void> => Promise.resolve() };
    show((target) => mount(Logins, { target, props }));
    expect(document.querySelector('button')).toBeNull();
  });
});

describe('standing to a player', () => {
  it('is changed by one button, and a refusal is said', async () => {
    const follow = vi.spyOn(api, 'follow').mockRejectedValue(refusal(409, 'too-many-people', null));
    const onchange = vi.fn(() => Promise.resolve());
    const props = { id: 'a-1', relation: { following: false, blocked: false }, onchange };
    show((target) => mount(Relation, { target, props }));
    button('关注').click();
    await settle();
    expect(follow).toHaveBeenCalledWith('a-1');
    expect(onchange).not.toHaveBeenCalled();
    expect(text()).toContain('最多 500 人');
  });

  it('offers no following while blocked', () => {
    const onchange = (): Promise<void> => Promise.resolve();
    const props = { id: 'a-1', relation: { following: false, blocked: true }, onchange };
    show((target) => mount(Relation, { target, props }));
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['取消屏蔽']);
  });
});

describe('the score', () => {
  it('is told in words, too', () => {
    const point = (change: number, score: number): ScorePoint => ({ game: 'g', at: 0, change, score });
    show((target) => mount(ScoreChart, { target, props: { points: [point(2, 2), point(-4, -2)] } }));
    const label = document.querySelector('[role="img"]')?.getAttribute('aria-label');
    expect(label).toContain('最低 −2 · 最高 2 · 现在 −2');
    expect(label).toContain('2 局');
  });
});
