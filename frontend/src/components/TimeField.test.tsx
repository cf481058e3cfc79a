import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FormatProvider } from '@/lib/format';
import { faults } from '@/testing/render';
import { retype } from '@/testing/typing';
import { TimeField } from './TimeField';

function Pickup({ start = '' }) {
  const [value, setValue] = useState(start);
  return (
    <main>
      <h1>Times</h1>
      <TimeField
        label="Pickup Time"
        hint="Where one was agreed."
        name="pickup"
        value={value}
        onChange={setValue}
      />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('20:15')}>
        Evening
      </button>
    </main>
  );
}

function show(start = '', hours = '12h') {
  render(
    <FormatProvider of={{ dateFormat: null, timeFormat: hours }}>
      <Pickup start={start} />
    </FormatProvider>,
  );
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText<HTMLInputElement>('Pickup Time'),
    value: () => screen.getByRole('status').textContent,
  };
}

it.each([
  ['12h', '2pm', '2:00 PM', 'H:MM AM/PM', 'text'],
  ['24h', '2pm', '14:00', 'HH:MM', 'numeric'],
  ['12h', '1430', '2:30 PM', 'H:MM AM/PM', 'text'],
  ['24h', '1430', '14:30', 'HH:MM', 'numeric'],
])('with a %s clock, %j becomes %j on blur', async (hours, typed, shown, pattern, keys) => {
  const { user, field, value } = show('', hours);
  expect([field.placeholder, field.inputMode]).toEqual([pattern, keys]);
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.keyboard(typed);
  expect(field.value).toBe(typed);
  await user.tab();
  expect(field.value).toBe(shown);
  expect(value()).toBe(typed === '2pm' ? '14:00' : '14:30');
});

it('shows an error on blur, keeps the text, and clears the error on the next key', async () => {
  const { user, field, value } = show();
  await user.type(field, '2:30');
  expect(screen.queryByText(/^Enter /)).toBeNull();
  await user.tab();
  expect(screen.getByText('Enter 2:30 AM or 2:30 PM').id).toBe(field.getAttribute('aria-describedby'));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect([field.value, value()]).toEqual(['2:30', '2:30']);
  expect(await faults()).toEqual([]);

  await user.click(field);
  await user.keyboard(' p');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByText('Where one was agreed.').id).toBe(field.getAttribute('aria-describedby'));
  expect(value()).toBe('14:30');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('2:30 PM');

  await retype(user, field, 'soon');
  await user.keyboard('{Enter}');
  expect(screen.getByText('Enter a time such as 2:30 PM')).toBeTruthy();
  expect(field.value).toBe('soon');
  await user.clear(field);
  await user.tab();
  expect(screen.queryByText(/^Enter /)).toBeNull();
  expect(value()).toBe('');
});

it('replaces the time as the user types, and follows changes of its value', async () => {
  const { user, field, value } = show('08:05');
  expect(field.value).toBe('8:05 AM');
  await user.click(field);
  await user.keyboard('9 am');
  expect([field.value, value()]).toEqual(['9 am', '09:00']);
  await user.click(screen.getByRole('button', { name: 'Evening' }));
  expect(field.value).toBe('8:15 PM');
});

it('shows an error immediately for invalid stored text', () => {
  const { field } = show('half past');
  expect(field.value).toBe('half past');
  expect(screen.getByText('Enter a time such as 2:30 PM')).toBeTruthy();
});

it('keeps the half of the day of the previous time', async () => {
  const { user, field, value } = show('15:30');
  await user.clear(field);
  await user.type(field, '4:30');
  expect(value()).toBe('16:30');
  await user.tab();
  expect(field.value).toBe('4:30 PM');
  await user.clear(field);
  await user.type(field, '9 am');
  await user.tab();
  await user.clear(field);
  await user.type(field, '11:15');
  await user.tab();
  expect([field.value, value()]).toEqual(['11:15 AM', '11:15']);
  await user.click(screen.getByRole('button', { name: 'Evening' }));
  await user.clear(field);
  await user.type(field, '7');
  await user.tab();
  expect(field.value).toBe('7:00 PM');
});
