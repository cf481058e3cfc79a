/** The checkbox of visitors who agree to one email about their price. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, fill, offering, open } from '@/testing/public-form';
import { server } from '@/testing/server';
import { retype } from '@/testing/typing';

const calls: Record<string, unknown>[] = [];

/** Answer calls with these statuses in turn, and after that with success. */
function answerCalls(...statuses: number[]) {
  server.use(
    http.post('*/api/public/priced-leads', async ({ request }) => {
      calls.push((await request.json()) as Record<string, unknown>);
      return new HttpResponse(null, { status: statuses.shift() ?? 204 });
    }),
  );
}

const findBox = () =>
  screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Email me my sign and price if I don’t book today',
  });

/** Wait for the number of calls; they are sent a second after the last change. */
const settle = (count: number) => waitFor(() => expect(calls).toHaveLength(count), { timeout: 4000 });

beforeEach(() => {
  calls.length = 0;
  answerForm();
  answerCalls();
});

describe('the checkbox for an email about the price', () => {
  it('is not shown unless the business sends such emails', async () => {
    offering({ emailPrices: false });
    await open();

    expect(screen.queryByRole('checkbox', { name: /^Email me my sign/ })).toBeNull();
  });

  it('is not ticked, and sends nothing until it is', async () => {
    offering({ emailPrices: true, userId: 1 });
    const { user } = await open();
    await fill(user);
    const box = await findBox();
    expect(box.checked).toBe(false);
    expect(box.getAttribute('aria-describedby')).toBeTruthy();
    expect(calls).toEqual([]);

    await user.click(box);

    await settle(1);
    expect(calls[0]).toMatchObject({
      consent: true,
      customerEmail: 'ada@example.org',
      customerName: 'Ada',
      deliveryDate: '2027-06-01',
      formToken: 'opened-then',
      venueId: 7,
    });
  });

  it('sends a changed form again, and withdraws the consent if unticked', async () => {
    offering({ emailPrices: true, userId: 1 });
    const { user } = await open();
    await fill(user);
    await user.click(await findBox());
    await settle(1);

    await retype(user, screen.getByLabelText('Message'), 'LOVE');
    await settle(2);
    await user.click(await findBox());
    await settle(3);

    expect(calls.map(({ consent }) => consent)).toEqual([true, true, false]);
  });

  it('sends the consent again with the next change if a call failed', async () => {
    answerCalls(503);
    offering({ emailPrices: true, userId: 1 });
    const { user } = await open();
    await fill(user);
    await user.click(await findBox());
    await settle(1);

    await user.click(await findBox());
    await user.click(await findBox());

    await settle(2);
    expect(calls[1]).toMatchObject({ consent: true });
  });
});
