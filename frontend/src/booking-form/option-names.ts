/** What was chosen for a booking or a quote, in words: as it was agreed, whatever the price list says now. */
import type { components } from '@/api/schema';

export type ChosenOption = components['schemas']['OptionOut'];

/** The color that was chosen, in words. */
export function colorName(options: readonly ChosenOption[]): string {
  return options.find(({ kind }) => kind === 'color')?.label ?? '';
}

/** The add-ons that were chosen, in words. */
export function addOnNames(options: readonly ChosenOption[]): string[] {
  return options.filter(({ kind }) => kind === 'addOn').map(({ label }) => label);
}

/** The same for the business, with a note on options that it no longer offers. */
export function marked(options: readonly ChosenOption[]): ChosenOption[] {
  return options.map((option) =>
    option.offered ? option : { ...option, label: `${option.label} (no longer offered)` },
  );
}

/** A code as it is written: "Standard". */
export function codeName(code: string): string {
  return code.replace(/^./, (first) => first.toUpperCase());
}
