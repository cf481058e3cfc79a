import { describe, expect, it } from 'vitest';
import { ada, crew } from '@/testing/server';
import { pageOfPart, searchParts, settingsParts } from './settings-parts';
import { settingsSections } from './settings-sections';

const sources: Record<string, string> = import.meta.glob(
  ['../features/settings/**/*.tsx', '../features/rules/*.tsx', '!**/*.test.tsx'],
  { query: '?raw', import: 'default', eager: true },
);

const anchors = new Set(
  Object.values(sources).flatMap((source) =>
    [...source.matchAll(/<(?:Card|RuleCard|Group|div)\s+id="([^"]+)"/g)].map(([, id]) => id),
  ),
);

describe('parts of the settings', () => {
  it('have an anchor each, and every anchor is a part', () => {
    expect(new Set(settingsParts.map(({ anchor }) => anchor))).toEqual(anchors);
  });

  it('have one entry for each anchor of a page, and every page has one', () => {
    const addresses = settingsParts.map(({ tab, anchor }) => `${tab}#${anchor}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(settingsParts.map(({ tab }) => tab))).toEqual(
      new Set(settingsSections.map(({ tab }) => tab)),
    );
  });

  it.each([
    ['sunday', 'rules#when-you-deliver'],
    ['Venmo', 'policy#other-payment-methods'],
    ['half up front', 'policy#deposit'],
    ['gas', 'zones#delivery-fee'],
    ['zip', 'zones#delivery-zones'],
    ['tax', 'tax#tax-rate'],
    ['vat', 'tax#tax-rate'],
    ['school', 'exemptions#tax-exempt-customers'],
    ['logo', 'business#logo'],
    ['embed', 'embed#code-for-your-website'],
    ['notice', 'rules#when-you-deliver'],
    ['cancel', 'policy#cancellation'],
    ['refund', 'policy#cancellation'],
    ['csv', 'import#import-a-spreadsheet'],
    ['spreadsheet', 'import#import-a-spreadsheet'],
    ['move', 'import#import-a-spreadsheet'],
    ['staff', 'team#people'],
    ['password', 'security#change-password'],
  ])('are found by %s', (q, address) => {
    expect(searchParts(ada, q).map(({ tab, anchor }) => `${tab}#${anchor}`)).toContain(address);
  });

  it('are found on their page by the address they used to have', () => {
    expect(pageOfPart('pricing', 'sales-tax-by-place')).toBe('tax');
    expect(pageOfPart('pricing', 'letters')).toBe('pricing');
    expect(pageOfPart('team', 'two-factor-authentication')).toBe('team');
    expect(pageOfPart('pricing', 'nothing')).toBe('pricing');
  });

  it('have the name of the tax in the country of the business', () => {
    const titles = searchParts({ ...ada, country: 'DE' }, 'rate').map(({ title }) => title);
    expect(titles).toContain('VAT Rate');
  });

  it('are limited to the pages of the role', () => {
    expect(searchParts(crew, 'venmo')).toEqual([]);
    expect(searchParts(crew, 'password')).toHaveLength(1);
  });
});
