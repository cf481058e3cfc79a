/** Unit system of a business. The API uses inches, feet, pounds and mph; pages convert. */
export type Measures = 'us' | 'metric';

const UNITS = {
  length: { us: 'in', metric: 'cm', factor: 2.54 },
  way: { us: 'ft', metric: 'm', factor: 0.3048 },
  weight: { us: 'lb', metric: 'kg', factor: 0.453_592_37 },
  wind: { us: 'mph', metric: 'km/h', factor: 1.609_344 },
} as const;
export type Kind = keyof typeof UNITS;

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** Unit system from the user response. */
export const measuresOf = (user: { measures: string | null }): Measures =>
  user.measures === 'metric' ? 'metric' : 'us';

/** "in", "cm", "kg" */
export const unitOf = (kind: Kind, measures: Measures): string => UNITS[kind][measures];

/** Convert a stored amount to display units: 36 inches are 91.44 cm. */
export const shownIn = (kind: Kind, measures: Measures, stored: number): number =>
  measures === 'us' ? stored : rounded(stored * UNITS[kind].factor, 2);

/** Convert an entered amount to stored units, precisely enough to display the same value again. */
export const keptFrom = (kind: Kind, measures: Measures, typed: number): number =>
  measures === 'us' ? typed : rounded(typed / UNITS[kind].factor, 4);

/** "9 ft 10 in", "8 in"; "3.00 m", "20 cm" */
export function lengthInWords(inches: number, measures: Measures): string {
  if (measures === 'metric') {
    const centimeters = Math.round(inches * UNITS.length.factor);
    return centimeters < 100 ? `${centimeters} cm` : `${(centimeters / 100).toFixed(2)} m`;
  }
  const whole = Math.round(inches);
  return whole < 12 ? `${whole} in` : `${Math.floor(whole / 12)} ft ${whole % 12} in`;
}

/** "50 ft", "15.2 m" */
export const wayInWords = (feet: number, measures: Measures): string =>
  measures === 'us' ? `${Math.ceil(feet)} ft` : `${rounded(feet * UNITS.way.factor, 1)} m`;

/** "14 mph", "23 km/h" */
export const windInWords = (mph: number, measures: Measures): string =>
  `${Math.round(measures === 'us' ? mph : mph * UNITS.wind.factor)} ${unitOf('wind', measures)}`;

/** "1,240 lb", "562 kg" */
export const weightInWords = (pounds: number, measures: Measures): string =>
  `${Math.round(measures === 'us' ? pounds : pounds * UNITS.weight.factor).toLocaleString('en-US')} ${unitOf('weight', measures)}`;
