import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOAST_DURATION } from '@/lib/toast-motion';
import {
  currentToasts,
  dismissToast,
  subscribeToasts,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  type Toast,
  toast,
  toastReducer,
} from './toast-store';

const one: Toast = { id: 1, title: 'One', destructive: false, open: true };
const two: Toast = { id: 2, title: 'Two', destructive: false, open: true };

afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  it('use the limits of the specification', () => {
    expect([TOAST_LIMIT, TOAST_DURATION, TOAST_REMOVE_DELAY]).toEqual([1, 5000, 1_000_000]);
  });

  it('shows only the newest toast', () => {
    expect(toastReducer([one], { type: 'add', toast: two })).toEqual([two]);
  });

  it('close when dismissed and disappear when removed', () => {
    const closed = toastReducer([one], { type: 'dismiss', id: 1 });
    expect(closed).toEqual([{ ...one, open: false }]);
    expect(toastReducer([one], { type: 'dismiss', id: 9 })).toEqual([one]);
    expect(toastReducer(closed, { type: 'remove', id: 1 })).toEqual([]);
  });

  it('are removed long after being dismissed', () => {
    vi.useFakeTimers();
    const onClose = vi.fn();
    const stop = subscribeToasts(onClose);
    toast({ title: 'Saved' });
    const [shown] = currentToasts();
    expect(shown).toMatchObject({ title: 'Saved', open: true, destructive: false });
    dismissToast(shown?.id ?? 0);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toHaveLength(0);
    expect(onClose).toHaveBeenCalledTimes(3);
    stop();
  });
});
