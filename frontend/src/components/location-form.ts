import type { Country, WorkLocation, WorkLocationInput } from '@/api/location';
import { formatDay } from '@/lib/dates';
import { formatOf, weekStart } from '@/lib/format';
import { labelOf } from '@/lib/time-zones';

/** The country of a time zone; undefined for a zone without one, such as UTC. */
export function countryOf(countries: readonly Country[], timeZone: string): Country | undefined {
  return countries.find(({ timeZones }) => timeZones.includes(timeZone));
}

/** The settings that are usual in a country. A currency that can't change anymore stays. */
export function usualIn(country: Country, { currency, currencyFixedBy, currencies }: WorkLocation) {
  const stays = currencies.find((code) => code === currency) ?? 'USD';
  return {
    currency: currencyFixedBy === null ? (country.currency ?? stays) : stays,
    dateFormat: country.dateFormat,
    timeFormat: country.timeFormat,
    measures: country.measures,
  };
}

/**
 * The initial settings of the form: the stored ones, or before they are confirmed, those that are usual in the
 * country of the browser's time zone.
 */
export function startingFrom(location: WorkLocation): WorkLocationInput {
  const { timeZone, dateFormat, timeFormat, measures, currency, currencies } = location;
  const country = countryOf(location.countries, timeZone);
  return location.confirmed || country === undefined
    ? {
        timeZone,
        currency: currencies.find((code) => code === currency) ?? 'USD',
        dateFormat,
        timeFormat,
        measures,
      }
    : { timeZone, ...usualIn(country, location) };
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' });
export const countryName = (code: string): string => regions.of(code) ?? code;

/** Countries by name, for a select. */
export function countryOptions(countries: readonly Country[]): [code: string, name: string][] {
  const named = countries.map(({ code }): [string, string] => [code, countryName(code)]);
  return named.toSorted(([, a], [, b]) => a.localeCompare(b, 'en'));
}

export const weekStartOf = (dateFormat: string): string =>
  weekStart(formatOf({ dateFormat })) === 0 ? 'Sunday' : 'Monday';

/** "Germany: EUR, centimeters, dates such as 31.12.2027, and 24-hour time. Time zone: Europe / Berlin." */
export function settingsInWords(location: WorkLocation, input: WorkLocationInput): string {
  const country = countryOf(location.countries, input.timeZone);
  const where = country === undefined ? '' : `${countryName(country.code)}: `;
  const units = input.measures === 'us' ? 'inches' : 'centimeters';
  const dates = input.dateFormat.replace('YYYY', '2027').replace('MM', '12').replace('DD', '31');
  const clock = input.timeFormat === '12h' ? '12-hour' : '24-hour';
  return `${where}${input.currency}, ${units}, dates such as ${dates}, and ${clock} time. Time zone: ${labelOf(input.timeZone)}.`;
}

/** A date as the format shows it, for a hint. */
export const exampleDay = (dateFormat: string): string => formatDay(formatOf({ dateFormat }), '2027-12-31');
