import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SignedIn } from '@/api/user';
import { FinishField } from '@/components/booking/MoreLines';
import { ada } from '@/testing/server';

const warm = { code: 'warm', label: 'Warm White' };
const cool = { code: 'cool', label: 'Cool White' };
const rgb = { code: 'rgb', label: 'RGB' };

const names = Object.fromEntries([warm, cool, rgb].map(({ code, label }) => [code, label]));
const pieceNames = { sizes: {}, finishes: names, usualFinish: 'warm' };

function open(value: string, finishes = [warm, cool]) {
  const chosen = vi.fn();
  render(
    <SignedIn user={{ ...ada, pieceNames }}>
      <FinishField finishes={finishes} value={value} onChange={chosen} />
    </SignedIn>,
  );
  const field = screen.getByLabelText<HTMLSelectElement>('Finish');
  const now = field.selectedOptions[0]?.textContent;
  return { chosen, field, now, all: [...field.options].map(({ text }) => text) };
}

it('lists the default finish once, by its name', async () => {
  const { chosen, field, now, all } = open('');
  expect([now, all]).toEqual(['Warm White (default)', ['Warm White (default)', 'Cool White']]);
  await userEvent.selectOptions(field, 'Cool White');
  expect(chosen).toHaveBeenCalledWith('cool');
});

it('keeps a selected finish without letters of this size', () => {
  expect(open('', [cool, rgb])).toMatchObject({
    now: 'Warm White (default)',
    all: ['Cool White', 'RGB', 'Warm White (default)'],
  });
});

it('shows the code of a selected finish removed from the price list', () => {
  expect(open('neon').all).toEqual(['Warm White (default)', 'Cool White', 'neon']);
});
