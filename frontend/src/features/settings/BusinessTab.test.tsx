import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { faults, open } from '@/testing/render';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { bookingRules, businessDetails, paymentPolicy } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';
import { exampleOf } from './business-form';

const PATH = '/api/business-details';
const details = businessDetails();

function openBusiness(rest: Partial<typeof details> = {}) {
  signIn();
  answer('get', PATH, { ...details, ...rest });
  return open('/settings?tab=business');
}

const save = () => screen.getByRole('button', { name: 'Save Changes' });
const terms = () => screen.getByLabelText<HTMLTextAreaElement>('Terms');

describe('business details', () => {
  it('sends only changed fields', async () => {
    const { user } = openBusiness({ phone: '555 0100' });
    await user.type(await screen.findByLabelText('Address'), '1 Main St{Enter}Albany');
    await user.clear(screen.getByLabelText('Phone'));
    await retype(user, screen.getByLabelText('Valid For'), '30');
    await user.click(screen.getByRole('switch', { name: 'Hold letters until the quote expires' }));
    const sent = answer('patch', PATH, {
      ...details,
      address: '1 Main St\nAlbany',
      quoteDays: 30,
      quotesHold: true,
    });
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { address: '1 Main St\nAlbany', phone: '', quoteDays: 30, quotesHold: true },
    ]);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('changes the scheme of invoice numbers, without the next number unless it is raised', async () => {
    const { user } = openBusiness();
    await retype(user, await screen.findByLabelText('Number Prefix'), 'RE-');
    await user.click(screen.getByRole('switch', { name: 'Restart numbers each year' }));
    const saved = { ...details, invoiceNumbers: { prefix: 'RE-', yearly: false, next: 8 } };
    const sent = answer('patch', PATH, saved);
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ invoiceNumbers: { prefix: 'RE-', yearly: false } }]);

    await retype(user, screen.getByLabelText('Next Number'), '7');
    refuse('patch', PATH, { 'invoiceNumbers.next': 'Number 7 is already used' });
    await user.click(save());
    expect(await screen.findByText('Number 7 is already used')).toBeTruthy();
    expect(screen.getByLabelText('Next Number').getAttribute('aria-invalid')).toBe('true');
  });

  it('sets the country, the VAT ID and whether prices include tax', async () => {
    const { user } = openBusiness({ documentCountry: 'DE', vatIdName: 'VAT ID' });
    await user.selectOptions(await screen.findByLabelText('Country of Your Documents'), 'Austria');
    await enterInto(user, screen.getByLabelText('VAT ID'), 'ATU12345678');
    await user.click(screen.getByRole('switch', { name: 'Prices include tax' }));
    await user.click(screen.getByRole('switch', { name: /^E-invoices in PDFs/ }));
    const sent = answer('patch', PATH, {
      ...details,
      documentCountry: 'AT',
      vatId: 'ATU12345678',
      pricesInclude: 'tax',
      eInvoices: true,
    });
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { vatId: 'ATU12345678', documentCountry: 'AT', eInvoices: true, pricesInclude: 'tax' },
    ]);
  });

  it('asks for a VAT ID once a country other than the US is chosen', async () => {
    const { user } = openBusiness();
    const country = await screen.findByLabelText('Country of Your Documents');
    expect(screen.queryByLabelText('EIN')).toBeNull();
    await user.selectOptions(country, 'Germany');
    expect(screen.getByLabelText('VAT ID')).toBeTruthy();
  });

  it('saves a brand color, and refuses what is not a color', async () => {
    const { user } = openBusiness({ brandColor: '#ffb648' });
    const color = await screen.findByLabelText('Brand Color');
    expect((screen.getByLabelText('Pick the brand color') as HTMLInputElement).value).toBe('#ffb648');
    await retype(user, color, 'orange');
    await user.click(save());
    expect(await screen.findByText('Enter a color such as #4f46e5')).toBeTruthy();
    await retype(user, color, '#123456');
    const sent = answer('patch', PATH, { ...details, brandColor: '#123456' });
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ brandColor: '#123456' }]);
  });

  it('rejects an invalid quote validity and an invalid email', async () => {
    const { user } = openBusiness();
    await enterInto(user, await screen.findByLabelText('Email'), 'nobody');
    await retype(user, screen.getByLabelText('Valid For'), '0');
    await user.click(save());
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 1 to 365')).toBeTruthy();
  });

  it('inserts a field into the terms at the cursor, and previews the result', async () => {
    const { user } = openBusiness({ terms: 'Dear , hello' });
    await screen.findByLabelText('Terms');
    terms().focus();
    terms().setSelectionRange(5, 5);
    await user.click(screen.getByRole('button', { name: "Insert: The customer's name" }));
    expect(terms().value).toBe('Dear {customer}, hello');
    await waitFor(() => expect(terms().selectionStart).toBe(15));
    await user.click(screen.getByRole('button', { name: 'Show Example' }));
    expect(screen.getByRole('region', { name: 'Example of your terms' }).textContent).toBe(
      'Dear Ada Lovelace, hello',
    );
  });

  it('restores the default terms', async () => {
    const { user } = openBusiness({ terms: 'My own' });
    await user.click(await screen.findByRole('button', { name: 'Use the Default Terms' }));
    expect(terms().value).toBe(details.defaultTerms);
    const sent = answer('patch', PATH, details);
    await user.click(save());
    await screen.findByText('Business details saved');
    expect(sent.bodies).toEqual([{ terms: null }]);
  });

  it("shows the server's error at the terms, and warns before leaving", async () => {
    const { user, address } = openBusiness();
    await user.type(await screen.findByLabelText('Terms'), ' {{price}');
    const fields = { terms: 'The terms have fields that cannot be filled in: {price}' };
    refuse('patch', PATH, fields);
    await user.click(save());
    expect(await screen.findByText(fields.terms)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Pricing' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(address()).toBe('/settings?tab=business'));
    expect(terms().value).toContain('{price}');
  });

  it('removes the logo once the page is saved', async () => {
    const { user } = openBusiness({
      logo: { url: '/api/public/logos/mk_test?v=1', width: 300, height: 100 },
    });
    expect(await screen.findByRole('img', { name: 'Your logo' })).toHaveProperty(
      'src',
      'http://localhost:3000/api/public/logos/mk_test?v=1',
    );
    const gone = answer('delete', `${PATH}/logo`, null, 204);
    await user.click(screen.getByRole('button', { name: 'Remove Logo' }));
    expect(screen.queryByRole('img', { name: 'Your logo' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('img', { name: 'Your logo' })).toBeTruthy();
    expect(gone.bodies).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove Logo' }));
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(gone.bodies).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Choose Logo' })).toBeTruthy();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('explains why a large file was rejected', async () => {
    const { user } = openBusiness();
    const file = new File([new Uint8Array(20_000_001)], 'huge.png', { type: 'image/png' });
    await user.upload(await screen.findByLabelText('Logo file'), file);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This file is too large. The limit is 20 MB.',
    );
  });

  it('saves everything that changed with one button', async () => {
    const { user } = openBusiness({ phone: '555 0100' });
    await user.selectOptions(await screen.findByLabelText('Time Format'), '24 hours (14:30)');
    await user.clear(screen.getByLabelText('Phone'));
    const rules = answer('patch', '/api/booking-rules', bookingRules({ timeFormat: '24h' }));
    const sent = answer('patch', PATH, details);
    expect(screen.getAllByRole('button', { name: 'Save Changes' })).toHaveLength(1);
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(rules.bodies).toEqual([{ timeFormat: '24h' }]);
    expect(sent.bodies).toEqual([{ phone: '' }]);
  });

  it('is unavailable to staff', async () => {
    signIn();
    fail('get', PATH, 403, "You don't have permission to do this.");
    open('/settings?tab=business');
    expect(await screen.findByText("You don't have permission to do this.")).toBeTruthy();
  });

  it('is accessible to screen readers', async () => {
    const { user } = openBusiness({ terms: 'Dear {customer} {nobody}' });
    await user.click(await screen.findByRole('button', { name: 'Show Example' }));
    expect(await faults()).toEqual([]);
  });
});

describe('the example of the terms', () => {
  it('fills in known fields and marks unknown ones', () => {
    expect(exampleOf('{customer} pays {sum}{', details.termsFields)).toEqual([
      { text: 'Ada Lovelace', kind: 'filled' },
      { text: ' pays ', kind: 'plain' },
      { text: '{sum}', kind: 'unknown' },
      { text: '{', kind: 'plain' },
    ]);
  });
});

describe('the time zone', () => {
  it('can be searched by keyboard, and is saved with the page', async () => {
    const { user } = openBusiness();
    const zone = await screen.findByRole('combobox', { name: 'Time Zone' });
    expect(zone).toHaveProperty('value', 'America / New York');
    const sent = answer('patch', '/api/booking-rules', bookingRules({ timeZone: 'America/Los_Angeles' }));
    await user.click(zone);
    await enterInto(user, zone, 'los ang');
    const option = screen.getByRole('option', { name: /^America \/ Los Angeles/ });
    expect(zone.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{Enter}');
    expect(sent.bodies).toEqual([]);
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(zone).toHaveProperty('value', 'America / Los Angeles');
    expect(screen.queryByRole('option', { name: /^America/ })).toBeNull();
    expect(sent.bodies).toEqual([{ timeZone: 'America/Los_Angeles' }]);
  });

  it('stays unchanged if the search finds nothing and the list is closed', async () => {
    const { user } = openBusiness();
    const zone = await screen.findByRole('combobox', { name: 'Time Zone' });
    await user.click(zone);
    await enterInto(user, zone, 'atlantis');
    expect(screen.getByText(/No time zones match “atlantis”/)).toBeTruthy();
    await user.keyboard('{Enter}{Escape}');
    expect(zone).toHaveProperty('value', 'America / New York');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { name: /^America \/ New York/ }).getAttribute('aria-selected')).toBe(
      'true',
    );
    expect(await faults()).toEqual([]);
  });

  it('switches times to 24 hours', async () => {
    const { user } = openBusiness();
    const sent = answer('patch', '/api/booking-rules', bookingRules({ timeFormat: '24h' }));
    await user.selectOptions(await screen.findByLabelText('Time Format'), '24 hours (14:30)');
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ timeFormat: '24h' }]);
  });

  it('switches measures to centimeters', async () => {
    const { user } = openBusiness();
    const sent = answer('patch', '/api/booking-rules', bookingRules({ measures: 'metric' }));
    const field = await screen.findByLabelText('Measures');
    await user.selectOptions(field, 'Metric (cm, m, kg)');
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ measures: 'metric' }]);
    expect(field).toHaveProperty('value', 'metric');
  });

  it('keeps a date format that could not be saved visible with the reason', async () => {
    const { user } = openBusiness();
    fail('patch', '/api/booking-rules', 503, 'The database is away.');
    await user.selectOptions(await screen.findByLabelText('Date Format'), 'DD/MM/YYYY');
    await user.click(save());
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    expect(screen.getByLabelText('Date Format')).toHaveProperty('value', 'DD/MM/YYYY');
  });
});

describe('the currency', () => {
  const currencies = { currency: 'USD', currencies: ['USD', 'EUR'], fixedBy: null };
  const example = { total: 1000, delivery: '2027-03-01', schedule: [] };

  it('can be chosen before the first booking, with a note about prices', async () => {
    const { user } = openBusiness();
    const sent = answer('put', '/api/currency', { ...currencies, currency: 'EUR' });
    const field = await screen.findByLabelText('Currency');
    expect(screen.getByText(/Prices are not converted/)).toBeTruthy();
    await user.selectOptions(field, 'EUR · Euro');
    await user.click(save());
    expect(await screen.findByText('Business details saved')).toBeTruthy();
    expect(field).toHaveProperty('value', 'EUR');
    expect(sent.bodies).toEqual([{ currency: 'EUR' }]);
    expect(await faults()).toEqual([]);
  });

  it('adds its usual payment methods', async () => {
    signIn();
    answer('get', '/api/currency', currencies);
    answer('get', '/api/payment-policy', paymentPolicy({ methods: [{ kind: 'other', name: 'Check' }] }));
    answer('get', '/api/discount-codes', []);
    answer('post', '/api/payment-policy/preview', { payment: [], cancellation: [], extras: [], example });
    const { user } = open('/settings?tab=policy');
    expect(await screen.findByLabelText('Method 1')).toHaveProperty('value', 'Check');
    await user.click(screen.getByRole('tab', { name: 'Business' }));
    answer('put', '/api/currency', { ...currencies, currency: 'EUR' });
    answer('get', '/api/payment-policy', paymentPolicy({ methods: [{ kind: 'other', name: 'PayPal' }] }));
    await user.selectOptions(await screen.findByLabelText('Currency'), 'EUR');
    await user.click(save());
    await screen.findByText('Business details saved');
    await user.click(screen.getByRole('tab', { name: 'Payment Policy' }));
    expect(await screen.findByLabelText('Method 1')).toHaveProperty('value', 'PayPal');
  });

  it('is locked after the first booking, with the reason', async () => {
    signIn();
    answer('get', '/api/currency', { ...currencies, fixedBy: 'bookings' });
    open('/settings?tab=business');
    expect(await screen.findByLabelText('Currency')).toHaveProperty('disabled', true);
    expect(screen.getByText(/You can't change the currency because you have bookings in USD/)).toBeTruthy();
  });

  it('reverts to the current currency if a booking was made in the meantime', async () => {
    const { user } = openBusiness();
    const message = 'You have bookings in USD, and their amounts cannot be converted.';
    fail('put', '/api/currency', 409, message, { fields: { currency: message } });
    await user.selectOptions(await screen.findByLabelText('Currency'), 'EUR');
    await user.click(save());
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Currency')).toHaveProperty('value', 'USD');
  });
});
