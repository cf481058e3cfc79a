import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './Field';
import { FormDialog } from './FormDialog';
import { Input } from './Input';

function show(state: { pending?: boolean; error?: string }) {
  const onOpenChange = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <FormDialog
      open
      onOpenChange={onOpenChange}
      title="Edit"
      onSubmit={onSubmit}
      submitLabel="Save"
      pendingLabel="Saving..."
      error={state.error === undefined ? null : { sentence: state.error, details: ['Booking #7: Jonah'] }}
      pending={state.pending ?? false}
    >
      <Field label="Name" error="Name is required" required>
        <Input />
      </Field>
    </FormDialog>,
  );
  return { onOpenChange, onSubmit };
}

describe('FormDialog', () => {
  it('ties the error to its field', () => {
    show({});
    const input = screen.getByLabelText('Name');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Name is required',
    );
  });

  it('says what went wrong, with what stands in the way', () => {
    show({ error: 'Bookings hold it' });
    expect(screen.getByRole('alert').textContent).toBe('Bookings hold itBooking #7: Jonah');
  });

  it('cannot be sent again or closed while it is being sent', async () => {
    const { onOpenChange, onSubmit } = show({ pending: true });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Saving...' }));
    await user.keyboard('{Escape}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('closes with Escape otherwise', async () => {
    const { onOpenChange } = show({});
    await userEvent.setup().keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
