/** Options that change the price. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, fill, free, note, offering, open, sent, submit } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter } from '@/testing/typing';

beforeEach(answerForm);

describe('optional charges', () => {
  it('applies a discount code on request, and shows when customers pay', async () => {
    const policy = ['A deposit of 50% of the total is due on the day of booking.'];
    offering({ discountCodes: true, policy });
    server.use(
      http.post('*/api/estimate', async ({ request }) => {
        const { discountCode } = await note(request);
        const fields = { discountCode: 'Unknown discount code' };
        return discountCode === 'SUMER'
          ? HttpResponse.json({ message: 'No', code: 'invalid', fields }, { status: 422 })
          : HttpResponse.json(free);
      }),
    );
    const { user } = await open();
    await fill(user);
    expect(screen.getByText(policy[0] ?? '')).toBeTruthy();
    await enter(user, 'Discount or Gift Card Code', 'SUMER');
    expect(sent.some(({ body }) => 'discountCode' in body)).toBe(false);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Unknown discount code')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await enter(user, 'Discount or Gift Card Code', ' summer ');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/bookings'));
    expect(sent.at(-1)?.body.discountCode).toBe('summer');
  });

  it('shows the amount covered by a gift card', async () => {
    offering({ discountCodes: true });
    const giftCard = { balance: 50, covers: 50, left: 0 };
    server.use(
      http.post('*/api/estimate', async ({ request }) => {
        const { discountCode } = await note(request);
        return HttpResponse.json(discountCode ? { ...free, giftCard } : free);
      }),
    );
    const { user } = await open();
    await fill(user);
    await enter(user, 'Discount or Gift Card Code', '7KQM-2XPA-9RTW-C4HN');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Your gift card pays $50.00. $0.00 will be left on it.')).toBeTruthy();
  });

  it('applies a damage waiver and a custom tip', async () => {
    const damageWaiver = { percent: 10, amount: null, optOut: true };
    const tips = { suggestions: [10, 20], taxable: false };
    offering({ damageWaiver, tips });
    const { user } = await open();
    await fill(user);
    const waiver = screen.getByRole('checkbox', { name: /Damage Waiver/ }) as HTMLInputElement;
    expect(waiver.checked).toBe(true);
    expect(sent.at(-1)?.body).not.toHaveProperty('damageWaiver');
    await user.click(waiver);
    await user.click(screen.getByRole('radio', { name: '20%' }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ damageWaiver: false, tipPercent: 20 }));
    await user.click(screen.getByRole('radio', { name: 'Other' }));
    await enter(user, 'Tip amount', 'some');
    expect(screen.getByText('Enter an amount, for example 20')).toBeTruthy();
    await waitFor(() => expect(sent.at(-1)?.body).not.toHaveProperty('tipPercent'));
    await user.clear(screen.getByLabelText('Tip amount'));
    await enter(user, 'Tip amount', '$12.5');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/bookings'));
    expect(sent.at(-1)?.body).toMatchObject({ damageWaiver: false, tip: 12.5 });
  });
});
