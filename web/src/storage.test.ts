import { afterEach, describe, expect, it, vi } from 'vitest';

import { deviceStorage } from './storage';

class Full extends Map<string, string> {
  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }
  setItem(): void {
    throw new DOMException('full', 'QuotaExceededError');
  }
  removeItem(key: string): void {
    this.delete(key);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  deviceStorage.removeItem('a');
});

describe('a storage', () => {
  it('that is full holds what is new as long as the page', () => {
    vi.stubGlobal('localStorage', new Full([['a', 'old']]));
    expect(deviceStorage.getItem('a')).toBe('old');
    deviceStorage.setItem('a', 'new');
    expect(deviceStorage.getItem('a')).toBe('new');
    expect(deviceStorage.keys()).toContain('a');
    deviceStorage.removeItem('a');
    expect(deviceStorage.getItem('a')).toBeNull();
  });

  it('that is forbidden keeps nothing, and hinders nobody', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(deviceStorage.getItem('a')).toBeNull();
    deviceStorage.setItem('a', 'held');
    expect(deviceStorage.getItem('a')).toBe('held');
    deviceStorage.removeItem('a');
    expect(deviceStorage.keys()).toEqual([]);
  });
});
