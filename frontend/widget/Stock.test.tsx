/** Messages and alternatives when letters are short or a day is closed. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, fill, free, note, offer, open, refusing, sent, submit } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter, enterInto } from '@/testing/typing';

beforeEach(answerForm);

describe('letters that are short', () => {
  it('lists letters that are no longer available, and applies an alternative with one press', async () => {
    refusing(409, {
      message: 'Not enough P on Jun 1, 2027',
      code: 'not_enough_letters',
      shortages: [{ letter: 'P', needed: 2, day: '2027-06-01' }],
      alternatives: [
        { kind: 'size', size: '2ft', deliveryDate: '2027-06-01', pickupDate: '2027-06-01', total: 160 },
        {
          kind: 'dates',
          size: '4ft',
          deliveryDate: '2027-06-08',
          pickupDate: '2027-06-08',
          total: 250,
        },
      ],
      offers: [
        {
          kind: 'wording',
          description: '“30TH”',
          lines: [
            {
              kind: 'letters',
              text: '30TH',
              size: '4ft',
              finish: 'white',
              colorOption: '',
              addOns: {},
            },
          ],
          deliveryDate: '2027-06-01',
          pickupDate: '2027-06-01',
          total: 140,
        },
      ],
    });
    const { user } = await open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(/Not enough P on Tue, Jun 1, 2027/)).toBeTruthy();
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('HAPPY 30TH, needs P');
    expect(screen.getByRole('button', { name: /^2ft letters on your dates/ })).toBeTruthy();
    // Another alternative with a price can also be booked with one press, exactly as offered.
    await user.click(screen.getByRole('button', { name: /“30TH”.*\$140/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('30TH');
    server.use(
      http.post('*/api/bookings', async ({ request }) =>
        HttpResponse.json(await note(request), { status: 409 }),
      ),
    );
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ message: '30TH' }));
    await user.click(submit());
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ path: '/api/bookings', body: { message: '30TH' } }),
    );
  });

  it('shows without dates which letters the business does not own, and a spelling that works', async () => {
    const line = { kind: 'letters', size: '4ft', finish: 'white', colorOption: '', addOns: {} };
    server.use(
      http.post<never, { message: string }>('*/api/estimate', async ({ request }) => {
        const { message } = await request.json();
        const lacks = message === 'QUINCEAÑERA';
        return HttpResponse.json({
          ...free,
          available: lacks ? false : null,
          shortages: lacks ? [{ letter: 'Ñ', size: '4ft', finish: 'white', needed: 1 }] : [],
          offers: lacks
            ? [
                {
                  kind: 'spelling',
                  description: '“QUINCEANERA”',
                  lines: [{ ...line, text: 'QUINCEANERA' }],
                  deliveryDate: null,
                  pickupDate: null,
                  total: 275,
                },
              ]
            : [],
        });
      }),
    );
    const { user } = await open();
    await enterInto(user, screen.getByLabelText('Message'), 'QUINCEAÑERA');
    expect(await screen.findByText('We don’t have Ñ. QUINCEANERA works.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /No accents: “QUINCEANERA”.*\$275/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('QUINCEANERA');
    await waitFor(() => expect(screen.queryByText(/We don’t have/)).toBeNull());
  });

  it("uses the business's names of sizes", async () => {
    const [small, large] = offer.sizes;
    const sizes = [
      { ...small, label: '60 cm' },
      { ...large, label: '120 cm' },
    ];
    const day = { deliveryDate: '2027-06-01', pickupDate: '2027-06-01' };
    server.use(
      http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, sizes })),
      http.post('*/api/estimate', () =>
        HttpResponse.json({
          ...free,
          available: false,
          shortages: [{ letter: 'P', size: '4ft', finish: 'white', needed: 2, day: '2027-06-01' }],
          alternatives: [{ kind: 'size', size: '2ft', ...day, total: 160 }],
        }),
      ),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add another line' }));
    await enterInto(user, screen.getByLabelText('Message'), 'HAPPY');
    expect(await screen.findByText('Not enough P (120 cm) on Tue, Jun 1, 2027')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^60 cm letters, Tue, Jun 1, 2027/ })).toBeTruthy();
  });

  it('lists letters the business does not own before those taken on a day, even if the day is closed', async () => {
    const short = { size: '4ft', finish: 'white', needed: 1 };
    server.use(
      http.post('*/api/estimate', () =>
        HttpResponse.json({
          ...free,
          available: false,
          shortages: [
            { ...short, letter: 'A', day: '2027-06-05' },
            { ...short, letter: 'Ñ' },
          ],
          closed: { day: '2027-06-05', reason: 'closed' },
        }),
      ),
    );
    const { user } = await open();
    await enterInto(user, screen.getByLabelText('Message'), 'MAÑANA');
    expect(await screen.findByText('We don’t have Ñ. Not enough A on Sat, Jun 5, 2027')).toBeTruthy();
    expect(screen.getByText('Try another message or size.')).toBeTruthy();
    expect(screen.queryByText(/We are closed/)).toBeNull();
  });

  it('can send anyway when letters are short or a day is closed, keeping all typed values', async () => {
    const sent: unknown[] = [];
    server.use(
      // Only the estimate for the later pickup has two closed days, so both messages prove that it has
      // arrived.
      http.post<never, { pickupDate: string }>('*/api/estimate', async ({ request }) =>
        HttpResponse.json({
          ...free,
          closed: { day: '2027-06-01', reason: 'full' },
          closedStops: [
            { stop: 'delivery', day: '2027-06-01', reason: 'full' },
            ...((await request.json()).pickupDate === '2027-06-03'
              ? [{ stop: 'pickup', day: '2027-06-03', reason: 'full' }]
              : []),
          ],
        }),
      ),
      http.post('*/api/bookings', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Later.', code: 'busy' }, { status: 503 });
      }),
    );
    const { user } = await open();
    await fill(user);
    await enter(user, 'Pickup Date', '06/03/2027');
    // Each is shown at its date, and both at the price.
    const [delivery, pickup] = ['Tue, Jun 1, 2027 is fully booked', 'Thu, Jun 3, 2027 is fully booked'];
    await waitFor(() => expect(screen.getByText(`${delivery}. ${pickup}`)).toBeTruthy());
    expect([screen.getByText(delivery), screen.getByText(pickup)]).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Ask us anyway' }));
    expect(sent).toMatchObject([{ askAnyway: true, message: 'Happy 30th' }]);
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Happy 30th');
  });

  it('adds the customer to the waiting list for short letters if they consent to emails', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/estimate', () =>
        HttpResponse.json({
          ...free,
          available: false,
          shortages: [{ letter: 'P', needed: 2, day: '2027-06-01' }],
          alternatives: [],
        }),
      ),
      http.post('*/api/public/waiting-list', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 1, token: 'abc' }, { status: 201 });
      }),
    );
    const { user } = await open();
    await fill(user);
    await user.click(await screen.findByRole('button', { name: 'Notify me when available' }));
    expect(screen.getByText(/so we can email you/)).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(screen.getByLabelText('Email me when these letters become available'));
    await user.click(screen.getByRole('button', { name: 'Notify me when available' }));
    expect(
      (await screen.findByRole('link', { name: 'See your place on the list' })).getAttribute('href'),
    ).toBe('/w/abc');
    expect(sent).toMatchObject([{ consent: true, message: 'Happy 30th', deliveryDate: '2027-06-01' }]);
    expect(document.activeElement?.textContent).toContain('You are on the waiting list');
    // Different letters need a separate entry on the waiting list.
    await user.click(screen.getByRole('button', { name: 'Add another line' }));
    expect(await screen.findByRole('button', { name: 'Notify me when available' })).toBeTruthy();
  });

  it('shows size and dates of an alternative that changes both, and moves the focus to the result', async () => {
    const other = { deliveryDate: '2027-06-08', pickupDate: '2027-06-09' };
    server.use(
      http.post('*/api/estimate', async ({ request }) => {
        const { size } = await note(request);
        return HttpResponse.json(
          size === '2ft'
            ? free
            : {
                ...free,
                available: false,
                shortages: [{ letter: 'P', needed: 2 }],
                alternatives: [{ kind: 'size', size: '2ft', ...other, total: 160 }],
              },
        );
      }),
    );
    const { user } = await open();
    await fill(user);
    screen.getByRole('button', { name: /^2ft letters, Tue, Jun 8, 2027 to Wed, Jun 9, 2027/ }).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('2ft');
    expect(screen.getByLabelText<HTMLInputElement>('Delivery Date').value).toBe('06/08/2027');
    expect(screen.getByLabelText<HTMLInputElement>('Pickup Date').value).toBe('06/09/2027');
    const answer = await screen.findByText(/Your letters are available/);
    expect(document.activeElement?.contains(answer)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});
