/** Typed and picked delivery and pickup days. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, fill, offering, open, sent } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter, enterInto, retype } from '@/testing/typing';

/** Lines sent with the calendar requests. */
const calendars: string[] = [];

beforeEach(() => {
  answerForm();
  calendars.length = 0;
  server.use(
    http.get('*/api/availability/calendar', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const month = searchParams.get('month');
      calendars.push(searchParams.get('lines') ?? '');
      return HttpResponse.json({
        days: [
          { date: `${month}-10`, available: true },
          { date: `${month}-12`, available: false },
          { date: `${month}-22`, available: false, reason: 'closed' },
        ],
      });
    }),
  );
});

describe('dates', () => {
  it("give each calendar a name that differs from the field's label", async () => {
    await open();
    for (const name of ['Delivery Date', 'Pickup Date']) {
      expect(screen.getAllByLabelText(name, { exact: false })).toHaveLength(1);
    }
    const names = screen.getAllByRole('button', { name: /^Choose the \w+ day/ }).map((one) => one.ariaLabel);
    expect(new Set(names).size).toBe(2);
  });

  it('shows the closed-day error at the field, even for a date typed before there is a price', async () => {
    const { user } = await open();
    const field = screen.getByLabelText('Delivery Date');
    const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    await enterInto(user, field, '6/22/2027');
    await user.tab();
    await waitFor(() => expect(note()).toBe('We are closed on Tue, Jun 22, 2027'));
    await retype(user, field, '6/12/2027');
    await user.tab();
    // Short letters are listed at the price.
    await waitFor(() => expect(note()).toBe('Sat, Jun 12, 2027'));
  });

  it('can be picked by keyboard, except those without enough letters', async () => {
    const { user } = await open();
    await enterInto(user, screen.getByLabelText('Message'), 'Love');
    await enterInto(user, screen.getByLabelText('Delivery Date'), '6/10/2027');
    await user.tab();
    expect(screen.getByLabelText<HTMLInputElement>('Delivery Date').value).toBe('06/10/2027');
    await user.tab({ shift: true });
    await user.keyboard('{ArrowDown}');
    const dialog = screen.getByRole('dialog', { name: 'Choose the delivery day' });
    expect(within(dialog).getAllByRole('columnheader')[0]?.getAttribute('abbr')).toBe('Sunday');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday, June 10, 2027');
    const full = await within(dialog).findByRole('button', {
      name: 'Saturday, June 12, 2027, not enough letters',
    });
    expect(within(dialog).getByRole('button', { name: 'Tuesday, June 22, 2027, closed' })).toBeTruthy();
    expect(JSON.parse(calendars.at(-1) ?? '')).toMatchObject([{ kind: 'letters', text: 'Love' }]);
    await user.click(full);
    expect(screen.getByLabelText<HTMLInputElement>('Delivery Date').value).toBe('06/10/2027');

    await user.keyboard('{ArrowLeft}{Home}{ArrowDown}{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/, July \d+, 2027/);
    await user.keyboard('{PageUp}');
    const label = document.activeElement?.getAttribute('aria-label');
    expect(label).toMatch(/^Sunday, June/);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose the delivery day');
  });

  it('close on Escape without a change', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Choose the pickup day' }));
    await user.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Pickup Date').value).toBe('');
  });

  it('request no price for invalid dates', async () => {
    const { user } = await open();
    await fill(user);
    const count = sent.length;
    await user.clear(screen.getByLabelText('Pickup Date'));
    await enter(user, 'Pickup Date', '05/20/2027');
    await user.tab();
    expect(await screen.findByText('Pickup must be on or after delivery')).toBeTruthy();
    expect(screen.getByText('Correct the dates to see the price.')).toBeTruthy();
    expect(document.querySelector('.bar b')?.textContent).toBe('–');
    // Longer than the form's debounce delay.
    await new Promise((done) => setTimeout(done, 600));
    const bodies = sent.slice(count).map(({ body }) => body);
    expect(bodies.filter((body) => body.pickupDate === '2027-05-20')).toEqual([]);

    await user.clear(screen.getByLabelText('Pickup Date'));
    await enter(user, 'Pickup Date', '06/02/2027');
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ pickupDate: '2027-06-02' }));
  });
});

describe('a business that writes the day first', () => {
  it('reads and shows days in that order, and fills in a pickup on the next open day', async () => {
    offering({ dateFormat: 'DD/MM/YYYY' });
    server.use(
      http.get('*/api/availability/calendar', ({ request }) => {
        const pickup = new URL(request.url).searchParams.get('stop') === 'pickup';
        const days = [{ date: '2027-06-06', available: false, reason: 'closed' }];
        return HttpResponse.json({ days: pickup ? days : [] });
      }),
    );
    const { user } = await open();
    const delivery = screen.getByLabelText<HTMLInputElement>('Delivery Date');
    expect(delivery.placeholder).toBe('DD/MM/YYYY');
    await enter(user, 'Delivery Date', '5/6/2027');
    await user.tab();
    expect(delivery.value).toBe('05/06/2027');
    expect(screen.getByText('Sat, 5 Jun 2027')).toBeTruthy();
    // There are no pickups on that Sunday.
    const pickup = screen.getByLabelText<HTMLInputElement>('Pickup Date');
    await waitFor(() => expect(pickup.value).toBe('07/06/2027'));
    await enter(user, 'Pickup Date', '06/25/2027');
    await user.tab();
    expect(screen.getByText("This date doesn't exist. Enter the date as DD/MM/YYYY")).toBeTruthy();
  });
});
