import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SearchSelect } from './SearchSelect';

const venues = Array.from({ length: 20 }, (_, index) => [String(index), `Venue ${index}`] as const);
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());

function show() {
  cleanup();
  render(
    <SearchSelect
      recent="venues"
      value=""
      always={['']}
      options={[['', 'None'], ...venues]}
      onChoose={() => {}}
    />,
  );
  return { user: userEvent.setup(), field: screen.getByRole('combobox') };
}

describe('a long list', () => {
  it('has the choices made last first, until something is typed', async () => {
    for (const name of ['Venue 7', 'Venue 12', 'Venue 7', 'None']) {
      const { user, field } = show();
      await user.click(field);
      await user.click(screen.getByRole('option', { name: new RegExp(`^${name}`) }));
    }
    const { user, field } = show();
    await user.click(field);
    expect(names().slice(0, 3)).toEqual(['Venue 7Recent', 'Venue 12Recent', 'Venue 0']);
    await user.type(field, '1');
    expect(names().slice(0, 3)).toEqual(['Venue 12', 'Venue 1', 'Venue 10']);
  });
});
