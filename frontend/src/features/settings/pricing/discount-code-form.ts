import * as z from 'zod/mini';
import type { DiscountCode, DiscountCodeInput } from '@/api/payment-policy';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { optionalDay } from '@/components/FormDay';
import type { Format } from '@/lib/format';
import { isWholeCents } from '@/lib/money';
import { called, decimal } from '@/lib/typed-checks';

const orEmpty = (isRight: (typed: number) => boolean, sentence: string) =>
  z
    .union([z.nan(), z.number()], sentence)
    .check(z.refine((typed) => Number.isNaN(typed) || isRight(typed), sentence));

/** Form values of a discount code. Empty numbers are NaN. */
export const codeSchema = (format: Format) =>
  z
    .object({
      code: called(40, 'Enter a code'),
      kind: z.enum(['percent', 'amount']),
      value: decimal(
        'Enter a number',
        [0.01, 'Enter more than zero'],
        [1_000_000, 'Enter at most 1,000,000'],
      ),
      from: optionalDay(format),
      to: optionalDay(format),
      uses: orEmpty(
        (typed) => Number.isInteger(typed) && typed >= 1 && typed <= 1_000_000,
        'Enter a whole number of 1 or more, or leave this empty',
      ),
      minimum: orEmpty(
        (typed) => typed >= 0 && typed <= 1_000_000 && isWholeCents(typed),
        'Enter an amount with at most two decimals, or leave this empty',
      ),
    })
    .check(({ value, issues }) => {
      if (value.kind === 'percent' && value.value > 100) {
        issues.push({
          code: 'custom',
          path: ['value'],
          message: 'Enter a percentage of at most 100',
          input: value,
        });
      }
      const [first, last] = [isoFromTyped(format, value.from), isoFromTyped(format, value.to)];
      if (first !== null && last !== null && last < first) {
        issues.push({
          code: 'custom',
          path: ['to'],
          message: 'The last day must be on or after the first',
          input: value,
        });
      }
    });

export type CodeForm = z.infer<ReturnType<typeof codeSchema>>;

const NEW: CodeForm = {
  code: '',
  kind: 'percent',
  value: Number.NaN,
  from: '',
  to: '',
  uses: Number.NaN,
  minimum: Number.NaN,
};

/** Convert a code to form values; null for a new one. */
export function formOf(format: Format, code: DiscountCode | null): CodeForm {
  if (code === null) return NEW;
  return {
    code: code.code,
    kind: code.percent === null ? 'amount' : 'percent',
    value: code.percent ?? code.amount ?? Number.NaN,
    from: code.from === null ? '' : typedFromIso(format, code.from),
    to: code.to === null ? '' : typedFromIso(format, code.to),
    uses: code.uses ?? Number.NaN,
    minimum: code.minimum ?? Number.NaN,
  };
}

/** Convert the form values for the server. */
export function codeOf(format: Format, form: CodeForm): DiscountCodeInput {
  const orNone = (typed: number) => (Number.isNaN(typed) ? null : typed);
  return {
    code: form.code.trim(),
    percent: form.kind === 'percent' ? form.value : null,
    amount: form.kind === 'amount' ? form.value : null,
    from: isoFromTyped(format, form.from),
    to: isoFromTyped(format, form.to),
    uses: orNone(form.uses),
    minimum: orNone(form.minimum),
  };
}
