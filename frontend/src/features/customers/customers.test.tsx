import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Customer } from '@/api/customers';
import { booking } from '@/testing/bookings';
import { faults, open } from '@/testing/render';
import { ada, answer, fail, refuse, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';
import { customerSchema, formOf, inputOf } from './customer';

const jane: Customer = {
  id: 5,
  kind: 'person',
  name: 'Jane Miller',
  emails: ['jane@example.com'],
  phones: [{ number: '914.555.0100 x2', e164: '+19145550100', extension: '2' }],
  address: '1 Main St\nAlbany, NY',
  notes: 'Calls on Mondays',
  tags: ['planner'],
  language: 'en',
  taxExemption: null,
  referredBy: null,
  textConsent: null,
  bookings: 2,
  quotes: 0,
  lastEvent: '2026-06-01',
  nextEvent: '2030-06-01',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  erasedAt: null,
  totals: { booked: 900, received: 450, balance: 450 },
  discountPercent: 10,
  paymentPolicy: null,
};
const other: Customer = { ...jane, id: 6, name: 'Jane M.', bookings: 1, tags: [], notes: null };
const rows = [
  booking({ id: 71, number: 71, message: 'LOVE', deliveryDate: '2030-06-01', pickupDate: '2030-06-02' }),
  booking({ id: 70, number: 70, message: 'BABY', status: 'completed', deliveryDate: '2026-06-01' }),
];

function openPage(pairs: object[] = []) {
  signIn();
  answer('get', '/api/customers/5', { ...jane });
  answer('get', '/api/customers/6', { ...other });
  answer('get', '/api/customers/duplicates', pairs as never);
  answer('get', '/api/bookings', { items: rows, nextCursor: null } as never);
  answer('get', '/api/quotes', { items: [], nextCursor: null, counts: {} } as never);
  return open('/customers/5');
}

function openList(items: Customer[], q = '') {
  signIn();
  answer('get', '/api/customers/duplicates', []);
  answer('get', '/api/customers', { items, nextCursor: null } as never);
  return open(`/customers${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`);
}

describe('the list of customers', () => {
  it('links each customer to their page and is accessible', async () => {
    openList([jane, other]);
    const link = await screen.findByRole('link', { name: 'Jane Miller' });
    expect(link.getAttribute('href')).toBe('/customers/5');
    expect(await faults()).toEqual([]);
  });

  it('keeps the search, the tag and the order in the address', async () => {
    const { user, address } = openList([jane]);
    await user.click(await screen.findByRole('button', { name: 'Show only customers tagged planner' }));
    await waitFor(() => expect(address()).toContain('tag=planner'));
    await enterInto(user, screen.getByRole('searchbox'), '914 555 0100');
    await waitFor(() => expect(address()).toContain('q=914'));
  });

  it('starts a quote or a customer with an unknown number', async () => {
    const { user } = openList([], '+1 718 555 0199');
    const link = await screen.findByRole('link', { name: 'New Quote' });
    expect(link.getAttribute('href')).toBe(`/booking?caller=${encodeURIComponent('+1 718 555 0199')}`);
    await user.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Add Customer' })[0] as HTMLElement,
    );
    expect(await screen.findByLabelText('Phone Numbers')).toHaveProperty('value', '+1 718 555 0199');
  });
});

describe('the page of a customer', () => {
  it('shows what comes, what was, the figures and the contact details', async () => {
    openPage();
    expect(await screen.findByText('Coming Up')).toBeTruthy();
    expect(screen.getByRole('link', { name: '“LOVE”' }).getAttribute('href')).toBe('/bookings?id=71');
    expect(screen.getByText('Open Balance')).toBeTruthy();
    expect(screen.getByText('Calls on Mondays')).toBeTruthy();
    expect(screen.getByText('10%')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Quote' }).getAttribute('href')).toBe('/booking?customer=5');
    expect(screen.getByRole('link', { name: 'Same Again' }).getAttribute('href')).toBe('/bookings?id=71');
    expect(await faults()).toEqual([]);
  });

  it('shows the server’s errors at their fields and keeps the input', async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await retype(user, dialog.getByLabelText('Email Addresses'), 'nobody');
    refuse('patch', '/api/customers/5', { 'emails[0]': 'Enter a valid email address' });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Enter a valid email address')).toBeTruthy();
    expect(dialog.getByLabelText('Email Addresses')).toHaveProperty('value', 'nobody');
  });

  it('merges a possible duplicate, and undoes it', async () => {
    const { user } = openPage([{ customerIds: [6, 5], because: ['phone'] }]);
    expect(await screen.findByText('They have the same phone number.')).toBeTruthy();
    const merged = answer('post', '/api/customers/5/merge', {
      ...jane,
      mergeId: 3,
      undoUntil: '2026-12-29T00:00:00Z',
    });
    const undone = answer('post', '/api/customers/merges/3/undo', { ...jane });
    await user.click(screen.getByRole('button', { name: 'Merge into Jane Miller' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Merge undone')).toBeTruthy();
    expect([merged.bodies, undone.bodies]).toEqual([[{ other: 6 }], [null]]);
  });

  it('offers the export, and erases the customer once the name is typed', async () => {
    const { user } = openPage();
    answer('get', '/api/booking-rules', bookingRules() as never);
    const link = await screen.findByRole('link', { name: 'Export Data' });
    expect(link.getAttribute('href')).toBe('/api/customers/5/export');
    await user.click(screen.getByRole('button', { name: 'Erase Customer' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText(/Issued invoices stay as they are for 10 years/)).toBeTruthy();
    expect(await faults()).toEqual([]);
    const confirm = question.getByRole('button', { name: 'Erase Customer' });
    await user.click(confirm);
    expect(question.getByText('Enter the customer’s name')).toBeTruthy();
    await enterInto(user, question.getByLabelText(/Type “Jane Miller” to confirm/), 'Jane Miller');
    fail('post', '/api/customers/5/erase', 409, 'This customer has something open.', {
      code: 'something_open',
      bookings: [{ bookingId: 71, number: 12 }],
      quotes: [8],
      waiting: [3],
    });
    await user.click(confirm);
    const open = await question.findByRole('link', { name: 'Booking #12' });
    expect(open.getAttribute('href')).toBe('/bookings?id=71');
    expect(question.getByRole('link', { name: 'Quote #8' })).toBeTruthy();
    expect(question.getByText('1 waiting list entry')).toBeTruthy();
    const sent = answer('post', '/api/customers/5/erase', { erasedAt: '2026-11-29T00:00:00Z' });
    const erasedAt = '2026-11-29T00:00:00-05:00';
    const gone = { name: 'Erased', emails: [], phones: [], tags: [], notes: null, address: null, erasedAt };
    answer('get', '/api/customers/5', { ...jane, ...gone });
    await user.click(confirm);
    expect(await screen.findByRole('heading', { name: 'Erased' })).toBeTruthy();
    expect(screen.queryByText('Open Balance')).toBeNull();
    expect(screen.queryByText('Coming Up')).toBeNull();
    expect(sent.bodies).toEqual([{ confirm: 'Jane Miller' }]);
  });

  it('shows when, where and in which words the customer agreed to texts', async () => {
    openPage();
    const wording = 'Text me about my booking. Reply STOP to end.';
    const textConsent = { given: true, at: '2027-05-03T16:00:00Z', wording, source: 'booking form' };
    answer('get', '/api/customers/5', { ...jane, textConsent });
    expect(await screen.findByText(/^Agreed on the booking form on .*2027/)).toBeTruthy();
    expect(screen.getByText(`“${wording}”`)).toBeTruthy();
  });

  it('records consent given in person, and shows that STOP stays in effect', async () => {
    const { user } = openPage();
    answer('get', '/api/conversations/overview', { visible: false, canText: true, unread: 0 });
    const wording = 'Text me about my booking. Reply STOP to end.';
    const path = '/api/customers/5/text-consent';
    answer('get', path, { textConsent: null, wording, optedOut: true });
    await user.click(await screen.findByRole('button', { name: 'Record Consent' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(`“${wording}”`)).toBeTruthy();
    expect(dialog.getByText('This customer replied STOP.')).toBeTruthy();
    expect(await faults()).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('How They Agreed'), 'In person');
    const textConsent = { given: true, at: '2027-05-03T16:00:00Z', wording, source: 'in person' };
    const sent = answer('put', path, { textConsent, wording, optedOut: true });
    answer('get', '/api/customers/5', { ...jane, textConsent });
    await user.click(dialog.getByRole('button', { name: 'Record Consent' }));
    expect(await screen.findByText('Texts stay off until the customer texts START.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ given: true, source: 'in person' }]);
    expect(await screen.findByText(/^Agreed in person on .*2027/)).toBeTruthy();
  });

  it('withdraws consent', async () => {
    const { user } = openPage();
    const wording = 'Text me about my booking. Reply STOP to end.';
    const textConsent = { given: true, at: '2027-05-03T16:00:00Z', wording, source: 'booking form' };
    answer('get', '/api/customers/5', { ...jane, textConsent });
    const path = '/api/customers/5/text-consent';
    answer('get', path, { textConsent, wording, optedOut: false });
    await user.click(await screen.findByRole('button', { name: 'Withdraw Consent' }));
    const dialog = within(await screen.findByRole('dialog'));
    const sent = answer('put', path, {
      textConsent: { ...textConsent, given: false },
      wording,
      optedOut: false,
    });
    await user.click(dialog.getByRole('button', { name: 'Withdraw Consent' }));
    expect(await screen.findByText('Consent withdrawn')).toBeTruthy();
    expect(sent.bodies).toEqual([{ given: false, source: 'by phone' }]);
  });

  it('shows who referred the customer, and changes it', async () => {
    const { user } = openPage();
    answer('get', '/api/partners', [{ id: 2, name: 'Bright Weddings', active: true }] as never);
    answer('get', '/api/customers/5', { ...jane, referredBy: { customerId: 6 } });
    const link = await screen.findByRole('link', { name: 'Jane M.' });
    expect(link.getAttribute('href')).toBe('/customers/6');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText(/^Customer/)).toHaveProperty('value', 'Jane M.'));
    await user.selectOptions(dialog.getByLabelText('Referred By'), 'Partner');
    await user.selectOptions(dialog.getByLabelText(/^Partner/), 'Bright Weddings');
    const sent = answer('patch', '/api/customers/5', { ...jane });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toMatchObject([{ referredBy: { partnerId: 2 } }]));
  });

  it('splits a booking off', async () => {
    const { user, address } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Split off booking #70' }));
    const sent = answer('post', '/api/customers/5/split', { ...other }, 201);
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Split Off' }));
    await waitFor(() => expect(address()).toBe('/customers/6'));
    expect(sent.bodies).toEqual([{ bookingIds: [70] }]);
  });
});

describe('the form of a customer', () => {
  const format = { dateFormat: 'MM/DD/YYYY', timeFormat: '12h', timeZone: ada.timeZone } as never;

  it('keeps the extension of an unchanged number, and sends empty values as none', () => {
    const form = {
      ...formOf(format, jane),
      emails: ' a@x.example, b@x.example ',
      notes: ' ',
      discountPercent: '7,5',
    };
    expect(customerSchema(format).safeParse(form).success).toBe(true);
    expect(inputOf(format, form, jane, true)).toMatchObject({
      emails: ['a@x.example', 'b@x.example'],
      phones: [jane.phones[0]],
      notes: null,
      discountPercent: 7.5,
      taxExemption: null,
    });
    expect(inputOf(format, form, jane, false)).not.toHaveProperty('discountPercent');
  });
});
