import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DayField } from './DayField';

const reasons = [
  { date: '2027-06-12', available: false, reason: 'letters' },
  { date: '2027-06-13', available: false, reason: 'notice' },
  { date: '2027-06-01', available: false, reason: 'past' },
] as const;
const loadDays = () => Promise.resolve(reasons);

function Delivery() {
  const [value, setValue] = useState('6/10/2027');
  return (
    <DayField
      label="Delivery Date"
      name="delivery"
      value={value}
      onChange={setValue}
      today="2027-06-05"
      loadFullDays={loadDays}
    />
  );
}

function open() {
  render(<Delivery />);
  return { user: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('Delivery Date') };
}

it('opens the month when pressed, and the down arrow moves into it', async () => {
  const { user, field } = open();
  await user.click(field);
  expect(screen.getByRole('dialog', { name: 'Choose the delivery day' })).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.ariaLabel).toBe('Thursday, June 10, 2027');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field.value).toBe('06/11/2027');
});

it('marks days that customers could not book, and accepts them', async () => {
  const { user, field } = open();
  await user.click(field);
  const dialog = screen.getByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Sunday, June 13, 2027, too soon for customers' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['12Not enough letters', '12Too soon for customers']);
  expect(within(dialog).getByRole('button', { name: 'Tuesday, June 1, 2027' })).toBeTruthy();
  await user.click(
    within(dialog).getByRole('button', { name: 'Saturday, June 12, 2027, not enough letters' }),
  );
  expect(field.value).toBe('06/12/2027');
});

it("does not open a phone's keyboard until the second tap", async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  // Browsers focus a field when its text is selected.
  vi.spyOn(HTMLInputElement.prototype, 'select').mockImplementation(function (this: HTMLInputElement) {
    this.focus();
  });
  const { user, field } = open();
  await user.click(field);
  expect(document.activeElement?.ariaLabel).toBe('Thursday, June 10, 2027');
  await user.click(field);
  expect(document.activeElement).toBe(field);
  vi.unstubAllGlobals();
});

it('takes a day and a time typed together', async () => {
  function Moment() {
    const [day, setDay] = useState('06/10/2027');
    const [time, setTime] = useState('15:30');
    return (
      <>
        <DayField
          label="Delivery Date"
          name="delivery"
          value={day}
          onChange={setDay}
          today="2027-06-05"
          time={{ value: time, onChange: setTime }}
        />
        <output>{time}</output>
      </>
    );
  }
  render(<Moment />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>('Delivery Date');
  await user.clear(field);
  await user.type(field, 'next saturday 4:30');
  await user.tab();
  // June 5, 2027 is a Saturday.
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['06/12/2027', '16:30']);
});
