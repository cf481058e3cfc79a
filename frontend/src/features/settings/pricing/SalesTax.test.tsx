import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ExemptCustomer, SalesTax, TaxPlace } from '@/api/sales-tax';
import { faults, open } from '@/testing/render';
import { ada, answer, NO_TAX, signIn } from '@/testing/server';
import { priceList } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

const albany: TaxPlace = {
  state: 'NY',
  county: 'Albany',
  city: 'Albany',
  zipCodes: [],
  percent: 8,
  name: 'Albany, Albany County, NY',
  key: 'ny|albany',
};
const city: TaxPlace = {
  ...albany,
  county: null,
  city: 'New York',
  zipCodes: ['10001-10282'],
  percent: 8.875,
  name: 'New York, NY',
  key: 'ny|newyork|10001-10282 ',
};
const placed: SalesTax = { ...NO_TAX, places: [albany], other: null };
const school: ExemptCustomer = {
  email: 'ada@school.org',
  name: null,
  certificate: 'EX-7',
  expiresOn: '2020-06-30',
  state: 'expired',
};

function openTax(tax: SalesTax = placed, user = ada) {
  signIn(user);
  answer('get', '/api/sales-tax', tax);
  return open('/settings?tab=tax');
}

function openExemptions(customers: ExemptCustomer[] = []) {
  signIn();
  answer('get', '/api/tax-exemptions', { customers });
  return open('/settings?tab=exemptions');
}

describe('sales tax by place', () => {
  it('shows which rate applies where, and what is unknown', async () => {
    openTax({ ...placed, taxable: { ...NO_TAX.taxable, delivery: false } });
    expect(await screen.findByText('Albany, Albany County, NY')).toBeTruthy();
    expect(screen.getByText('8%')).toBeTruthy();
    expect(screen.getByText('Added by hand')).toBeTruthy();
    expect(screen.getByText('Not taxed: delivery fee.')).toBeTruthy();
  });

  it('keeps the single rate while there are no places', async () => {
    openTax({ ...NO_TAX, percent: 8.25 });
    expect(await screen.findByText('No places yet. 8.25% applies everywhere.')).toBeTruthy();
  });

  it('has the name of the tax in the country of the business', async () => {
    const { user } = openTax({ ...NO_TAX, percent: 0 }, { ...ada, country: 'DE', hasStates: false });
    expect(await screen.findByText('No places yet. No VAT is added.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'VAT by Place' })).toBeTruthy();
    expect(screen.getByText(/Combined rates by region, city or postal code/)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'VAT' })).toBeTruthy();
    await retype(user, screen.getByLabelText('Rate'), '19.12345');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Use up to four decimal places')).toBeTruthy();
    await retype(user, screen.getByLabelText('Rate'), '8.3125');
    const sent = answer('patch', '/api/price-list', priceList({ salesTaxPercent: 8.3125 }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Prices saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ salesTaxPercent: 8.3125 }]);
    expect(await faults()).toEqual([]);
  });

  it('adds a place, rejects an empty one, and keeps the input after a server error', async () => {
    const { user } = openTax();
    await user.click(await screen.findByRole('button', { name: 'Edit Rates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sales Tax by Place' }));
    await user.click(dialog.getByRole('button', { name: 'Add Place' }));
    const row = within(dialog.getByRole('group', { name: 'Place 2' }));
    await enterInto(user, row.getByLabelText('County'), 'Travis');
    await enterInto(user, row.getByLabelText('Rate'), '8.12345');
    await user.click(dialog.getByRole('button', { name: 'Save Rates' }));
    expect(await row.findByText(/For a county, enter its ZIP codes/)).toBeTruthy();
    expect(row.getByText(/at most four decimals/)).toBeTruthy();
    await enterInto(user, row.getByLabelText('ZIP Codes'), '787, 78701-78799');
    await retype(user, row.getByLabelText('Rate'), '8.875');
    await user.click(dialog.getByRole('checkbox', { name: 'Delivery fee' }));
    answer(
      'put',
      '/api/sales-tax',
      {
        error: 'Please check',
        fields: { 'places[1].zipCodes': 'Both ends must have the same number of digits' },
      },
      422,
    );
    await user.click(dialog.getByRole('button', { name: 'Save Rates' }));
    expect(await row.findByText('Both ends must have the same number of digits')).toBeTruthy();
    const sent = answer('put', '/api/sales-tax', { ...placed, places: [albany, city] });
    await user.click(dialog.getByRole('button', { name: 'Save Rates' }));
    expect(await screen.findByText('Rates saved')).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({
      places: [
        { state: 'NY', percent: 8 },
        { state: null, county: 'Travis', zipCodes: ['787', '78701-78799'], percent: 8.875 },
      ],
      other: null,
      taxable: { letters: true, delivery: false },
    });
  });

  it('previews the places of a file before importing them', async () => {
    const { user } = openTax();
    await user.click(await screen.findByRole('button', { name: 'Import Rates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import Rates' }));
    answer('post', '/api/sales-tax/preview', {
      rows: 3,
      fractions: true,
      places: [city, { ...albany, percent: 4 }],
      refused: [{ line: 4, sentence: '“x” is not a percentage' }],
    });
    await enterInto(user, dialog.getByLabelText('Or Paste the CSV'), 'zip,rate');
    await user.click(dialog.getByRole('button', { name: 'Preview Places' }));
    expect(await dialog.findByText('Line 4: “x” is not a percentage')).toBeTruthy();
    expect(dialog.getByText(/Nothing has changed yet. Rates were read as fractions/)).toBeTruthy();
    const sent = answer('put', '/api/sales-tax', placed);
    await user.click(dialog.getByRole('button', { name: 'Import 2 Places' }));
    expect(await screen.findByText('2 places imported')).toBeTruthy();
    const { places } = sent.bodies[0] as { places: TaxPlace[] };
    expect(places.map(({ percent }) => percent)).toEqual([8.875, 4]);
  });

  it('replaces a saved place with another spelling, and keeps the others', async () => {
    const louis = {
      ...albany,
      state: 'MO',
      county: null,
      city: 'St. Louis',
      name: 'St. Louis, MO',
      key: 'mo|saintlouis',
    };
    const { user } = openTax({ ...placed, places: [albany, louis] });
    await user.click(await screen.findByRole('button', { name: 'Import Rates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import Rates' }));
    answer('post', '/api/sales-tax/preview', {
      rows: 1,
      fractions: false,
      places: [
        { ...louis, state: 'Missouri', city: 'Saint Louis', percent: 9.679, name: 'Saint Louis, Missouri' },
      ],
      refused: [],
    });
    await enterInto(user, dialog.getByLabelText('Or Paste the CSV'), 'city,rate');
    await user.click(dialog.getByRole('button', { name: 'Preview Places' }));
    const sent = answer('put', '/api/sales-tax', placed);
    await user.click(await dialog.findByRole('button', { name: 'Import 1 Place' }));
    expect(await screen.findByText('1 place imported')).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({
      places: [
        { city: 'Saint Louis', percent: 9.679 },
        { city: 'Albany', percent: 8 },
      ],
    });
  });
});

describe('a file whose rates are all below 1', () => {
  it('asks for the rate format before showing the places', async () => {
    const { user } = openTax();
    await user.click(await screen.findByRole('button', { name: 'Import Rates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import Rates' }));
    const question = 'Is 0.0825 a percentage (0.0825%), or a fraction (8.25%)?';
    answer('post', '/api/sales-tax/preview', { message: question, code: 'unit_needed', fields: {} }, 422);
    await enterInto(user, dialog.getByLabelText('Or Paste the CSV'), 'city,rate');
    await user.click(dialog.getByRole('button', { name: 'Preview Places' }));
    expect(await dialog.findByText(question)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Preview Places' }));
    expect(await dialog.findByText('Choose a format')).toBeTruthy();
    const sent = answer('post', '/api/sales-tax/preview', {
      rows: 1,
      fractions: true,
      places: [city],
      refused: [],
    });
    await user.click(dialog.getByLabelText('Fraction'));
    await user.click(dialog.getByRole('button', { name: 'Preview Places' }));
    expect(await dialog.findByRole('button', { name: 'Import 1 Place' })).toBeTruthy();
    expect(sent.bodies[0]).toEqual({ csv: 'city,rate', unit: 'fraction' });
  });
});

describe('tax-exempt customers', () => {
  it('are listed with their certificates, and can be removed', async () => {
    const { user } = openExemptions([school]);
    expect(await screen.findByText('Expired')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit ada@school.org' }));
    const sent = answer('put', '/api/tax-exemptions', { customers: [] });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Customer removed')).toBeTruthy();
    expect(sent.bodies[0]).toEqual({ customers: [] });
  });

  it('can be added with a certificate expiration', async () => {
    const { user } = openExemptions();
    await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save Customer' }));
    expect(await dialog.findByText('Enter the certificate number')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Email'), 'ada@school.org');
    await enterInto(user, dialog.getByLabelText('Certificate Number'), 'EX-7');
    await enterInto(user, dialog.getByLabelText('Valid Through (Optional)'), '06/30/2027');
    const sent = answer('put', '/api/tax-exemptions', { customers: [school] });
    await user.click(dialog.getByRole('button', { name: 'Save Customer' }));
    expect(await screen.findByText('Customer saved')).toBeTruthy();
    expect(sent.bodies[0]).toEqual({
      customers: [{ email: 'ada@school.org', name: null, certificate: 'EX-7', expiresOn: '2027-06-30' }],
    });
  });
});
