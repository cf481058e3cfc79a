import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarBooking } from '@/api/types';
import { details, estimate, offerAnswered, rental } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, fail, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

/** Mock the calendar endpoint and record its requests. */
function calendarOf(...rentals: CalendarBooking[]): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  signIn();
  server.use(
    http.get('http://localhost:3000/api/bookings/calendar', ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json(rentals);
    }),
  );
  return requests;
}

const june = '/bookings?view=calendar&month=2027-06';
const week = '/bookings?view=calendar&span=week&day=2027-06-02';
const delivery = /^Delivery, Jun 1, 2027: Jane Miller, "LOVE" \(4ft\), Pending$/;
const pickup = /^Pickup, Jun 2, 2027: Jane Miller/;
const cellOf = (day: string) => document.querySelector(`td[data-day="${day}"]`) as HTMLElement;

/** A DataTransfer as a browser passes it to drag handlers. */
function drag(chip: HTMLElement, cell: Element) {
  const dataTransfer = { clearData: vi.fn(), setData: vi.fn(), effectAllowed: '', dropEffect: '' };
  const started = fireEvent(chip, createEvent.dragStart(chip, { dataTransfer }));
  if (!started) return { started, dropAllowed: false };
  const over = createEvent.dragOver(cell, { dataTransfer });
  fireEvent(cell, over);
  fireEvent(cell, createEvent.drop(cell, { dataTransfer }));
  fireEvent(chip, createEvent.dragEnd(chip, { dataTransfer }));
  return { started, dropAllowed: over.defaultPrevented };
}

/** Mock the endpoints of the move dialog. */
function ready(rest: Parameters<typeof details>[0] = {}, stock: Parameters<typeof estimate>[0] = {}) {
  answer('get', '/api/bookings/7', details(rest));
  offerAnswered();
  return {
    asked: answer('post', '/api/estimate', estimate(stock)),
    sent: answer('patch', '/api/bookings/7', details({ ...rest, revision: 2 })),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-02T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the month', () => {
  it('offers a calendar feed', async () => {
    calendarOf(rental());
    answer('get', '/api/calendar-feed', { url: null, createdAt: null });
    const { user } = open(june);
    await user.click(await screen.findByRole('button', { name: 'Add to Your Calendar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your Calendar' }));
    expect(await dialog.findByRole('button', { name: 'Create Address' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows deliveries and pickups and requests only the visible days', async () => {
    const requests = calendarOf(rental(), rental({ id: 8, message: 'BABY', status: 'confirmed' }));
    const { user, address } = open('/bookings?view=calendar&month=2027-07');
    expect(await screen.findByRole('heading', { name: 'July 2027' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Previous month' }));
    expect(await screen.findByRole('heading', { name: 'June 2027' })).toBeTruthy();
    expect(address()).toBe('/bookings?view=calendar');
    await waitFor(() =>
      expect(Object.fromEntries(requests.at(-1) ?? [])).toEqual({
        status: 'pending,confirmed,completed',
        from: '2027-05-30',
        to: '2027-07-03',
      }),
    );
    expect(screen.getByRole('link', { name: delivery }).getAttribute('href')).toContain('id=7');
    expect(screen.getAllByRole('link', { name: /^Pickup, Jun 2, 2027/ })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(address()).toBe('/bookings?view=calendar&month=2027-07');
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'List View' }));
    expect(address()).toBe('/bookings?month=2027-07');
  });

  it('moves by arrow keys across months and opens a day', async () => {
    calendarOf(rental());
    const { user, address } = open(june);
    const today = await screen.findByRole('button', { name: 'Wednesday, June 2, 2027, 1 stop' });
    today.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, June 1, 2027, 1 stop');
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(address()).toBe('/bookings?view=calendar&month=2027-05'));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, May 31, 2027'),
    );
    await user.keyboard('{ArrowRight}');
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, June 1, 2027, 1 stop'),
    );
    await user.keyboard('{Enter}');
    const day = within(await screen.findByRole('dialog', { name: 'Tuesday, June 1, 2027' }));
    expect(day.getByText('"LOVE" (4ft)')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('June 1'));
  });

  it('counts stops that don’t fit and opens the full list', async () => {
    calendarOf(...Array.from({ length: 15 }, (_, index) => rental({ id: index + 1, message: `M${index}` })));
    const { user } = open(june);
    const [more] = await screen.findAllByRole('button', { name: /^\+12 more/ });
    expect(screen.getAllByRole('link', { name: /^Delivery, Jun 1/ })).toHaveLength(3);
    await user.click(more as HTMLElement);
    const day = within(await screen.findByRole('dialog', { name: 'Tuesday, June 1, 2027' }));
    expect(day.getAllByRole('link')).toHaveLength(16);
    expect(day.getByRole('link', { name: 'Run sheet and packing list' })).toBeTruthy();
  });
});

describe('the week', () => {
  it('shows times of day, and bars for rentals over several days', async () => {
    const requests = calendarOf(
      rental({ id: 1, deliveryDate: '2027-06-02T16:00:00-04:00', deliveryTimeGiven: true, message: 'LATE' }),
      rental({
        id: 2,
        deliveryDate: '2027-06-02T07:30:00-04:00',
        deliveryTimeGiven: true,
        message: 'EARLY',
        status: 'confirmed',
      }),
      rental({ id: 3, deliveryDate: '2027-05-28T08:00:00-04:00', pickupDate: '2027-06-03T10:00:00-04:00' }),
    );
    const { user, address } = open(week);
    expect(await screen.findByRole('heading', { name: 'May 30 – Jun 5, 2027' })).toBeTruthy();
    const rows = [...document.querySelectorAll('li[data-day="2027-06-02"] a')].map(
      (link) => link.textContent,
    );
    expect(rows).toEqual([
      '7:30 AMEARLYJane MillerThe FoundryDelivery · Confirmed',
      'PickupLATEJane MillerThe FoundryPending',
      'PickupEARLYJane MillerThe FoundryConfirmed',
      '4:00 PMLATEJane MillerThe FoundryDelivery · Pending',
    ]);
    const bars = within(screen.getByRole('region', { name: 'Rentals over several days' }));
    expect(bars.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Rental, Fri, May 28, 2027 to Thu, Jun 3, 2027: Jane Miller, "LOVE" (4ft), Pending',
    ]);
    await user.click(screen.getByRole('button', { name: 'Next week' }));
    expect(address()).toBe('/bookings?view=calendar&span=week&day=2027-06-09');
    await waitFor(() => expect(requests.at(-1)?.get('from')).toBe('2027-06-06'));
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(address()).toBe('/bookings?view=calendar&span=week');
    await user.click(screen.getByRole('button', { name: 'Month' }));
    expect(address()).toBe('/bookings?view=calendar');
  });
});

describe('moving a booking', () => {
  it('moves the whole rental with its delivery after a confirmation', async () => {
    calendarOf(rental());
    const { user } = open(june);
    const { asked, sent } = ready();
    expect(drag(await screen.findByRole('link', { name: delivery }), cellOf('2027-06-04'))).toEqual({
      started: true,
      dropAllowed: true,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    await dialog.findByText('All letters are available on these dates');
    expect(asked.bodies.at(-1)).toMatchObject({
      bookingId: 7,
      deliveryDate: '2027-06-04',
      pickupDate: '2027-06-05',
    });
    expect(dialog.getByRole('row', { name: 'Delivery Tue, Jun 1, 2027 Fri, Jun 4, 2027' })).toBeTruthy();
    expect(dialog.getByRole('row', { name: 'Pickup Wed, Jun 2, 2027 Sat, Jun 5, 2027' })).toBeTruthy();
    expect(dialog.getByRole('row', { name: 'Price $150.00 $150.00' })).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Move Booking' }));
    expect(await screen.findByText('Booking moved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { deliveryDate: '2027-06-04', pickupDate: '2027-06-05', expectedRevision: 1 },
    ]);
  });

  it('keeps the dialog open while live updates refetch the booking', async () => {
    let source: EventTarget | undefined;
    class Source extends EventTarget {
      static readonly CLOSED = 2;
      close = () => undefined;
      constructor() {
        super();
        source = this;
      }
    }
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('EventSource', Source);
    calendarOf(rental());
    open(june);
    ready();
    drag(await screen.findByRole('link', { name: delivery }), cellOf('2027-06-04'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    await dialog.findByText('All letters are available on these dates');
    let reads = 0;
    server.use(
      http.get('http://localhost:3000/api/bookings/7', () => {
        reads += 1;
        return new Promise<never>(() => undefined);
      }),
    );
    await waitFor(() => expect(source).toBeDefined());
    source?.dispatchEvent(new MessageEvent('changed', { data: '["bookings"]', lastEventId: '1' }));
    await waitFor(() => expect(reads).toBe(1));
    expect(dialog.getByText('All letters are available on these dates')).toBeTruthy();
    expect(dialog.queryByText('Loading the booking')).toBeNull();
  });

  it('changes nothing when the dialog is canceled', async () => {
    calendarOf(rental());
    const { user } = open(june);
    const { sent } = ready();
    drag(await screen.findByRole('link', { name: delivery }), cellOf('2027-06-04'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.bodies).toEqual([]);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(delivery);
  });

  it('moves only the pickup, never before the delivery', async () => {
    calendarOf(rental());
    const { user } = open(june);
    const { sent } = ready();
    const chip = await screen.findByRole('link', { name: pickup });
    drag(chip, cellOf('2027-05-31'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    expect(await dialog.findByText('Pickup must be on or after delivery')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Move Booking' }));
    expect(sent.bodies).toEqual([]);
    await retype(user, dialog.getByLabelText('New Pickup Date'), '6/5/2027');
    await user.click(await dialog.findByRole('button', { name: 'Move Booking' }));
    expect(await screen.findByText('Booking moved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ pickupDate: '2027-06-05', expectedRevision: 1 }]);
  });

  it('names short letters and overbooks only with a reason', async () => {
    calendarOf(rental());
    const { user } = open(june);
    const { sent } = ready(
      {},
      {
        available: false,
        shortages: [{ letter: 'V', needed: 1, day: '2027-06-04', free: 0 }],
        free: { L: 3, O: 3, V: 0, E: 3 },
      },
    );
    drag(await screen.findByRole('link', { name: delivery }), cellOf('2027-06-04'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    expect(await dialog.findByText('1 × V needed, 0 available on Jun 4, 2027')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Move Booking' }));
    expect(await dialog.findByText(/^Enter a reason/)).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await enterInto(user, dialog.getByLabelText('Where will the missing letters come from?'), 'Lent by Max');
    await user.click(dialog.getByRole('button', { name: 'Move Booking' }));
    expect(await screen.findByText('Booking moved')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ overbookReason: 'Lent by Max' }]);
  });

  it('shows a concurrent change and asks again', async () => {
    calendarOf(rental());
    const { user } = open(june);
    ready();
    fail('patch', '/api/bookings/7', 409, 'This booking has changed since you opened it.', {
      code: 'changed_meanwhile',
      revision: 3,
    });
    drag(await screen.findByRole('link', { name: delivery }), cellOf('2027-06-04'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Booking #3' }));
    await dialog.findByText('All letters are available on these dates');
    const now = {
      deliveryDate: '2027-06-03T08:00:00-04:00',
      pickupDate: '2027-06-06T10:00:00-04:00',
      revision: 3,
    };
    answer('get', '/api/bookings/7', details(now));
    await user.click(dialog.getByRole('button', { name: 'Move Booking' }));
    expect(
      await screen.findByText("Nothing was moved. The booking's current state is shown below."),
    ).toBeTruthy();
    const again = within(screen.getByRole('dialog', { name: 'Move Booking #3' }));
    expect(again.getByRole('row', { name: 'Delivery Thu, Jun 3, 2027 Fri, Jun 4, 2027' })).toBeTruthy();
    const { sent } = { sent: answer('patch', '/api/bookings/7', details(now)) };
    await user.click(await again.findByRole('button', { name: 'Move Booking' }));
    expect(await screen.findByText('Booking moved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { deliveryDate: '2027-06-04', pickupDate: '2027-06-07', expectedRevision: 3 },
    ]);
  });

  it.each([
    ['m', '06/01/2027'],
    ['{Shift>}{ArrowRight}{/Shift}', '06/02/2027'],
    ['{Shift>}{ArrowUp}{/Shift}', '05/25/2027'],
  ])('moves a booking by keyboard: %s', async (keys, day) => {
    calendarOf(rental());
    const { user } = open(june);
    ready();
    const chip = await screen.findByRole('link', { name: delivery });
    chip.focus();
    await user.keyboard(keys);
    expect(await screen.findByLabelText('New Delivery Date')).toHaveProperty('value', day);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(chip));
  });

  it('warns about a past day but allows it', async () => {
    const dates = { deliveryDate: '2026-11-21T08:00:00-05:00', pickupDate: '2026-11-22T10:00:00-05:00' };
    calendarOf(rental(dates));
    const { user } = open('/bookings?view=calendar&month=2026-11');
    const { sent } = ready(dates);
    drag(await screen.findByRole('link', { name: /^Delivery, Nov 21/ }), cellOf('2026-11-18'));
    expect(await screen.findByText('Nov 18, 2026 has passed.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Move Booking' }));
    expect(await screen.findByText('Booking moved')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ deliveryDate: '2026-11-18', pickupDate: '2026-11-19' }]);
  });

  it.each(['completed', 'canceled'] as const)('is not for a %s booking', async (status) => {
    calendarOf(rental({ status }));
    const { user } = open(june);
    const chip = await screen.findByRole('link', { name: /^Delivery/ });
    expect(drag(chip, cellOf('2027-06-04')).started).toBe(false);
    expect(await screen.findByText("This booking can't be moved")).toBeTruthy();
    chip.focus();
    await user.keyboard('m');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tuesday, June 1, 2027, 1 stop' }));
    expect(await screen.findByText("Can't be moved anymore")).toBeTruthy();
  });
});
