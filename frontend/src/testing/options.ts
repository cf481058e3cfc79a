import type { ChosenOption } from '@/booking-form/option-names';

export function option(
  kind: ChosenOption['kind'],
  code: string,
  rest: Partial<ChosenOption> = {},
): ChosenOption {
  return { kind, code, label: code, offered: true, ...rest };
}

/** What is chosen where nobody chooses anything. */
export const usualOptions: ChosenOption[] = [
  option('size', '4ft'),
  option('color', 'standard', { label: 'Standard' }),
];
