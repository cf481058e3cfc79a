/** Lights of the sign that are included, or an add-on. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, offer, offering, open } from '@/testing/public-form';
import { enter } from '@/testing/typing';

beforeEach(answerForm);

describe('the lights of the sign', () => {
  const addOns = offer.addOns.map((row) => ({ ...row, lights: row.code === 'lighting' }));

  it('go on with the add-on that they cost', async () => {
    offering({ addOns });
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    expect(await screen.findByText('without LED Lighting (+$25.00 per day)')).toBeTruthy();
    expect(document.querySelector('[id^=floor]')).toBeNull();
    await user.click(await screen.findByRole('checkbox', { name: 'LED Lighting' }));
    expect(await screen.findByText('with LED Lighting')).toBeTruthy();
    await waitFor(() => expect(document.querySelector('[id^=floor]')).not.toBeNull());
  });

  it.each([[[]], [[{ code: 'lighting', label: 'LED Lighting', price: 0, lights: true }]]])(
    'are included without an add-on that costs',
    async (included) => {
      offering({ addOns: included });
      const { user } = await open();
      await enter(user, 'Message', 'LOVE');
      expect(await screen.findByText('Lights included')).toBeTruthy();
      await waitFor(() => expect(document.querySelector('[id^=floor]')).not.toBeNull());
    },
  );
});
