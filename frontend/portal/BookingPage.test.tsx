import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CustomersBooking } from '@/paying/calls';
import { option, usualOptions } from '@/testing/bookings';
import { customersBooking, glow, nothingDue } from '@/testing/customer-pages';
import { answer, fail, refuse } from '@/testing/server';
import { enterInto } from '@/testing/typing';
import { BookingPage } from './BookingPage';

const path = '/api/public/bookings/token';

/** Sample booking with dates far in the future. */
function booking(rest: Partial<CustomersBooking> = {}): CustomersBooking {
  return customersBooking({
    company: { ...glow, address: '1 Main Street' },
    customerName: 'Jane Miller',
    deliveryDate: '2099-06-05T12:00:00-04:00',
    pickupDate: '2099-06-07T10:00:00-04:00',
    pickupTimeGiven: true,
    preferredInstallTime: 'afternoon',
    venueName: 'The Foundry',
    venueAddress: '9 Elm Street',
    eventType: 'wedding',
    addOns: { lighting: true, stand: false },
    options: [...usualOptions, option('addOn', 'lighting', { label: 'LED Lighting' })],
    lines: [{ text: 'Letters', detail: '4 letters × $25.00 × 2 days', amount: '$200.00' }],
    total: 200,
    received: 50,
    balanceDue: 150,
    canceling: {
      possible: true,
      fee: 0,
      refund: 50,
      toCard: 0,
      freeUntil: '2099-06-03T12:00:00-04:00',
      tiers: [],
    },
    paying: { ...nothingDue, balance: 150 },
    ...rest,
  });
}

const unsigned: NonNullable<CustomersBooking['contract']> = {
  state: 'waiting',
  signedAt: null,
  binding: null,
  waiting: { version: 1, total: 200 },
  differences: [],
  signedByYou: false,
  signUrl: null,
};

function openPage(rest: Partial<CustomersBooking> = {}) {
  answer('get', path, booking(rest));
  render(<BookingPage token="token" />);
  return userEvent.setup();
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe("a booking's page for its customer", () => {
  it('lists due dates and the cancellation cost by the steps of its terms', async () => {
    const tiers = [
      'Free of charge up to 14 days before the delivery.',
      'Up to 7 days before the delivery, 50% of the total is kept.',
    ];
    openPage({
      status: 'confirmed',
      schedule: [
        { due: '2099-05-01', amount: 100, paid: 50 },
        { due: '2099-05-22', amount: 100, paid: 0 },
      ],
      canceling: {
        possible: true,
        fee: 100,
        refund: 0,
        toCard: 0,
        freeUntil: '2099-05-22T23:59:59-04:00',
        tiers,
      },
    });
    expect(await screen.findByText('$50.00 paid')).toBeTruthy();
    expect(screen.getByText(/^Due .*22/)).toBeTruthy();
    expect(await screen.findByText('Canceling now costs $100.00.')).toBeTruthy();
    for (const tier of tiers) expect(screen.getByText(tier)).toBeTruthy();
    expect(screen.queryByText(/the fee is your/)).toBeNull();
  });

  it('shows the sign, days, place, price and contact details', async () => {
    openPage();
    expect(await screen.findByRole('heading', { name: 'Your sign is booked' })).toBeTruthy();
    const agreed = await part('Booking details');
    expect(agreed.getByText('Friday, June 5, 2099')).toBeTruthy();
    // Without an agreed time the chosen hours are shown.
    expect(agreed.getByText('Afternoon (12pm-4pm)')).toBeTruthy();
    expect(agreed.getByText('9 Elm Street')).toBeTruthy();
    expect(agreed.getByRole('link', { name: 'Add to Your Calendar' }).getAttribute('href')).toBe(
      `${path}/calendar.ics`,
    );
    expect((await part('Price')).getByText('$150.00')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Confirmation (PDF)' }).getAttribute('href')).toBe(
      `${path}/confirmation.pdf`,
    );
    expect(screen.queryByRole('link', { name: /Invoice/ })).toBeNull();
    expect(screen.getByRole('link', { name: '555 0100' }).getAttribute('href')).toBe('tel:5550100');
    await waitFor(() => expect(document.title).toBe('Booking #3 · Glow & Co.'));
  });

  it('links to the contract that waits for the customer’s signature', async () => {
    openPage({ contract: { ...unsigned, signUrl: 'https://x.test/contract/own' } });
    const contract = await part('Contract');
    expect(await contract.findByText('The contract waits for your signature.')).toBeTruthy();
    expect(contract.getByRole('link', { name: 'Read and Sign' }).getAttribute('href')).toBe(
      'https://x.test/contract/own',
    );
    expect(contract.queryByRole('link', { name: /PDF/ })).toBeNull();
  });

  it('shows when the contract was signed, with its PDF', async () => {
    openPage({
      contract: {
        ...unsigned,
        state: 'signed',
        signedAt: '2099-05-02T10:00:00-04:00',
        binding: { version: 1, total: 1000 },
        waiting: null,
      },
    });
    const contract = await part('Contract');
    expect(await contract.findByText('Signed on Saturday, May 2, 2099.')).toBeTruthy();
    expect(contract.getByRole('link', { name: 'Signed contract (PDF)' }).getAttribute('href')).toBe(
      `${path}/contract.pdf`,
    );
    expect(contract.queryByRole('link', { name: 'Read and Sign' })).toBeNull();
  });

  it('shows which total binds until a change is signed', async () => {
    const changed = {
      ...unsigned,
      signedAt: '2099-05-02T10:00:00-04:00',
      binding: { version: 1, total: 1000 },
      waiting: { version: 2, total: 1125 },
    };
    openPage({ contract: { ...changed, signUrl: 'https://x.test/contract/own' } });
    expect(
      await screen.findByText('$1,125.00 waits for your signature; $1,000.00 binds until then.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Signed contract (PDF)' })).toBeTruthy();
    cleanup();
    openPage({ contract: { ...changed, signedByYou: true } });
    expect(
      await screen.findByText(
        'You have signed. The contract waits for the other signatures; $1,000.00 binds until then.',
      ),
    ).toBeTruthy();
  });

  it("gives its buttons the business's color", async () => {
    const brand = { color: '#ffb648', text: '#000000' };
    openPage({ company: { ...glow, brand } });
    await screen.findByRole('heading', { name: 'Your sign is booked' });
    const { style } = document.documentElement;
    expect(style.getPropertyValue('--action')).toBe('#ffb648');
    expect(style.getPropertyValue('--on-action')).toBe('#000000');
  });

  it('links a replaced booking to the one that took its place', async () => {
    openPage({
      status: 'canceled',
      state: 'canceled',
      received: 0,
      balanceDue: 0,
      replacedBy: { number: 9, pageUrl: 'https://x.test/b/new' },
    });

    expect(await screen.findByRole('heading', { name: 'You changed this booking' })).toBeTruthy();
    expect(screen.getByText(/^Booking #9 took its place\./)).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'See Booking #9' });
    expect(link.getAttribute('href')).toBe('https://x.test/b/new');
    expect(screen.queryByText('Book this sign again')).toBeNull();
    expect(screen.queryByText(/canceled/)).toBeNull();
  });

  it('shows an authorized card and the promise to reply, without offering to pay', async () => {
    const until = '2099-06-04T18:00:00-04:00';
    const { paying } = booking();
    openPage({
      status: 'pending',
      state: 'waiting_for_approval',
      authorized: 50,
      authorizedUntil: until,
      answerWithin: 'within a day',
      balanceDue: 225,
      held: { until, secondsLeft: 600_000 },
      paying: { ...paying, card: false, deposit: 0, balance: 0 },
    });

    expect(
      await screen.findByText(
        /^Your card is authorized for \$50\.00\. You are charged only if .+ confirms\. Your letters are held until \w{3}, Jun \d, 2099 at .+; you hear from .+ within a day\.$/,
      ),
    ).toBeTruthy();
    expect(await screen.findByText(/and you can pay the rest here afterward\.$/)).toBeTruthy();
    expect(screen.queryByText('Once your booking is confirmed, you can pay here.')).toBeNull();
  });

  it('shows how long a booking that the payment confirms is held', async () => {
    const { paying } = booking();
    const until = '2099-06-01T20:45:00-04:00';
    const held = { until, secondsLeft: 1500 };
    openPage({ status: 'pending', state: 'held', held, paying: { ...paying, payBy: until } });
    expect(await screen.findByRole('heading', { name: 'Pay to confirm your booking' })).toBeTruthy();
    expect((await screen.findByRole('timer')).textContent).toBe('Held for 25 minutes');
    // No clock time: the customer may be in another time zone.
    expect(screen.queryByText(/8:45/)).toBeNull();
    // On a phone, the payment section is above the price if paying confirms the booking, and below it otherwise.
    expect(screen.getByRole('region', { name: 'Payment' }).className).toContain('order-1');
  });

  it('offers to hold the letters again if they were not paid in time', async () => {
    const { paying } = booking();
    const user = openPage({ status: 'canceled', state: 'lapsed' });
    expect(await screen.findByRole('heading', { name: 'Your time to pay has expired' })).toBeTruthy();
    expect(screen.queryByText(/canceled/)).toBeNull();
    fail('post', `${path}/retake`, 409, 'Your letters were booked.', { code: 'not_enough_letters' });
    const retake = await screen.findByRole('button', { name: 'Hold My Letters Again' });
    await user.click(retake);
    expect((await screen.findByRole('alert')).textContent).toBe('Your letters were booked.');

    answer('post', `${path}/retake`, { state: 'held', payment: null });
    answer(
      'get',
      path,
      booking({
        status: 'pending',
        state: 'held',
        paying: { ...paying, payBy: '2099-06-01T20:45:00-04:00' },
      }),
    );
    await user.click(retake);
    expect(await screen.findByRole('heading', { name: 'Pay to confirm your booking' })).toBeTruthy();
  });

  it('shows the payment after the price if the booking does not depend on it', async () => {
    openPage({ status: 'confirmed' });
    expect((await screen.findByRole('region', { name: 'Payment' })).className).toContain('order-2');
  });

  it('offers the invoice once one exists, even for a canceled booking', async () => {
    openPage({ status: 'canceled', invoice: 'INV-2099-0001' });
    const invoice = await screen.findByRole('link', { name: 'Invoice INV-2099-0001 (PDF)' });
    expect(invoice.getAttribute('href')).toBe(`${path}/invoice.pdf`);
    expect(screen.queryByRole('link', { name: 'Confirmation (PDF)' })).toBeNull();
  });

  it('sends crew notes and change requests, and keeps refused input in its field', async () => {
    const user = openPage();
    const crew = await part('For the crew');
    await enterInto(user, crew.getByLabelText('Where are the power outlets?'), 'Left of the stage');
    const refused = refuse('post', `${path}/crew-notes`, { power: 'Too long' });
    await user.click(crew.getByRole('button', { name: 'Save Details' }));
    expect(await crew.findByText('Too long')).toBeTruthy();
    const notesSent = answer('post', `${path}/crew-notes`, booking());
    await user.click(crew.getByRole('button', { name: 'Save Details' }));
    expect(await crew.findByText('Saved. The crew will see your details.')).toBeTruthy();
    expect(crew.queryByText('Too long')).toBeNull();
    expect(notesSent.bodies).toEqual(refused.bodies);
    expect(notesSent.bodies[0]).toMatchObject({ power: 'Left of the stage' });

    const change = await part('Need to change something?');
    await user.click(change.getByRole('button', { name: 'Request a Change' }));
    expect(change.getByText('Describe the change you’d like')).toBeTruthy();
    const changesSent = answer(
      'post',
      `${path}/change-request`,
      booking({
        changeRequests: [
          {
            id: 1,
            text: 'Two hours later?',
            askedAt: '2099-05-01T09:00:00-04:00',
            doneAt: null,
            doneBy: null,
            outcome: null,
            answer: null,
          },
          {
            id: 2,
            text: 'In pink?',
            askedAt: '2099-05-01T09:00:00-04:00',
            doneAt: '2099-05-02T09:00:00-04:00',
            doneBy: null,
            outcome: 'declined',
            answer: 'We have no pink letters.',
          },
        ],
      }),
    );
    await enterInto(user, change.getByLabelText('What would you like to change?'), ' Two hours later? ');
    await user.click(change.getByRole('button', { name: 'Request a Change' }));
    expect(await change.findByText('Two hours later?')).toBeTruthy();
    expect(change.getByText(/Waiting for a reply$/)).toBeTruthy();
    expect(change.getByText(/Not possible$/)).toBeTruthy();
    expect(change.getByText('We have no pink letters.')).toBeTruthy();
    expect(changesSent.bodies).toEqual([{ text: 'Two hours later?' }]);
  });

  it('lets the customer agree to texts and end them', async () => {
    const textConsentWording = 'Text me about my booking. Reply STOP to end.';
    const user = openPage({ textConsentWording });
    const texts = await part('Texts');
    const box = await texts.findByRole('checkbox', { name: textConsentWording });
    expect(box).toHaveProperty('checked', false);
    const agreed = answer('patch', path, booking({ textConsentWording, textConsent: true }));
    await user.click(box);
    expect(await texts.findByText('Saved. Glow & Co. can text you.')).toBeTruthy();
    expect(agreed.bodies).toEqual([{ textConsent: true }]);
    expect(box).toHaveProperty('checked', true);

    fail('patch', path, 503, 'Try again later.');
    await user.click(box);
    expect((await texts.findByRole('alert')).textContent).toContain('Try again later.');
    expect(box).toHaveProperty('checked', true);
    const ended = answer('patch', path, booking({ textConsentWording }));
    await user.click(box);
    expect(await texts.findByText('Saved. Glow & Co. won’t text you.')).toBeTruthy();
    expect(ended.bodies).toEqual([{ textConsent: false }]);
  });

  it('shows a customer who replied STOP how to get texts again', async () => {
    openPage({ textConsent: true, textsStopped: true, textConsentWording: 'Text me.' });
    const texts = await part('Texts');
    expect(await texts.findByText(/^You replied STOP, so Glow & Co\. won’t text you\./)).toBeTruthy();
    expect(texts.queryByRole('checkbox')).toBeNull();
  });

  it('lets the customer end texts even if the business can no longer send any', async () => {
    openPage({ textConsent: true, textConsentWording: null });
    const box = await (await part('Texts')).findByRole('checkbox', {
      name: 'Glow & Co. may text me about my bookings.',
    });
    expect(box).toHaveProperty('checked', true);
  });

  it('does not mention texts if the business cannot send any', async () => {
    openPage();
    expect(await screen.findByRole('region', { name: 'All my bookings' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Texts' })).toBeNull();
  });

  it('shows the cancellation cost before canceling, and again if it changed', async () => {
    const user = openPage();
    const cancel = await part('Cancel your booking');
    expect(
      await cancel.findByText(
        /^Canceling is free until Wednesday, June 3, 2099, 12:00 PM. After that, the fee is your \$50.00 deposit./,
      ),
    ).toBeTruthy();
    expect(cancel.getByText(/Glow & Co. will refund \$50.00/)).toBeTruthy();
    await user.click(cancel.getByRole('button', { name: 'Cancel This Booking' }));
    expect(document.activeElement).toBe(cancel.getByRole('group', { name: 'Cancel' }));
    await enterInto(user, cancel.getByLabelText('Why? (Optional)'), 'It rains');
    const changed = fail('post', `${path}/cancel`, 409, 'Canceling costs $50.00 by now.');
    await user.click(cancel.getByRole('button', { name: 'Cancel Booking' }));
    expect(await cancel.findByText('Canceling costs $50.00 by now.')).toBeTruthy();
    expect(changed.bodies).toEqual([{ fee: 0, reason: 'It rains' }]);
    const at = '2099-06-04T09:00:00-04:00';
    answer(
      'post',
      `${path}/cancel`,
      booking({
        status: 'canceled',
        canceling: { possible: false, fee: 0, refund: 0, toCard: 0, freeUntil: at, tiers: [] },
        cancelFee: 50,
        cancelation: { at, fee: 50, reason: 'It rains' },
      }),
    );
    await user.click(cancel.getByRole('button', { name: 'Cancel Booking' }));
    const title = await screen.findByRole('heading', { name: 'This booking is canceled' });
    expect(document.activeElement).toBe(title);
    expect(
      screen.getByText(/^You canceled it on Thursday, June 4, 2099. The cancellation fee is \$50.00.$/),
    ).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'For the crew' })).toBeNull();
  });

  it('holds the letters at once if opened from the email', async () => {
    history.replaceState(null, '', '/b/token?retake=1');
    const retaken = answer('post', `${path}/retake`, { state: 'held', payment: null });
    openPage({ status: 'canceled', state: 'lapsed' });
    await waitFor(() => expect(retaken.bodies).toHaveLength(1));
    expect(location.search).toBe('');
  });

  it('shows the cancellation cost instead of the deposit if the business canceled', async () => {
    openPage({ status: 'canceled', deposit: 50, cancelFee: 67.5, balanceDue: 17.5 });
    expect(
      await screen.findByText(
        'Nothing will be delivered. Contact us with any questions. The cancellation fee is $67.50.',
      ),
    ).toBeTruthy();
    const price = within(screen.getByRole('region', { name: 'Price' }));
    expect(price.getByText('Cancellation fee').closest('div')?.textContent).toContain('$67.50');
    expect(price.getByText('Balance due').closest('div')?.textContent).toContain('$17.50');
    expect(price.queryByText('Deposit included')).toBeNull();
  });

  it.each([
    [{ status: 'pending' }, 'Request sent'],
    [{ status: 'pending', confirmAddress: true }, 'Please confirm your email'],
    [{ status: 'pending', confirmBy: '2099-05-01T09:30:00-04:00' }, 'Please confirm your email'],
    [{ status: 'pending', confirmAddress: true, addressConfirmed: true }, 'Your letters are not held'],
    [{ status: 'completed' }, 'This rental is over'],
    [{ deliveryDate: '2020-06-05T12:00:00-04:00' }, 'Enjoy your sign!'],
    [
      { deliveryDate: '2020-06-05T12:00:00-04:00', pickupDate: '2020-06-07T10:00:00-04:00' },
      'This rental is over',
    ],
    [{ status: 'canceled' }, 'This booking is canceled'],
    [{ status: 'canceled', state: 'declined' }, 'Your request was declined'],
  ] as const)('shows the title of its status: %j', async (rest, title) => {
    openPage(rest);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('explains what confirming the email address does', async () => {
    openPage({ status: 'pending', confirmBy: '2099-05-01T09:30:00-04:00' });
    expect(
      await screen.findByText(
        /^Your letters are held for \d+ days\. Open the link in the email we sent you to keep them\.$/,
      ),
    ).toBeTruthy();
  });

  it('shows that a confirmed request holds its letters', async () => {
    const held = { until: '2099-05-08T09:30:00-04:00', secondsLeft: 600_000 };
    openPage({ status: 'pending', addressConfirmed: true, held });
    expect(
      await screen.findByText(
        /^Your email is confirmed\. Your letters are held until \w{3}, May \d, 2099 at /,
      ),
    ).toBeTruthy();
  });

  it('lets the customer decline a change with a comment, or accept it once', async () => {
    const at = '2099-05-01T09:00:00-04:00';
    const before = {
      message: 'LUV',
      totalPrice: 150,
      deliveryDate: '2099-06-04',
      pickupDate: null,
      size: null,
    };
    const question = { number: 2, before, askedAt: at, answeredAt: null, agreed: null, text: null };
    const user = openPage({ agreement: question });
    const part = within(await screen.findByRole('region', { name: 'A change to your booking' }));
    expect((await part.findAllByRole('definition')).map((one) => one.textContent)).toEqual([
      '“LOVE” in 4ft',
      'Previously: “LUV” in 4ft',
      'Friday, June 5, 2099',
      'Previously: Thursday, June 4, 2099',
      '$200.00',
      'Previously: $150.00',
    ]);
    fail('post', `${path}/agreement`, 409, 'The booking has changed again.', { code: 'changed_since' });
    await user.click(part.getByRole('button', { name: 'I Don’t Agree' }));
    await enterInto(user, part.getByLabelText('What would work instead? (Optional)'), 'Only LUV');
    await user.click(part.getByRole('button', { name: 'Send Response' }));
    expect((await part.findByRole('alert')).textContent).toBe('The booking has changed again.');
    expect(part.getByDisplayValue('Only LUV')).toBeTruthy();

    await user.click(part.getByRole('button', { name: 'Back' }));
    const agreed = booking({ agreement: { ...question, answeredAt: at, agreed: true } });
    const sent = answer('post', `${path}/agreement`, agreed);
    await user.dblClick(part.getByRole('button', { name: 'I Agree' }));
    expect(await part.findByText('You agreed to the change, and Glow & Co. was notified.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ number: 2, agreed: true }]);
  });

  it('hides the payment card if a booking was canceled free of charge', async () => {
    openPage({ status: 'canceled', received: 0, balanceDue: 0, payments: [] });
    await screen.findByRole('heading', { name: 'This booking is canceled' });
    expect(screen.queryByRole('heading', { name: 'Payment' })).toBeNull();
  });

  it('reports an unknown link, and offers a retry if the server is unavailable', async () => {
    fail('get', path, 404, 'This link does not lead to a booking.');
    const { unmount } = render(<BookingPage token="token" />);
    expect(await screen.findByText('This link does not lead to a booking.')).toBeTruthy();
    unmount();
    fail('get', path, 503, 'The database is away.');
    render(<BookingPage token="token" />);
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    answer('get', path, booking());
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Your sign is booked' })).toBeTruthy();
  });
});
