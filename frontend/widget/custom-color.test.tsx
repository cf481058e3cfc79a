/** Colors for which the customer enters which one it is. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, offering, open, sent, submit } from '@/testing/public-form';
import { enter } from '@/testing/typing';

const colors = [
  { code: 'standard', label: 'Standard', price: 0, swatch: null, asksWhich: false },
  { code: 'custom', label: 'Custom', price: 30, swatch: null, asksWhich: true },
];
const needed = () => document.querySelector('.needed')?.textContent ?? '';

beforeEach(answerForm);

describe('a custom color', () => {
  beforeEach(() => offering({ colors }));

  it('asks which color it is, and needs it before sending', async () => {
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    expect(screen.queryByLabelText('Which Color')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Color Option'), 'custom');
    await waitFor(() => expect(needed()).toContain('Which Color'));
    expect(submit().disabled).toBe(true);
    await enter(user, 'Which Color', ' Sage green ');
    await waitFor(() => expect(needed()).not.toContain('Which Color'));
    await waitFor(() =>
      expect(sent.at(-1)?.body.lines).toEqual([
        {
          kind: 'letters',
          text: 'LOVE',
          size: '4ft',
          colorOption: 'custom',
          customColor: 'Sage green',
          addOns: {},
        },
      ]),
    );
  });

  it('is dropped with the choice', async () => {
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    await user.selectOptions(screen.getByLabelText('Color Option'), 'custom');
    await enter(user, 'Which Color', 'Sage');
    await user.selectOptions(screen.getByLabelText('Color Option'), 'standard');
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ message: 'LOVE', colorOption: 'standard' }),
    );
    await user.selectOptions(screen.getByLabelText('Color Option'), 'custom');
    expect(screen.getByLabelText('Which Color')).toHaveProperty('value', '');
  });

  it('is asked for each line of letters', async () => {
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    await user.click(await screen.findByRole('button', { name: 'Add another line' }));
    await user.type(await screen.findByRole('textbox', { name: 'Text for line 2' }), '2027');
    await user.selectOptions(await screen.findByLabelText('Color Option 2027'), 'custom');
    await waitFor(() => expect(needed()).toContain('Color of “2027”'));
    await user.type(screen.getByLabelText('Which Color 2027'), 'Gold');
    await waitFor(() => expect(needed()).not.toContain('Color of'));
  });
});
