import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './Field';
import { FormDialog } from './FormDialog';
import { Input } from './Input';

function show(state: { pending?: boolean; error?: string }) {
  const onClose = vi.fn();
  const onSubmit = vi.fn();
  render(
    <FormDialog
      onClose={onClose}
      title="Edit"
      onSubmit={onSubmit}
      submitLabel="Save"
      pendingLabel="Saving..."
      error={state.error === undefined ? null : { sentence: state.error, details: ['Booking #7: Jonah'] }}
      pending={state.pending ?? false}
      unsaved={false}
    >
      <Field label="Name" error="Name is required" required>
        <Input />
      </Field>
    </FormDialog>,
  );
  return { onClose, onSubmit };
}

describe('FormDialog', () => {
  it('connects the error to its field', () => {
    show({});
    const input = screen.getByLabelText('Name');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Name is required',
    );
  });

  it('shows the error with its blocking records', () => {
    show({ error: 'Bookings hold it' });
    expect(screen.getByRole('alert').textContent).toBe('Bookings hold itBooking #7: Jonah');
  });

  it('cannot be resubmitted or closed while pending', async () => {
    const { onClose, onSubmit } = show({ pending: true });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Saving...' }));
    await user.keyboard('{Escape}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes with Escape if not pending', async () => {
    const { onClose } = show({});
    await userEvent.setup().keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledExactlyOnceWith();
  });
});

/** Render a page with a dialog that contains typed text. */
function showDraft() {
  const onClose = vi.fn();
  const page = (
    <FormDialog
      onClose={onClose}
      title="Edit"
      onSubmit={() => undefined}
      submitLabel="Save"
      pendingLabel="Saving..."
      error={null}
      pending={false}
      unsaved
    >
      <Field label="Name" error={undefined}>
        <Input defaultValue="Jane" />
      </Field>
      <Link to="/elsewhere">Elsewhere</Link>
    </FormDialog>
  );
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '/elsewhere', element: 'Another page' },
  ]);
  render(<RouterProvider router={router} />);
  return { onClose, user: userEvent.setup() };
}

describe('a FormDialog with unsaved input', () => {
  it.each([
    ['Escape', async (user) => user.keyboard('{Escape}')],
    ['Cancel', async (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the cross', async (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
    [
      'a press beside it',
      async () => {
        // Radix listens from the next tick on.
        await new Promise((resolve) => setTimeout(resolve));
        fireEvent.pointerDown(document.body, { button: 0 });
        fireEvent.click(document.body);
      },
    ],
  ] satisfies [string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>][])(
    'asks before %s closes it',
    async (_name, close) => {
      const { onClose, user } = showDraft();
      await close(user);
      expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Keep Editing' }));
      expect(onClose).not.toHaveBeenCalled();
      expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Jane');
      await user.keyboard('{Escape}');
      await user.click(await screen.findByRole('button', { name: 'Discard' }));
      expect(onClose).toHaveBeenCalledExactlyOnceWith();
    },
  );

  it('asks before leaving the page or closing the browser', async () => {
    const { user } = showDraft();
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Name')).toBeTruthy();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  });
});
