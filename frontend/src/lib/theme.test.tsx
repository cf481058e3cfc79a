import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseTheme, chosenTheme } from './theme';

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

describe('theme', () => {
  it('follows the system until one is chosen', () => {
    expect(chosenTheme()).toBe('system');
    chooseTheme('dark');
    expect(chosenTheme()).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    chooseTheme('system');
    expect(chosenTheme()).toBe('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('ignores an invalid stored theme', () => {
    localStorage.setItem('marqueedesk.theme', 'purple');
    expect(chosenTheme()).toBe('system');
  });

  it('the theme can be switched without browser storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    chooseTheme('light');
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});
