import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from './content';
import { HeroSign } from './HeroSign';
import { SignNearby } from './SignNearby';

let see: (seen: boolean) => void;
let lessMotion = false;

beforeEach(() => {
  lessMotion = false;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        see = (isIntersecting) =>
          act(() => callback([{ isIntersecting } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: lessMotion,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The currently lit message. */
const lit = () => document.querySelector('svg[aria-label]')?.getAttribute('aria-label');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show() {
  render(<HeroSign />);
  await waitFor(() => expect(lit()).toBe(messages[0]));
  vi.useFakeTimers();
}

describe('the hero sign', () => {
  it('cycles through its messages while in view', async () => {
    await show();
    see(true);
    for (const message of [...messages.slice(1), messages[0]]) {
      await wait(4200);
      expect(lit()).toBe(message);
    }
  });

  it('pauses when out of view', async () => {
    await show();
    await wait(20_000);
    expect(lit()).toBe(messages[0]);
    see(true);
    await wait(4200);
    see(false);
    await wait(20_000);
    expect(lit()).toBe(messages[1]);
  });

  it('pauses in a hidden tab', async () => {
    await show();
    see(true);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await wait(20_000);
    expect(lit()).toBe(messages[0]);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await wait(4200);
    expect(lit()).toBe(messages[1]);
  });

  it('pauses on request and resumes from the same message', async () => {
    await show();
    see(true);
    await wait(4200);
    fireEvent.click(screen.getByRole('button', { name: 'Pause the sign' }));
    await wait(20_000);
    expect(lit()).toBe(messages[1]);
    expect(document.querySelector('.marquee-chase')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Play the sign' }));
    see(true);
    await wait(4200);
    expect(lit()).toBe(messages[2]);
  });

  it('does not move if reduced motion is preferred', async () => {
    lessMotion = true;
    render(<HeroSign />);
    await waitFor(() => expect(lit()).toBe(messages[0]));
    vi.useFakeTimers();
    await wait(20_000);
    expect(lit()).toBe(messages[0]);
  });
});

describe('a sign further down the page', () => {
  it('is rendered when scrolled near, in space reserved for it', async () => {
    render(<SignNearby message="GO" height={96} />);
    const place = document.querySelector<HTMLElement>('[aria-hidden]');
    expect(place?.classList).toContain('h-[96px]');
    expect(lit()).toBeUndefined();
    see(true);
    await waitFor(() => expect(lit()).toBe('GO'));
  });
});
