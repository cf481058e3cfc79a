import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking, details, estimate, offerAnswered } from '@/testing/bookings';
import { quote } from '@/testing/quotes';
import { open } from '@/testing/render';
import { answer, signIn, venue } from '@/testing/server';

beforeEach(() => sessionStorage.clear());

async function openBuilder() {
  signIn();
  offerAnswered();
  answer('get', '/api/venues', [venue()]);
  const asked = answer('post', '/api/estimate', estimate());
  const page = open('/booking');
  await screen.findByLabelText('Message');
  return { ...page, asked };
}

/** Types all at once, as a paste does. */
async function put(user: UserEvent, label: string, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

async function fill(user: UserEvent) {
  await put(user, 'Message', 'LOVE');
  await user.selectOptions(screen.getByLabelText('Venue'), '1');
  await put(user, 'Delivery Date', '6/1/2027');
  await put(user, 'Pickup Date', '06/02/2027');
  await put(user, 'Customer Name', 'Jane Miller');
  await put(user, 'Email', 'jane@example.com');
  await screen.findByText('All letters are free on these dates');
}

describe('the quote builder', () => {
  it('prices as one types, with what is free', async () => {
    const { user, asked } = await openBuilder();
    await user.type(screen.getByLabelText('Message'), 'LOVE');
    const free = within(await screen.findByRole('list', { name: 'Free letters' }));
    expect(free.getAllByText('3 free')).toHaveLength(4);
    expect(screen.getAllByText('$150.00').length).toBeGreaterThan(0);
    expect(asked.bodies.at(-1)).toMatchObject({ message: 'LOVE', size: '4ft', colorOption: 'standard' });
    expect(asked.bodies.at(-1)).not.toHaveProperty('userId');

    // The sign has all lines, as they will stand.
    expect(screen.getByText(/^4 letters in 4ft, about [\d.]+ ft wide$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Letters' }));
    await user.click(screen.getAllByLabelText('Message')[1] as HTMLElement);
    await user.paste('2026');
    expect(screen.getByText(/^8 letters.* wide and [\d.]+ ft high$/)).toBeTruthy();
  });

  it('prices and saves more lines, and says at its line what is refused', async () => {
    signIn();
    offerAnswered({ hasCatalog: true });
    answer('get', '/api/venues', []);
    answer('get', '/api/items', [
      { id: 4, name: 'Balloon Arch', kind: 'counted', quantity: 2, price: 40, per: 'event', category: null },
    ]);
    answer('get', '/api/packages', [{ id: 9, name: 'Names', lines: [], blanks: 2, price: 650 }]);
    const base = estimate();
    const [first] = booking().lines;
    const item = { kind: 'item', itemId: 4, name: 'Balloon Arch', quantity: 2, price: 80 };
    const delivery = { zone: 'Central', fee: 0, toConfirm: false };
    const asked = answer('post', '/api/estimate', {
      ...base,
      lines: [first, item],
      letters: [...base.letters, 'L', 'L', 'L'],
      delivery,
    });
    const { user } = open('/booking');
    await user.click(await screen.findByLabelText('Message'));
    await user.paste('LOVE');
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    await user.clear(screen.getByLabelText('Quantity'));
    await user.type(screen.getByLabelText('Quantity'), '2');
    const letters = { kind: 'letters', text: 'LOVE', size: '4ft', colorOption: 'standard', addOns: {} };
    const sentItem = { kind: 'item', itemId: 4, quantity: 2 };
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ lines: [letters, sentItem] }));
    expect(await screen.findByText('$80.00')).toBeTruthy();
    expect(screen.getByText('Delivery in the zone Central is free.')).toBeTruthy();
    // The three that are free are those of one size.
    const free = within(screen.getByRole('list', { name: 'Free letters' }));
    expect([free.getByText('×4'), free.getAllByText('3 free').length]).toEqual([expect.anything(), 3]);

    await user.click(screen.getByRole('button', { name: 'Add Package' }));
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    expect((await screen.findAllByText('Enter a word for each blank')).length).toBeGreaterThan(0);
    await put(user, 'Word 1', 'MR');
    await put(user, 'Word 2', 'MRS');
    const sentence = 'Quantity can be at most 1';
    const sent = answer(
      'post',
      '/api/quotes',
      { message: sentence, code: 'invalid', fields: { 'lines[1].quantity': sentence } },
      422,
    );
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    const list = within(screen.getByRole('list', { name: 'More lines' }));
    expect(await list.findByText(sentence)).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({
      lines: [letters, sentItem, { kind: 'package', packageId: 9, words: ['MR', 'MRS'] }],
    });
    expect(sent.bodies[0]).not.toHaveProperty('message');
  });

  it('books items without a message', async () => {
    signIn();
    offerAnswered({ hasCatalog: true });
    answer('get', '/api/venues', []);
    answer('get', '/api/items', [
      { id: 4, name: 'Balloon Arch', kind: 'counted', quantity: 2, price: 40, per: 'event', category: null },
    ]);
    answer('get', '/api/packages', []);
    const item = { kind: 'item', itemId: 4, name: 'Balloon Arch', quantity: 1, price: 40 };
    const asked = answer('post', '/api/estimate', { ...estimate(), lines: [item], letters: [] });
    const sent = answer('post', '/api/bookings', booking(), 201);
    const { user } = open('/booking');
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    const line = { kind: 'item', itemId: 4, quantity: 1 };
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ lines: [line] }));
    await put(user, 'Delivery Date', '6/1/2027');
    await put(user, 'Pickup Date', '06/02/2027');
    await put(user, 'Customer Name', 'Jane Miller');
    await put(user, 'Email', 'jane@example.com');
    await waitFor(() => expect(screen.queryByText(/Still needed/)).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Book at Once' })).toHaveProperty('disabled', false),
    );
    await user.click(screen.getByRole('button', { name: 'Book at Once' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ lines: [line] });
    expect(sent.bodies[0]).not.toHaveProperty('message');
  });

  it('takes a discount code once it is applied, and the damage waiver', async () => {
    signIn();
    offerAnswered({ discountCodes: true, damageWaiver: { percent: 10, amount: null, optOut: false } });
    answer('get', '/api/venues', []);
    const asked = answer('post', '/api/estimate', estimate());
    const { user } = open('/booking');
    await screen.findByLabelText('Message');
    await put(user, 'Message', 'LOVE');
    await put(user, 'Discount Code', 'SUMMER');
    await waitFor(() => expect(asked.bodies.length).toBeGreaterThan(0));
    expect(asked.bodies.some((body) => 'discountCode' in (body as object))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('switch', { name: 'Damage Waiver' }));
    await waitFor(() =>
      expect(asked.bodies.at(-1)).toMatchObject({ discountCode: 'SUMMER', damageWaiver: true }),
    );
    expect((screen.getByLabelText('Discount') as HTMLInputElement).disabled).toBe(true);
    const sent = answer('post', '/api/quotes', quote(), 201);
    answer('get', '/api/quotes/7', quote());
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    await waitFor(() => expect(sent.bodies[0]).toMatchObject({ discountCode: 'SUMMER', damageWaiver: true }));
  });

  it('checks the sign against its venue, and forgets what it found when the sign is another', async () => {
    const { user } = await openBuilder();
    expect(screen.queryByRole('button', { name: 'Check the Site' })).toBeNull();
    await put(user, 'Message', 'LOVE');
    await user.selectOptions(screen.getByLabelText('Venue'), '1');
    const sent = answer('post', '/api/site-check', {
      widthInches: 118,
      heightInches: 48,
      watts: 800,
      weightPounds: 160,
      circuits: [{ amps: 15, watts: 800, letters: ['L', 'O', 'V', 'E'] }],
      cords: [],
      fits: false,
      findings: [{ kind: 'width', over: 18 }],
      lines: [],
      withoutPower: [],
      standsMph: 13,
      estimated: [],
      site: { wallWidthInches: 100 },
    });
    await user.click(screen.getByRole('button', { name: 'Check the Site' }));
    expect(await screen.findByText('1 ft 6 in too wide for the wall')).toBeTruthy();
    const line = { kind: 'letters', text: 'LOVE', size: '4ft' };
    expect(sent.bodies).toEqual([{ gapInches: 4, venueId: 1, lines: [line] }]);
    await put(user, 'Message', 'S');
    expect(screen.queryByText('1 ft 6 in too wide for the wall')).toBeNull();
    expect(screen.getByRole('button', { name: 'Check the Site' })).toBeTruthy();
  });

  it('names what is still needed to book, and goes there', async () => {
    const { user } = await openBuilder();
    const book = screen.getByRole('button', { name: 'Book at Once' }) as HTMLButtonElement;
    expect(book.disabled).toBe(true);
    await user.type(screen.getByLabelText('Message'), 'LOVE');
    await user.click(book.parentElement as HTMLElement);
    expect(await screen.findByText('Missing information')).toBeTruthy();
    expect(screen.getByText('Please fill out all required fields')).toBeTruthy();
    expect(screen.getByText("Enter the customer's name")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Venue'));
  });

  it('saves a quote from little more than a message', async () => {
    const { user, address } = await openBuilder();
    await put(user, 'Message', 'LOVE');
    const sent = answer('post', '/api/quotes', quote(), 201);
    answer('get', '/api/quotes/7', quote());
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    expect(await screen.findByText('Quote saved')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Quote #7' })).toBeTruthy();
    expect(address()).toBe('/quotes?id=7');
    expect(sent.bodies[0]).toMatchObject({
      message: 'LOVE',
      size: '4ft',
      venueId: null,
      customerName: null,
      customerEmail: null,
      deliveryDate: null,
      extraLines: [],
      discount: null,
      discountCode: null,
      damageWaiver: null,
      expiresAt: null,
      holdLetters: false,
    });
  });

  it('prices own lines and a discount as one types, and saves them', async () => {
    const { user, asked } = await openBuilder();
    await put(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Add a Line' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 1'));
    await user.paste('Sunday delivery');
    await put(user, 'Amount of line 1', '$1,075.50');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 2'));
    await user.selectOptions(screen.getByLabelText('Discount As'), 'percent');
    await put(user, 'Discount', '12.5');
    const priced = {
      extraLines: [{ text: 'Sunday delivery', amount: 1075.5 }],
      discount: { kind: 'percent', percent: 12.5 },
    };
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject(priced));
    const sent = answer('post', '/api/quotes', { message: 'No.', code: 'invalid' }, 422);
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject(priced);
    await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 1'));
  });

  it('says what is wrong with a line and with a discount, and keeps both', async () => {
    const { user } = await openBuilder();
    await put(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Add a Line' }));
    await put(user, 'Amount of line 1', '1.005');
    expect(screen.getByText('Use at most two decimals')).toBeTruthy();
    const refused = {
      message: 'Please check the form.',
      code: 'invalid',
      fields: { discount: 'The discount is more than the order' },
    };
    answer('post', '/api/estimate', refused, 422);
    await put(user, 'Discount', '5000');
    expect(await screen.findByText('The discount is more than the order')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    expect((await screen.findAllByText('Say what it is for')).length).toBeGreaterThan(0);
    expect((screen.getByLabelText('Discount') as HTMLInputElement).value).toBe('5000');
  });

  it('asks for the dates before it sends, and then to whom it goes', async () => {
    const { user } = await openBuilder();
    await put(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Send Quote' }));
    expect(await screen.findByText('Enter the delivery date')).toBeTruthy();
    await fill(user);
    answer('post', '/api/quotes', quote({ message: 'LOVELOVE' }), 201);
    answer('get', '/api/quotes/7', quote());
    await user.click(screen.getByRole('button', { name: 'Send Quote' }));
    expect(await screen.findByRole('dialog', { name: 'Send Quote #7' })).toBeTruthy();
  });

  it('books with own lines by way of a quote', async () => {
    const { user, address } = await openBuilder();
    await fill(user);
    await put(user, 'Discount', '10');
    const saved = answer('post', '/api/quotes', quote(), 201);
    const booked = answer('post', '/api/quotes/7/book', booking(), 201);
    answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
    answer('get', '/api/bookings/7', details());
    const book = screen.getByRole('button', { name: 'Book at Once' }) as HTMLButtonElement;
    await waitFor(() => expect(book.disabled).toBe(false));
    await user.click(book);
    await waitFor(() => expect(address()).toBe('/bookings?id=7'));
    expect(saved.bodies[0]).toMatchObject({ discount: { kind: 'amount', amount: 10 } });
    expect(booked.bodies).toEqual([{}]);
  });

  it('changes an existing quote, and says what that means for the customer', async () => {
    signIn();
    offerAnswered();
    answer('get', '/api/venues', [venue()]);
    const asked = answer('post', '/api/estimate', estimate());
    const sentOne = quote({
      revision: 4,
      status: 'seen',
      number: 'Q-2026-0007',
      sentVersion: 1,
      deliveryDate: '2027-06-01T14:00:00-04:00',
      extraLines: [{ text: 'Sunday delivery', amount: 75 }],
      discount: { kind: 'percent', percent: 10 },
    });
    answer('get', '/api/quotes/7', sentOne);
    const { user, address } = open('/quotes/edit?id=7');
    expect(await screen.findByText(/keeps seeing version 1 until you send the new one/)).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>('Text of line 1')).value).toBe('Sunday delivery');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ quoteId: 7 }));
    await put(user, 'Customer Name', ' Jr.');
    const sent = answer('patch', '/api/quotes/7', quote({ status: 'draft', version: 2 }));
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    await waitFor(() => expect(address()).toBe('/quotes?id=7'));
    expect(sent.bodies[0]).toMatchObject({
      expectedRevision: 4,
      customerName: 'Jane Miller Jr.',
      deliveryDate: '2027-06-01T14:00:00-04:00',
      discount: { kind: 'percent', percent: 10 },
    });
  });

  it('keeps what was typed when somebody else changed the quote, until it is loaded again', async () => {
    signIn();
    offerAnswered();
    answer('get', '/api/venues', [venue()]);
    answer('post', '/api/estimate', estimate());
    answer('get', '/api/quotes/7', quote({ note: 'First' }));
    const { user } = open('/quotes/edit?id=7');
    const note = 'Note to the Customer (Optional)';
    await user.type(await screen.findByLabelText(note), ', mine');
    const message = 'This quote has been changed since you opened it.';
    answer('patch', '/api/quotes/7', { message, code: 'changed_meanwhile', revision: 2 }, 409);
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    const again = await screen.findByRole('button', { name: 'Load It Again' });
    expect(screen.getByLabelText(note)).toHaveProperty('value', 'First, mine');
    answer('get', '/api/quotes/7', quote({ note: 'Theirs', revision: 2 }));
    await user.click(again);
    await waitFor(() => expect(screen.getByLabelText(note)).toHaveProperty('value', 'Theirs'));
    expect(screen.queryByRole('button', { name: 'Load It Again' })).toBeNull();
  });

  it('goes to the discount that the server finds too large', async () => {
    const { user } = await openBuilder();
    await put(user, 'Message', 'LOVE');
    await put(user, 'Discount', '500');
    const discount = 'The discount can be at most 100.00, what it is taken off';
    answer('post', '/api/quotes', { message: discount, code: 'invalid', fields: { discount } }, 422);
    await user.click(screen.getByRole('button', { name: 'Save as Quote' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Discount')));
    expect(screen.getAllByText(discount).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Discount')).toHaveProperty('value', '500');
  });

  it('books at once and leads to the booking', async () => {
    const { user, address } = await openBuilder();
    await fill(user);
    const sent = answer('post', '/api/bookings', booking(), 201);
    answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
    answer('get', '/api/bookings/7', details());
    await user.click(screen.getByRole('button', { name: 'Book at Once' }));
    expect(await screen.findByText('Booking submitted')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Booking #3' })).toBeTruthy();
    expect(address()).toBe('/bookings?id=7');
    expect(sent.bodies).toEqual([
      {
        message: 'LOVE',
        size: '4ft',
        venueId: 1,
        deliveryDate: '2027-06-01',
        pickupDate: '2027-06-02',
        colorOption: 'standard',
        addOns: {},
        customerName: 'Jane Miller',
        customerEmail: 'jane@example.com',
        asRequest: false,
        notify: true,
      },
    ]);
  });

  it('finds one of many venues by typing, and books at the times that were agreed', async () => {
    signIn();
    offerAnswered();
    const halls = Array.from({ length: 14 }, (_, at) => venue({ id: at + 2, name: `Hall ${at + 1}` }));
    answer('get', '/api/venues', [...halls, venue({ id: 40, name: 'Café Señora' })]);
    answer('post', '/api/estimate', estimate());
    const { user } = open('/booking');
    await screen.findByLabelText('Message');
    const field = screen.getByRole('combobox', { name: 'Venue' });
    await user.type(field, 'cafe se');
    expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]?.textContent).toContain(
      'Café Señora',
    );
    await user.keyboard('{Enter}');
    expect(field).toHaveProperty('value', expect.stringContaining('Café Señora'));
    await user.type(field, 'hall 1{ArrowDown}{Escape}');
    expect(field).toHaveProperty('value', expect.stringContaining('Café Señora'));
    await put(user, 'Message', 'LOVE');
    await put(user, 'Delivery Date', '6/1/2027');
    await put(user, 'Pickup Date', '06/02/2027');
    await user.type(screen.getByLabelText('Delivery Time'), '07:30');
    await user.type(screen.getByLabelText('Pickup Time'), '23:30');
    await put(user, 'Customer Name', 'Jane Miller');
    await put(user, 'Email', 'jane@example.com');
    await screen.findByText('All letters are free on these dates');
    const sent = answer('post', '/api/bookings', booking(), 201);
    answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
    answer('get', '/api/bookings/7', details());
    await user.click(screen.getByRole('button', { name: 'Book at Once' }));
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([
        { venueId: 40, deliveryDate: '2027-06-01T07:30', pickupDate: '2027-06-02T23:30' },
      ]),
    );
  });

  it('books at a place that was typed without a quote, and keeps it as a request when told to', async () => {
    const { user } = await openBuilder();
    await fill(user);
    await user.selectOptions(screen.getByLabelText('Venue'), '');
    await user.type(screen.getByLabelText('Place (Optional)'), 'The old barn');
    await user.click(screen.getByLabelText('Keep as request'));
    const sent = answer('post', '/api/bookings', booking(), 201);
    answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
    answer('get', '/api/bookings/7', details());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Book at Once' })).toHaveProperty('disabled', false),
    );
    await user.click(screen.getByRole('button', { name: 'Book at Once' }));
    expect(await screen.findByText("Jane Miller's booking is kept as a request.")).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ venueName: 'The old barn', asRequest: true, notify: false }]);
  });

  it('books over the stock only with a reason', async () => {
    const { user } = await openBuilder();
    await fill(user);
    const short = {
      available: false,
      shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
      alternatives: [],
    };
    // The letters go while the form is being filled in: the refusal tells.
    const message = 'Not enough letters on June 1, 2027: E is not free.';
    answer('post', '/api/bookings', { message, code: 'not_enough_letters', ...short }, 409);
    await user.click(screen.getByRole('button', { name: 'Book at Once' }));
    expect(await screen.findByText('1 × E needed, 0 free on Jun 1, 2027')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Book Over Stock' }));
    expect(
      screen.getAllByText('State a reason, for example: borrowed from a colleague').length,
    ).toBeGreaterThan(0);
    const sent = answer('post', '/api/bookings', { message: 'No.', code: 'invalid' }, 422);
    await user.type(screen.getByLabelText('Where do the missing letters come from?'), 'Borrowed');
    await user.click(screen.getByRole('button', { name: 'Book Over Stock' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ overbookReason: 'Borrowed' });
  });

  it('takes an alternative with one tap', async () => {
    const { user, asked } = await openBuilder();
    await fill(user);
    const alternative = {
      kind: 'dates' as const,
      size: '4ft',
      sizeLabel: '4ft',
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      total: 150,
    };
    answer(
      'post',
      '/api/estimate',
      estimate({
        available: false,
        shortages: [{ letter: 'E', needed: 2, day: '2027-06-01', free: 1 }],
        alternatives: [alternative],
      }),
    );
    await user.type(screen.getByLabelText('Message'), 'E');
    await user.click(await screen.findByRole('button', { name: /^Thu, Jun 3, 2027 to Fri, Jun 4, 2027/ }));
    expect((screen.getByLabelText('Delivery Date') as HTMLInputElement).value).toBe('06/03/2027');
    expect((screen.getByLabelText('Pickup Date') as HTMLInputElement).value).toBe('06/04/2027');
    expect(asked.bodies.length).toBeGreaterThan(0);
  });

  it('keeps what was typed over a reload', async () => {
    const { user } = await openBuilder();
    await user.type(screen.getByLabelText('Message'), 'BABY');
    await user.type(screen.getByLabelText('Discount'), '99');
    cleanup();
    await openBuilder();
    expect((screen.getByLabelText('Message') as HTMLInputElement).value).toBe('BABY');
    expect((screen.getByLabelText('Discount') as HTMLInputElement).value).toBe('99');
  });

  it('says that stock is not checked without letters', async () => {
    const { user } = await openBuilder();
    answer('post', '/api/estimate', estimate({ stockChecked: false, free: {} }));
    await user.type(screen.getByLabelText('Message'), 'HI');
    expect(await screen.findByText(/Stock is not checked, because you have no letters yet/)).toBeTruthy();
  });

  it('says what went wrong when the form could not be loaded', async () => {
    signIn();
    answer('get', '/api/booking-form', { message: 'The service is not available right now.' }, 503);
    open('/booking');
    expect(await screen.findByText('The form could not be loaded')).toBeTruthy();
  });
});
