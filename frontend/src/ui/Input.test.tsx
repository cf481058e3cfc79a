import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Options, Select } from './Input';

const listed = () =>
  screen.getAllByRole<HTMLOptionElement>('option').map(({ value, textContent }) => [value, textContent]);

it('renders options in the given order', () => {
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

it('keeps the order of numeric values, which record keys would sort', () => {
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
