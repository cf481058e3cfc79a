import * as z from 'zod/mini';
import type { AdminPlan, PlanInput } from '@/api/admin';
import { isWholeCents, toCents } from '@/lib/money';
import { visible } from '@/lib/typed-checks';

export const intervals = { monthly: 'Monthly', quarterly: 'Quarterly', annual: 'Annual' } as const;

const price = 'Price must be a positive number';
const days = 'Trial days must be a whole number from 0 to 730';

function isFee(most: number) {
  return (text: string) => {
    const value = Number(text);
    return text === '' || (isWholeCents(value) && value >= 0 && value <= most);
  };
}

function isStorage(text: string): boolean {
  const value = Number(text);
  return text === '' || (Number.isInteger(value) && value >= 200 && value <= 100_000);
}

/** Validation of a plan (specification, section 5). The price is entered in dollars. */
export const planSchema = z.object({
  name: z.string().check(visible(), z.minLength(3, 'Name must be at least 3 characters')),
  description: z.string().check(visible()),
  price: z
    .number(price)
    .check(z.minimum(0, price), z.refine(isWholeCents, 'Price can have at most two decimals')),
  interval: z.enum(['monthly', 'quarterly', 'annual']),
  features: z.string(),
  trialDays: z.number(days).check(z.minimum(0, days), z.maximum(730, days), z.multipleOf(1, days)),
  isActive: z.boolean(),
  // Empty: the default storage.
  storageMegabytes: z
    .string()
    .check(z.refine(isStorage, 'Must be a whole number from 200 to 100,000, or empty')),
  // Empty: the installation's fee.
  feePercent: z.string().check(z.refine(isFee(50), 'Must be a number from 0 to 50')),
  feeFixed: z.string().check(z.refine(isFee(100), 'Must be an amount from 0 to 100')),
});

export type PlanForm = z.infer<typeof planSchema>;

/** Convert a plan to form values. Features are comma-separated, or JSON if one of them contains a comma. */
export function fieldsOfPlan(plan: AdminPlan | null): PlanForm {
  const items = plan?.features.items ?? [];
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    price: (plan?.price ?? 0) / 100,
    interval: plan?.interval ?? 'monthly',
    features: items.some((item) => item.includes(',')) ? JSON.stringify({ items }) : items.join(', '),
    trialDays: plan?.trialDays ?? 0,
    isActive: plan?.isActive ?? true,
    storageMegabytes: plan?.storageMegabytes?.toString() ?? '',
    feePercent: plan?.feePercent?.toString() ?? '',
    feeFixed: plan?.feeFixed?.toString() ?? '',
  };
}

/**
 * Convert form values to the request body. The server parses features as JSON and falls back to splitting by
 * commas.
 */
export function planOf({ price: dollars, ...form }: PlanForm): PlanInput {
  return {
    ...form,
    description: form.description === '' ? null : form.description,
    price: toCents(dollars),
    storageMegabytes: form.storageMegabytes === '' ? null : Number(form.storageMegabytes),
    feePercent: form.feePercent === '' ? null : Number(form.feePercent),
    feeFixed: form.feeFixed === '' ? null : Number(form.feeFixed),
  };
}
