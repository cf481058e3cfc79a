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
      constructor(told: IntersectionObserverCallback) {
        see = (isIntersecting) =>
          act(() => told([{ isIntersecting } as IntersectionObserverEntry], this as never));
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

/** The message that is lit now. */
const lit = () => document.querySelector('svg[aria-label]')?.getAttribute('aria-label');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show() {
  render(<HeroSign />);
  await waitFor(() => expect(lit()).toBe(messages[0]));
  vi.useFakeTimers();
}

describe('the sign in the hero', () => {
  it('lights one message after the other while it is in view, and begins again', async () => {
    await show();
    see(true);
    for (const message of [...messages.slice(1), messages[0]]) {
      await wait(4200);
      expect(lit()).toBe(message);
    }
  });

  it('stands still out of view', async () => {
    await show();
    await wait(20_000);
    expect(lit()).toBe(messages[0]);
    see(true);
    await wait(4200);
    see(false);
    await wait(20_000);
    expect(lit()).toBe(messages[1]);
  });

  it('stands still in a tab that is not shown', async () => {
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

  it('stands still when it is told to, and goes on from there', async () => {
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

  it('stands still for people who want less motion', async () => {
    lessMotion = true;
    render(<HeroSign />);
    await waitFor(() => expect(lit()).toBe(messages[0]));
    vi.useFakeTimers();
    await wait(20_000);
    expect(lit()).toBe(messages[0]);
  });
});

describe('a sign further down', () => {
  it('is drawn when its place comes near, in a place that is there before', async () => {
    render(<SignNearby message="GO" height={96} />);
    const place = document.querySelector<HTMLElement>('[aria-hidden]');
    expect(place?.classList).toContain('h-[96px]');
    expect(lit()).toBeUndefined();
    see(true);
    await waitFor(() => expect(lit()).toBe('GO'));
  });
});
