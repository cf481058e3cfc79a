import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Stocktake, StocktakeRow, StocktakeSummary } from '@/api/stocktakes';
import { faults, open } from '@/testing/render';
import { answer, crew, signIn } from '@/testing/server';

const summary: StocktakeSummary = {
  id: 4,
  state: 'open',
  sizes: null,
  startedAt: '2027-06-05T08:00:00Z',
  startedBy: 'Dana',
  finishedAt: null,
  finishedBy: null,
  differences: null,
};

const row = (
  letter: string,
  expected: number,
  counted: number | null,
  value: number | null,
): StocktakeRow => ({
  letter,
  size: '4ft',
  finish: 'standard',
  slot: 'A2',
  expected,
  counted,
  difference: counted === null ? null : counted - expected,
  countedBy: counted === null ? null : 'Luis',
  value,
});

const counting: Stocktake = {
  ...summary,
  rows: [row('L', 3, 1, 100), row('O', 2, 2, 0), row('V', 2, 3, 0), row('E', 4, null, 0)],
};

describe('stocktakes', () => {
  it('start with the chosen sizes', async () => {
    signIn();
    answer('get', '/api/stocktakes', []);
    const started = answer('post', '/api/stocktakes', { ...summary, rows: [] }, 201);
    answer('get', '/api/stocktakes/4', { ...summary, rows: [] });
    const { user, address } = open('/stocktakes');
    expect(await screen.findByText('Nothing has been counted yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start a Stocktake' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start a Stocktake' }));
    await user.click(dialog.getByRole('button', { name: 'Start Counting' }));
    expect(await screen.findByText('There are no letters in these sizes.')).toBeTruthy();
    expect(started.bodies).toEqual([{ sizes: null }]);
    expect(address()).toBe('/stocktakes?id=4');
  });

  it('show the differences with their value, and what finishing changes', async () => {
    signIn();
    answer('get', '/api/stocktakes/4', counting);
    const { user } = open('/stocktakes?id=4');
    expect(
      await screen.findByText(
        '3 of 4 letters counted, 2 pieces missing, 1 piece more than expected, worth $100.00.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toBe(
      '/api/stocktakes/4/report.csv',
    );
    await user.click(screen.getByRole('checkbox', { name: 'Differences only' }));
    expect(screen.getAllByRole('row').slice(1)).toHaveLength(2);
    expect(await faults()).toEqual([]);
    const risk = {
      bookingId: 7,
      number: 3,
      customerName: 'Jane Miller',
      deliveryDate: '2027-06-10T12:00:00Z',
    };
    const finished = { ...counting, state: 'finished', differences: 'adjust', atRisk: [risk] };
    const sent = answer('post', '/api/stocktakes/4/finish', finished as never);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Finish the Stocktake' }));
    expect(
      dialog.getByText(/2 pieces missing\. 1 piece more than expected.*1 letter not counted/),
    ).toBeTruthy();
    await user.selectOptions(dialog.getByLabelText('What becomes of missing pieces?'), 'adjust');
    answer('get', '/api/stocktakes/4', finished as never);
    await user.click(dialog.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText('1 booking is short now')).toBeTruthy();
    expect(sent.bodies).toEqual([{ differences: 'adjust' }]);
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
  });

  it('can be counted but neither started nor finished by staff', async () => {
    signIn(crew);
    const { rows, ...rest } = counting;
    answer('get', '/api/stocktakes/4', { ...rest, rows: rows.map(({ value: _value, ...seen }) => seen) });
    open('/stocktakes?id=4');
    expect(await screen.findByRole('link', { name: 'Count on This Device' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Value' })).toBeNull();
  });
});
