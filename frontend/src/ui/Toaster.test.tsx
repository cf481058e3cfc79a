import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOAST_DURATION } from '@/lib/toast-motion';
import { Dialog } from './Dialog';
import { Toaster } from './Toaster';
import { carryToast, showCarriedToast, toast } from './toast-store';

const onClose = vi.fn();

function show(title = 'Saved') {
  render(
    <>
      <Dialog onClose={onClose} title="Edit">
        <input aria-label="Name" />
      </Dialog>
      <Toaster />
    </>,
  );
  act(() => toast({ title, destructive: true }));
  return screen.getByText(title);
}

afterEach(() => {
  vi.useRealTimers();
  onClose.mockClear();
});

describe('a toast over a dialog', () => {
  it('a toast over a dialog leaves Escape to the dialog', async () => {
    const shown = show();
    await userEvent.setup().type(screen.getByLabelText('Name'), '{Escape}');
    expect(onClose).toHaveBeenCalledWith();
    expect(shown.isConnected).toBe(true);
  });

  it('can be dismissed without closing the dialog and is announced', async () => {
    const shown = show();
    expect(shown.closest('[aria-hidden="true"]')).toBeNull();
    // Radix listens for presses outside a dialog only after the event that opened it.
    await new Promise((done) => setTimeout(done));
    await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(shown.isConnected).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the button of a toast', () => {
  it('runs its action by click and by key and leaves the dialog open', async () => {
    const undone = vi.fn();
    const action = { label: 'Undo', onPress: undone };
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    show();
    await new Promise((done) => setTimeout(done));
    act(() => toast({ title: 'Canceled', action }));
    await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    expect(undone).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Canceled')).toBeNull();
    act(() => toast({ title: 'Canceled', action }));
    // Text fields have their own undo.
    screen.getByLabelText('Name').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(undone).toHaveBeenCalledTimes(1);
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(undone).toHaveBeenCalledTimes(2);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a toast', () => {
  it('disappears after five seconds unless hovered', () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => toast({ title: 'Saved' }));
    const shown = screen.getByText('Saved');
    const pass = (time: number) => act(() => vi.advanceTimersByTime(time));
    pass(TOAST_DURATION - 1);
    fireEvent.pointerEnter(shown.closest('.night') ?? shown);
    pass(TOAST_DURATION);
    expect(shown.isConnected).toBe(true);
    fireEvent.pointerLeave(shown.closest('.night') ?? shown);
    pass(TOAST_DURATION);
    expect(shown.isConnected).toBe(false);
  });

  it('stays until dismissed if it reports a failure', () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => toast({ title: 'Update failed', destructive: true }));
    act(() => vi.advanceTimersByTime(100 * TOAST_DURATION));
    expect(screen.getByText('Update failed').isConnected).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Update failed')).toBeNull();
  });

  it.each([
    [49, true],
    [50, false],
  ])('after a %d pixel swipe to the right stays: %s', (distance, stays) => {
    render(<Toaster />);
    act(() => toast({ title: 'Saved' }));
    const shown = screen.getByText('Saved');
    fireEvent.pointerDown(shown, { clientX: 10 });
    fireEvent.pointerMove(shown, { clientX: 10 + distance });
    fireEvent.pointerUp(shown, { clientX: 10 + distance });
    expect(shown.isConnected).toBe(stays);
  });

  it('a toast is focused with F8', async () => {
    render(<Toaster />);
    await userEvent.setup().keyboard('{F8}');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }));
  });

  it('a toast can be focused with F8 as soon as it is visible', async () => {
    function PressAtOnce() {
      useLayoutEffect(() => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8' }));
      }, []);
      return null;
    }
    await act(async () => {
      render(
        <>
          <Toaster />
          <PressAtOnce />
        </>,
      );
    });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }));
  });
});

describe('a toast before another page loads', () => {
  it('appears on that page once, without its button', () => {
    render(<Toaster />);
    act(() => {
      toast({ title: 'Login successful', action: { label: 'Undo', onPress: () => {} } });
      carryToast();
      toast({ title: 'Page left' });
      showCarriedToast();
    });
    expect(screen.getByText('Login successful').isConnected).toBe(true);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

    act(() => {
      toast({ title: 'Later' });
      showCarriedToast();
    });
    expect(screen.getByText('Later').isConnected).toBe(true);
  });

  it('stays away if it was dismissed', () => {
    render(<Toaster />);
    act(() => toast({ title: 'Saved' }));
    fireEvent.click(screen.getByRole('button', { name: /dismiss|close/i }));
    act(() => {
      carryToast();
      toast({ title: 'Page left' });
      showCarriedToast();
    });
    expect(screen.getByText('Page left').isConnected).toBe(true);
  });
});
