import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/testing/server';
import { App } from './App';
import { readParams } from './params';
import { plainOffer } from './test-offer';

// A whole page is drawn and driven here, on machines that have other things to do as well.
configure({ asyncUtilTimeout: 5000 });
vi.setConfig({ testTimeout: 20_000 });

const offer = {
  ...plainOffer,
  suggestions: { '2ft': ['OH BABY', 'PROM'], '4ft': ['LOVE'] },
  sizes: [
    { code: '2ft', label: '2ft', price: 15, heightInches: 24 },
    { code: '4ft', label: '4ft', price: 25, heightInches: 48 },
  ],
  colors: [
    { code: 'standard', label: 'Standard', price: 0 },
    { code: 'premium', label: 'Premium', price: 20 },
  ],
  addOns: [
    { code: 'lighting', label: 'LED Lighting', price: 25 },
    { code: 'stand', label: 'Floor Stand', price: 15 },
  ],
};
const venues = [{ id: 7, name: 'Grand Ballroom', city: 'Springfield', state: 'IL' }];
const breakdown = {
  basePrice: 225,
  surcharge: 25,
  deposit: 50,
  addons: 0,
  colorCost: 0,
  total: 250,
  letterCount: 9,
  pricePerLetter: 25,
  days: 1,
};
const letters = [...'HAPPY30TH'];
const free = { breakdown, available: true, shortages: [], alternatives: [], letters };

type Body = Record<string, unknown>;
/** The lines that calendars were asked about. */
const calendars: string[] = [];
const sent: { path: string; body: Body; headers: Headers; credentials: string }[] = [];

async function note(request: Request): Promise<Body> {
  const body = (await request.json()) as Body;
  const { headers, credentials } = request;
  sent.push({ path: new URL(request.url).pathname, body, headers, credentials });
  return body;
}

const handlers = [
  http.get('*/api/booking-form', () => HttpResponse.json(offer)),
  http.get('*/api/venues', () => HttpResponse.json(venues)),
  http.post('*/api/estimate', async ({ request }) => {
    await note(request);
    return HttpResponse.json(free);
  }),
  http.post('*/api/bookings', async ({ request }) => {
    const body = await note(request);
    return HttpResponse.json(
      {
        ...body,
        id: 41,
        number: 2,
        status: 'pending',
        letterCount: 9,
        rentalDays: 1,
        deposit: 50,
        venueName: 'Grand Ballroom',
        deliveryDate: '2027-06-01T08:00:00-04:00',
        pickupDate: '2027-06-01T22:00:00-04:00',
        totalPrice: body.totalPrice,
        createdAt: '2027-05-01T09:30:00-04:00',
        pageUrl: 'https://desk.example/b/token',
      },
      { status: 201 },
    );
  }),
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
];

beforeEach(() => {
  server.use(...handlers);
  sent.length = 0;
  calendars.length = 0;
  sessionStorage.clear();
});

type User = ReturnType<typeof userEvent.setup>;

const onBooked = vi.fn();
const submit = () => screen.getByText<HTMLButtonElement>('Submit Booking Request', { selector: 'button' });

async function open(query = '?userId=1') {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const page = render(<App params={readParams('/booking', query)} onBooked={onBooked} />);
  // The last card to be drawn.
  await screen.findByText('Submit Booking Request', { selector: 'button' });
  return { user, page };
}

/** Pasted, because a key at a time draws the sign a hundred times. */
async function enter(user: User, label: string, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

async function fill(user: User) {
  await enter(user, 'Message', 'Happy 30th');
  await user.selectOptions(screen.getByLabelText('Venue'), '7');
  await enter(user, 'Your Name', 'Ada');
  await enter(user, 'Email', 'ada@example.org');
  await enter(user, 'Delivery Date', '06/01/2027');
  await enter(user, 'Pickup Date', '06/01/2027');
  await waitFor(() => expect(submit().disabled).toBe(false));
}

describe('the form', () => {
  it('has every field under its label, as native controls', async () => {
    await open();
    const labels = {
      INPUT: [
        'Message',
        'Your Name',
        'Email',
        'Phone (Optional)',
        'Delivery Date',
        'Pickup Date',
        'LED Lighting',
        'Floor Stand',
      ],
      SELECT: ['Size', 'Venue', 'Event Type', 'Preferred Install Time', 'Color Option'],
      TEXTAREA: ['Notes (Optional)'],
    };
    for (const [tag, names] of Object.entries(labels)) {
      for (const name of names) expect(screen.getByLabelText(name).tagName).toBe(tag);
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Book Your Marquee Letters');
    // Drawn last, in a task of its own.
    expect((await screen.findByRole('contentinfo')).textContent).toBe('Powered by MarqueeDesk');
    await waitFor(() => expect(document.title).toBe('Book Your Marquee Letters · Glow & Co.'));
  });

  it('starts with the size of the address, or the default for one that is not offered', async () => {
    const { page } = await open('?userId=1&defaultSize=2ft');
    expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('2ft');
    page.unmount();
    await open('?userId=1&defaultSize=9ft');
    expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('4ft');
  });

  it('keeps what was typed apart from a form of the same operator that begins with another size', async () => {
    const message = () => screen.getByLabelText<HTMLInputElement>('Message').value;
    const first = await open('?userId=1&defaultSize=2ft');
    await enter(first.user, 'Message', 'Love');
    first.page.unmount();

    const other = await open('?userId=1&defaultSize=4ft');
    expect(message()).toBe('');
    other.page.unmount();
    await open('?userId=1&defaultSize=2ft');
    expect(message()).toBe('Love');
  });

  it('takes a discount code once it is applied, and says when customers pay', async () => {
    const policy = ['A deposit of 50% of the total is due on the day of booking.'];
    server.use(
      http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, discountCodes: true, policy })),
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
    await enter(user, 'Discount Code', 'SUMER');
    expect(sent.some(({ body }) => 'discountCode' in body)).toBe(false);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Unknown discount code')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await enter(user, 'Discount Code', ' summer ');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/bookings'));
    expect(sent.at(-1)?.body.discountCode).toBe('summer');
  });

  it('takes a damage waiver and a tip of the customer’s choice', async () => {
    const damageWaiver = { percent: 10, amount: null, optOut: true };
    const tips = { suggestions: [10, 20], taxable: false };
    server.use(http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, damageWaiver, tips })));
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

  it('hides header and footer when the address says so', async () => {
    await open('?userId=1&hideHeader=true&hideFooter=true');
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('can be sent only when the required fields are filled, and says which are not', async () => {
    const { user } = await open();
    expect(submit().disabled).toBe(true);
    await user.type(screen.getByLabelText('Your Name'), 'Ada{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Missing information');
    expect(screen.getByRole('alert').textContent).toContain('Please fill out all required fields');
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Message'));
    await fill(user);
    expect(submit().disabled).toBe(false);
  });

  it('shows letters and price, and sends the total that was seen', async () => {
    const { user } = await open();
    await fill(user);
    expect(screen.getByText('9 letters × $25.00 × 1 day')).toBeTruthy();
    expect(screen.getByText('$250.00', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText(/Your letters are free/)).toBeTruthy();
    expect(document.querySelector('.caption')?.textContent).toContain('9 letters: H A P P Y 3 0 T H ');

    await user.click(submit());
    const title = await screen.findByRole('heading', { name: 'Your booking request has been sent!' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(await screen.findByText('Booking submitted')).toBeTruthy();
    const booking = sent.find(({ path }) => path === '/api/bookings');
    expect(booking?.body).toMatchObject({
      userId: 1,
      message: 'Happy 30th',
      size: '4ft',
      venueId: 7,
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-01',
      totalPrice: 250,
    });
    const keys = new Set(sent.map(({ headers }) => headers.get('Idempotency-Key')));
    expect(keys.size).toBe(1);
    expect(sent.every(({ credentials }) => credentials === 'omit')).toBe(true);
    expect(onBooked).toHaveBeenCalledWith(
      expect.objectContaining({ id: 41 }),
      expect.objectContaining({ currency: 'USD' }),
    );
  });

  it('keeps everything when sending fails', async () => {
    server.use(http.post('*/api/bookings', () => HttpResponse.error()));
    const { user } = await open();
    await fill(user);
    await user.click(submit());
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent).join(' ')).toMatch(
      /could not be reached/,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('Happy 30th');
    expect(submit().disabled).toBe(false);
  });

  it('shows a price that changed meanwhile and asks again', async () => {
    server.use(
      http.post('*/api/bookings', () =>
        HttpResponse.json(
          {
            message: 'The price has changed',
            code: 'price_changed',
            breakdown: { ...breakdown, total: 275 },
          },
          { status: 409 },
        ),
      ),
    );
    const { user } = await open();
    await fill(user);
    server.use(
      http.get('*/api/booking-form', () =>
        HttpResponse.json({
          ...offer,
          formToken: 'another',
          sizes: [{ code: '4ft', label: '4ft', price: 27.5, heightInches: 48 }],
        }),
      ),
    );
    await user.click(submit());
    expect(await screen.findByText(/from \$250\.00 to \$275\.00/)).toBeTruthy();
    expect(screen.getByText('$275.00', { selector: 'dd' })).toBeTruthy();
    // What the fields offer costs as much as it says below.
    expect(await screen.findByText('4ft ($27.50 per letter)')).toBeTruthy();
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Happy 30th');
  });

  it('names letters that have gone meanwhile, and takes an alternative with one press', async () => {
    server.use(
      http.post('*/api/bookings', () =>
        HttpResponse.json(
          {
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
          },
          { status: 409 },
        ),
      ),
    );
    const { user } = await open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(/Not enough P on Tue, Jun 1, 2027/)).toBeTruthy();
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('HAPPY 30TH, needs P');
    expect(screen.getByRole('button', { name: /^2ft letters on your dates/ })).toBeTruthy();
    // Another way to make it fit, priced, is one press away as well, and is booked as it was offered.
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

  it('says before there are dates which letter nobody has, and which spelling works', async () => {
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
    await user.type(screen.getByLabelText('Message'), 'QUINCEAÑERA');
    expect(await screen.findByText('We don’t have Ñ. QUINCEANERA works.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Without accents: “QUINCEANERA”.*\$275/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('QUINCEANERA');
    await waitFor(() => expect(screen.queryByText(/We don’t have/)).toBeNull());
  });

  it('can be sent anyway where letters are short or a day is closed, with all that was typed', async () => {
    const sent: unknown[] = [];
    server.use(
      // Only the price of the later pickup has two closed days, so that showing both means that it has come.
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
    // Each at its date, and both at the price.
    const [delivery, pickup] = ['Tue, Jun 1, 2027 is fully booked', 'Thu, Jun 3, 2027 is fully booked'];
    await waitFor(() => expect(screen.getByText(`${delivery}. ${pickup}`)).toBeTruthy());
    expect([screen.getByText(delivery), screen.getByText(pickup)]).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Ask us anyway' }));
    expect(sent).toMatchObject([{ askAnyway: true, message: 'Happy 30th' }]);
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Happy 30th');
  });

  it('puts somebody on the waiting list where letters are short, if they agree to emails', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'Tell me when they are available' }));
    expect(screen.getByText(/we only email you if you agree/)).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(screen.getByLabelText('You may email me about these letters'));
    await user.click(screen.getByRole('button', { name: 'Tell me when they are available' }));
    expect(
      (await screen.findByRole('link', { name: 'See your place on the list' })).getAttribute('href'),
    ).toBe('/w/abc');
    expect(sent).toMatchObject([{ consent: true, message: 'Happy 30th', deliveryDate: '2027-06-01' }]);
  });

  it('says size and dates of an alternative that changes both, and takes the focus to the answer', async () => {
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
    const answer = await screen.findByText(/Your letters are free/);
    expect(document.activeElement?.contains(answer)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('offers words that the letters of the chosen size can make', async () => {
    const { user } = await open();
    expect(screen.getAllByRole('button', { name: /^Try/ }).map((chip) => chip.textContent)).toEqual(['LOVE']);
    await user.selectOptions(screen.getByLabelText('Size'), '2ft');
    await user.click(screen.getByRole('button', { name: 'Try PROM' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('PROM');
  });

  it('asks no price for dates that cannot be', async () => {
    const { user } = await open();
    await fill(user);
    const asked = sent.length;
    await user.clear(screen.getByLabelText('Pickup Date'));
    await enter(user, 'Pickup Date', '05/20/2027');
    await user.tab();
    expect(await screen.findByText('Pickup must be on or after delivery')).toBeTruthy();
    expect(screen.getByText('Correct the dates to see the price.')).toBeTruthy();
    expect(document.querySelector('.peek')).toBeNull();
    // Longer than a form waits before it asks.
    await new Promise((done) => setTimeout(done, 600));
    const bodies = sent.slice(asked).map(({ body }) => body);
    expect(bodies.filter((body) => body.pickupDate === '2027-05-20')).toEqual([]);

    await user.clear(screen.getByLabelText('Pickup Date'));
    await enter(user, 'Pickup Date', '06/02/2027');
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ pickupDate: '2027-06-02' }));
  });

  it('puts what the server refuses at its field', async () => {
    server.use(
      http.post('*/api/bookings', () =>
        HttpResponse.json(
          { message: 'Please check the form', code: 'invalid', fields: { customerEmail: 'No mail there' } },
          { status: 422 },
        ),
      ),
    );
    const { user } = await open();
    await fill(user);
    await user.click(submit());
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'No mail there',
    );
  });

  it('finds one of many venues by typing, and offers another place whatever was typed', async () => {
    const many = Array.from({ length: 13 }, (_, at) => ({
      ...venues[0],
      id: at + 8,
      name: `Hall ${at + 1}`,
    }));
    server.use(http.get('*/api/venues', () => HttpResponse.json([...venues, ...many])));
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    // A native list until the search has come.
    const field = await waitFor(() => {
      const found = screen.getByRole('combobox', { name: 'Venue' });
      expect(found.tagName).toBe('INPUT');
      return found;
    });
    await user.click(field);
    await user.paste('nowhere');
    const choices = within(screen.getByRole('listbox', { name: 'Venue' })).getAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Another place']);
    await user.clear(field);
    await user.paste('ballroom');
    await user.keyboard('{Enter}');
    expect(field).toHaveProperty('value', 'Grand Ballroom · Springfield, IL');
    await waitFor(() => expect(sent.at(-1)?.body.venueId).toBe(7));
    await user.click(field);
    await user.keyboard('{ArrowUp}{Escape}');
    expect(field).toHaveProperty('value', 'Grand Ballroom · Springfield, IL');
    await user.click(field);
    await user.paste('another');
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Street Address')).toBeTruthy();
  });

  it('asks for the address where the operator has no venues', async () => {
    server.use(http.get('*/api/venues', () => HttpResponse.json([])));
    const { user } = await open();
    expect(screen.queryByLabelText('Venue')).toBeNull();
    await enter(user, 'Message', 'LOVE');
    await enter(user, 'Delivery Date', '06/01/2027');
    await enter(user, 'Pickup Date', '06/02/2027');
    await enter(user, 'Your Name', 'Ada Lovelace');
    await enter(user, 'Email', 'ada@example.com');
    expect(screen.getByText(/Still needed:/).textContent).toContain('Street Address, City');
    await enter(user, 'Name of the Place (Optional)', 'Back yard');
    await enter(user, 'Street Address', '12 Oak Street');
    await enter(user, 'City', 'Austin');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Your booking request has been sent!' });
    const [booked] = sent.filter(({ body }) => body.customerName).slice(-1);
    expect(booked?.body).toMatchObject({
      venueName: 'Back yard',
      address: { street: '12 Oak Street', city: 'Austin' },
    });
    expect(booked?.body).not.toHaveProperty('venueId');
  });
});

describe('dates', () => {
  it('have a name of their own for each calendar, which is not the label of the field', async () => {
    await open();
    for (const name of ['Delivery Date', 'Pickup Date']) {
      expect(screen.getAllByLabelText(name, { exact: false })).toHaveLength(1);
    }
    const names = screen.getAllByRole('button', { name: /^Choose the day/ }).map((one) => one.ariaLabel);
    expect(new Set(names).size).toBe(2);
  });

  it('say at the field that a day is closed, also when it is typed and nothing has a price yet', async () => {
    const { user } = await open();
    const field = screen.getByLabelText('Delivery Date');
    const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    await user.type(field, '6/22/2027');
    await user.tab();
    await waitFor(() => expect(note()).toBe('We are closed on Tue, Jun 22, 2027'));
    await user.clear(field);
    await user.type(field, '6/12/2027');
    await user.tab();
    // Which letters are short on a day is said at the price.
    await waitFor(() => expect(note()).toBe('Sat, Jun 12, 2027'));
  });

  it('can be picked by keyboard, and days without enough letters cannot', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Message'), 'Love');
    await user.type(screen.getByLabelText('Delivery Date'), '6/10/2027');
    await user.tab();
    expect(screen.getByLabelText<HTMLInputElement>('Delivery Date').value).toBe('06/10/2027');
    await user.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'Choose the day of delivery' });
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
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose the day of delivery');
  });

  it('close on Escape without a change', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Choose the day of pickup' }));
    await user.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Pickup Date').value).toBe('');
  });
});

describe('a business that writes the day first', () => {
  it('reads and shows days so, and fills in a pickup on the next open day', async () => {
    server.use(
      http.get('*/api/availability/calendar', ({ request }) => {
        const pickup = new URL(request.url).searchParams.get('stop') === 'pickup';
        const days = [{ date: '2027-06-06', available: false, reason: 'closed' }];
        return HttpResponse.json({ days: pickup ? days : [] });
      }),
      http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, dateFormat: 'DD/MM/YYYY' })),
    );
    const { user } = await open();
    const delivery = screen.getByLabelText<HTMLInputElement>('Delivery Date');
    expect(delivery.placeholder).toBe('DD/MM/YYYY');
    await enter(user, 'Delivery Date', '5/6/2027');
    await user.tab();
    expect(delivery.value).toBe('05/06/2027');
    expect(screen.getByText('Sat, 5 Jun 2027')).toBeTruthy();
    // Nothing is picked up on that Sunday.
    const pickup = screen.getByLabelText<HTMLInputElement>('Pickup Date');
    await waitFor(() => expect(pickup.value).toBe('07/06/2027'));
    await enter(user, 'Pickup Date', '06/25/2027');
    await user.tab();
    expect(screen.getByText('There is no such day. Enter the date as DD/MM/YYYY')).toBeTruthy();
  });
});

describe('an email address that looks mistyped', () => {
  it('is asked about, and sent as it is by who says nothing', async () => {
    const { user } = await open();
    await fill(user);
    await user.clear(screen.getByLabelText('Email'));
    await enter(user, 'Email', 'ada@gmial.com');
    const meant = await screen.findByRole('button', { name: 'ada@gmail.com' });
    expect(submit().disabled).toBe(false);
    await user.click(meant);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@gmail.com');
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });
});

describe('what the business shows of itself', () => {
  it('is its logo, how to reach it, and terms that have to be accepted', async () => {
    let sent: unknown;
    server.use(
      http.get('*/api/booking-form', () =>
        HttpResponse.json({
          ...offer,
          logo: { url: '/logo.png', width: 300, height: 100 },
          contact: { phone: '555 0100', email: 'hello@example.com' },
          terms: { version: 'abc', url: '/api/public/terms/mk_x' },
        }),
      ),
      http.get('*/api/public/terms/mk_x', () => HttpResponse.json({ version: 'abc', text: 'Keep dry.' })),
      http.post('*/api/bookings', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'x' }, { status: 500 });
      }),
    );
    const { user } = await open();
    await fill(user);
    expect(document.querySelector<HTMLImageElement>('header img, .stage img')?.getAttribute('src')).toBe(
      '/logo.png',
    );
    expect((await screen.findByRole('link', { name: '555 0100' })).getAttribute('href')).toBe('tel:5550100');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    expect(await screen.findByText('Please read and accept the terms')).toBeTruthy();
    expect(sent).toBeUndefined();

    await user.click(screen.getByText('Terms'));
    expect(await screen.findByText('Keep dry.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /I have read and accept the terms/ }));
    await user.click(submit());
    await waitFor(() => expect(sent).toMatchObject({ termsVersion: 'abc' }));
  });
});

describe('quotes and slashes in the message', () => {
  it('are asked about before they are charged as letters', async () => {
    const { user } = await open();
    await enter(user, 'Message', '"A/B"');
    await screen.findByText(/Are " and \/ part of your sign\?/);
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(screen.queryByText(/part of your sign/)).toBeNull();
    await user.clear(screen.getByLabelText('Message'));
    await enter(user, 'Message', '"A"');
    await user.click(await screen.findByRole('button', { name: 'Leave out' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('A');
  });
});

describe('an address without a form', () => {
  it.each(['', '?userId=', '?key='])('says so: "%s"', async (query) => {
    render(<App params={readParams('/booking', query)} onBooked={onBooked} />);
    expect(await screen.findByRole('heading', { name: 'This booking form is not available' })).toBeTruthy();
  });

  it.each([404, 422])('says so when the server knows no such operator (%d)', async (status) => {
    server.use(http.get('*/api/booking-form', () => HttpResponse.json({ message: 'x' }, { status })));
    render(<App params={readParams('/booking', '?userId=99')} onBooked={onBooked} />);
    expect(await screen.findByRole('heading', { name: 'This booking form is not available' })).toBeTruthy();
  });

  it('offers to try again when the server does not answer', async () => {
    server.use(http.get('*/api/booking-form', () => HttpResponse.error(), { once: true }));
    const user = userEvent.setup();
    render(<App params={readParams('/booking', '?userId=1')} onBooked={onBooked} />);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Message')).toBeTruthy();
  });
});

describe('more than one line', () => {
  const catalog = {
    items: [
      {
        id: 3,
        name: 'Balloon arch',
        description: null,
        category: 'Balloons',
        kind: 'counted',
        price: 40,
        per: 'event',
        picture: null,
        smallPicture: null,
      },
    ],
    packages: [],
  };

  it('draws what has no picture as lit letters, and has the words of packages spelled', async () => {
    const pack = { id: 5, name: 'Couple', description: null, price: null, picture: null, smallPicture: null };
    const packages = [{ ...pack, blanks: 2, lines: [{ kind: 'letters', text: '____ & ____', size: '4ft' }] }];
    server.use(
      http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, hasCatalog: true })),
      http.get('*/api/public/catalog', () => HttpResponse.json({ ...catalog, packages })),
      http.post('*/api/estimate', () => HttpResponse.json({ ...free, letters: [...'LOVEA&B'] })),
    );
    const { user } = await open();
    const drawn = () =>
      [...document.querySelectorAll('.picture [aria-label]')].map((sign) => sign.getAttribute('aria-label'));
    await waitFor(() => expect(drawn()).toEqual(['&', 'B']));
    await enter(user, 'Message', 'Love');
    const spelled = () => document.querySelector('.spelling')?.textContent;
    await waitFor(() => expect(spelled()).toMatch(/^7 letters: L O V E A & B/));
  });

  it('sends lines, says faults at their fields, and takes a removed line back', async () => {
    let refuse = true;
    let tooMany = false;
    server.use(
      http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, hasCatalog: true })),
      http.get('*/api/public/catalog', () => HttpResponse.json(catalog)),
      http.post('*/api/estimate', async ({ request }) => {
        const { lines } = await note(request);
        if (Array.isArray(lines) && lines.length === 3 && refuse) {
          const fields = { 'lines[1].text': 'Too long', 'lines[2].quantity': 'Too many' };
          return HttpResponse.json({ message: 'Check', code: 'invalid', fields }, { status: 422 });
        }
        const shortages = [
          { letter: '7', size: '4ft', finish: 'standard', needed: 2 },
          { letter: '2', size: '2ft', finish: 'standard', needed: 2 },
          { itemId: 3, name: 'Balloon arch', needed: 1 },
        ];
        return HttpResponse.json(tooMany ? { ...free, available: false, shortages } : free);
      }),
    );
    const { user } = await open();
    await fill(user);
    expect(sent.at(-1)?.body).toMatchObject({ message: 'Happy 30th' });

    await user.click(await screen.findByText('Add another line'));
    const words = await screen.findByLabelText('Words of line 2');
    await waitFor(() => expect(document.activeElement).toBe(words));
    await user.paste('2027');
    await user.selectOptions(screen.getByLabelText('Size 2027'), '2ft');
    await user.click(await screen.findByRole('button', { name: 'Add Balloon arch' }));
    await user.click(screen.getByRole('button', { name: 'One more Balloon arch' }));
    expect(await screen.findByText('Too long')).toBeTruthy();
    expect(screen.getByText('Too many').id).toBe('field-more[1].quantity-error');
    expect(sent.at(-1)?.body.lines).toMatchObject([
      { kind: 'letters', text: 'Happy 30th', size: '4ft' },
      { kind: 'letters', text: '2027', size: '2ft' },
      { kind: 'item', itemId: 3, quantity: 2 },
    ]);
    refuse = false;

    await user.click(screen.getByRole('button', { name: 'Remove 2027' }));
    expect(screen.queryByLabelText('Words of line 2')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByLabelText<HTMLInputElement>('Words of line 2').value).toBe('2027');
    tooMany = true;
    await user.click(screen.getByRole('button', { name: 'One Balloon arch less' }));
    const short = () => [...document.querySelectorAll('.line-short')].map(({ textContent }) => textContent);
    await waitFor(() => expect(short()).toEqual(['Not enough 2', 'Not enough Balloon arch']));
    tooMany = false;
    await user.type(screen.getByLabelText('Words of line 2'), '!');
    await waitFor(() => expect(short()).toEqual([]));
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Your booking request has been sent!' });
    expect(sent.at(-1)?.body.lines).toHaveLength(3);
  });
});
