import * as z from 'zod/mini';
import type { Partner, PartnerInput } from '@/api/partners';
import { called, decimal } from '@/lib/typed-checks';

export const kindNames: Readonly<Record<Partner['kind'], string>> = {
  planner: 'Planner',
  venue: 'Venue',
  photographer: 'Photographer',
  other: 'Other',
};

/** Form values of a partner. */
export const partnerSchema = z
  .object({
    name: called(200, 'Enter a name'),
    kind: z.enum(['planner', 'venue', 'photographer', 'other']),
    email: z.string().check(z.trim(), z.maxLength(254)),
    code: z
      .string()
      .check(z.trim(), z.maxLength(40), z.regex(/^[\w-]*$/, 'Use letters, digits, hyphens and underscores')),
    commission: z.enum(['percent', 'amount']),
    value: decimal('Enter a number', [0.01, 'Enter more than zero'], [1_000_000, 'Enter at most 1,000,000']),
    delivery: z.boolean(),
    items: z.boolean(),
    active: z.boolean(),
  })
  .check(({ value, issues }) => {
    if (value.commission === 'percent' && value.value > 100) {
      const message = 'Enter a percentage of at most 100';
      issues.push({ code: 'custom', path: ['value'], message, input: value });
    }
  });

export type PartnerForm = z.infer<typeof partnerSchema>;

/** Convert a partner to form values; null for a new one. */
export function formOf(partner: Partner | null): PartnerForm {
  const { percent, amount } = partner?.commission ?? { percent: null, amount: null };
  return {
    name: partner?.name ?? '',
    kind: partner?.kind ?? 'planner',
    email: partner?.email ?? '',
    code: partner?.code ?? '',
    commission: amount === null ? 'percent' : 'amount',
    value: percent ?? amount ?? 10,
    delivery: partner?.excludes.includes('delivery') ?? false,
    items: partner?.excludes.includes('items') ?? false,
    active: partner?.active ?? true,
  };
}

/** Convert the form values for the server, which makes a code from the name if there is none. */
export function partnerOf(form: PartnerForm): PartnerInput {
  return {
    name: form.name,
    kind: form.kind,
    email: form.email || null,
    ...(form.code !== '' && { code: form.code }),
    commission: { [form.commission]: form.value },
    excludes: (['delivery', 'items'] as const).filter((part) => form[part]),
    active: form.active,
  };
}
