/** Names of a booking's or quote's chosen options, as agreed, even if the price list has changed. */
import type { components } from '@/api/schema';

export type ChosenOption = components['schemas']['OptionOut'];

/** Name of the chosen color. */
export function colorName(options: readonly ChosenOption[]): string {
  return options.find(({ kind }) => kind === 'color')?.label ?? '';
}

/** Names of the chosen add-ons. */
export function addOnNames(options: readonly ChosenOption[]): string[] {
  return options.filter(({ kind }) => kind === 'addOn').map(({ label }) => label);
}

/** The options for the business, with a note on those no longer offered. */
export function marked(options: readonly ChosenOption[]): ChosenOption[] {
  return options.map((option) =>
    option.offered ? option : { ...option, label: `${option.label} (no longer offered)` },
  );
}

/** A code in display form: "Standard". */
export function codeName(code: string): string {
  return code.replace(/^./, (first) => first.toUpperCase());
}
