import { describe, expect, it } from 'vitest';

import { planFor, type Plan } from './plan';
import { windowFor } from './window';

const HOME = 'https://siguo.example';
const plan = (path: string, more: { method?: string; mode?: string } = {}): Plan =>
  planFor({ url: new URL(path, HOME).href, method: 'GET', mode: 'cors', ...more }, HOME);

describe('the service worker', () => {
  it.each(['/api/v1/live', '/api', '/api/docs', '/ws', '/readyz'])('leaves %s alone', (path) => {
    expect(plan(path)).toBe('leave');
    expect(plan(path, { mode: 'navigate' })).toBe('leave');
  });

  it('leaves alone what is sent, and other hosts', () => {
    expect(plan('/assets/a.js', { method: 'POST' })).toBe('leave');
    expect(plan('https://elsewhere.example/assets/a.js')).toBe('leave');
  });

  it('asks the server for every page, and for files without a hash', () => {
    for (const path of ['/', '/table/x', '/apiary']) expect(plan(path, { mode: 'navigate' })).toBe('page');
    for (const path of ['/favicon.svg', '/manifest.webmanifest']) expect(plan(path)).toBe('fresh');
  });

  it('keeps files whose names change with them', () => {
    expect(plan('/assets/index-3f2a.js')).toBe('kept');
  });
});

describe('a click on a notice', () => {
  const at = (path: string, focused = false): { url: string; focused: boolean } => ({
    url: HOME + path,
    focused,
  });
  it.each([
    ['the table’s own window', [at('/'), at('/table/x')], '/table/x'],
    ['the one in use', [at('/'), at('/rules', true)], '/rules'],
    ['any there is', [at('/people')], '/people'],
  ])('shows %s', (_, windows, path) => {
    expect(windowFor(windows, '/table/x')?.url).toBe(HOME + path);
  });

  it('opens one where there is none', () => expect(windowFor([], '/table/x')).toBeNull());
});
