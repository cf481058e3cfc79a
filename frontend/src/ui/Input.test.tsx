import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Options, Select } from './Input';

const listed = () =>
  screen.getAllByRole<HTMLOptionElement>('option').map(({ value, textContent }) => [value, textContent]);

it('lists what each value is called, in the order written', () => {
  render(
    <Select>
      <Options of={{ week: 'A week', day: 'A day' }} />
    </Select>,
  );

  expect(listed()).toEqual([
    ['week', 'A week'],
    ['day', 'A day'],
  ]);
});

it('lists pairs in their own order, numbers too, which the keys of a record would sort', () => {
  render(
    <Select>
      <Options
        of={[
          [12, 'Mill Hall'],
          [3, 'Oak Barn'],
        ]}
      />
    </Select>,
  );

  expect(listed()).toEqual([
    ['12', 'Mill Hall'],
    ['3', 'Oak Barn'],
  ]);
});
