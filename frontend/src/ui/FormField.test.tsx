import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { expect, expectTypeOf, it, vi } from 'vitest';
import { enterInto, retype } from '@/testing/typing';
import { CountField, FormCheckbox, LongTextField, SelectField, TextField } from './FormField';
import { FormSwitch } from './FormSwitch';

interface Order {
  name: string;
  notes: string;
  size: string;
  lines: { quantity: number }[];
  gift: boolean;
  open: boolean;
}

function OrderForm({ onSave }: { onSave: (order: Order) => void }) {
  const form = useForm<Order>({
    defaultValues: { name: '', notes: '', size: 's', lines: [{ quantity: 1 }], gift: false, open: true },
  });
  return (
    <form onSubmit={form.handleSubmit(onSave)} noValidate>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="As on the card."
        required
        maxLength={40}
        options={{ required: 'Enter a name' }}
      />
      <LongTextField form={form} name="notes" label="Notes" fieldClassName="sm:col-span-2" rows={4} />
      <SelectField form={form} name="size" label="Size">
        <option value="s">Small</option>
        <option value="l">Large</option>
      </SelectField>
      <CountField form={form} name="lines.0.quantity" label="Quantity" max={9} error="Too many" />
      <FormCheckbox form={form} name="gift" label="A gift" />
      <FormSwitch form={form} name="open" label="Open" hint="For everybody." />
      <button type="submit">Save</button>
    </form>
  );
}

/** The hint or error of a control. */
function noteOf(control: HTMLElement): string | null | undefined {
  return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;
}

it('connects value, error and hint through its name', async () => {
  const save = vi.fn();
  const user = userEvent.setup();
  render(<OrderForm onSave={save} />);
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(noteOf(name)).toBe('As on the card.');
  expect(name.getAttribute('aria-required')).toBe('true');
  expect(name.getAttribute('maxlength')).toBe('40');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(name);
  expect(noteOf(name)).toBe('Enter a name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(save).not.toHaveBeenCalled();

  await enterInto(user, name, 'Rosa');
  await enterInto(user, screen.getByRole('textbox', { name: 'Notes' }), 'By the gate');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Size' }), 'Large');
  const quantity = screen.getByRole('spinbutton', { name: 'Quantity' });
  expect(noteOf(quantity)).toBe('Too many');
  await retype(user, quantity, '4');
  await user.click(screen.getByRole('checkbox', { name: 'A gift' }));
  await user.click(screen.getByRole('switch', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(save.mock.calls[0]?.[0]).toEqual({
    name: 'Rosa',
    notes: 'By the gate',
    size: 'l',
    lines: [{ quantity: 4 }],
    gift: true,
    open: false,
  });
  expect(noteOf(name)).toBe('As on the card.');
});

it('rejects a name that its form does not have', () => {
  type Name = ComponentProps<typeof TextField<Order, Order>>['name'];
  expectTypeOf<'lines.0.quantity'>().toExtend<Name>();
  expectTypeOf<'nmae'>().not.toExtend<Name>();
  expectTypeOf<'lines.0.qty'>().not.toExtend<Name>();
});
