import * as z from 'zod/mini';
import type { PaymentPolicy, PaymentPolicyChange } from '@/api/payment-policy';
import { nameKey } from '@/lib/text';
import { called, decimal, price } from '@/lib/typed-checks';

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}`;
  return z
    .number(sentence)
    .check(z.minimum(least, sentence), z.maximum(most, sentence), z.multipleOf(1, sentence));
};
const share = 'Enter a percentage from 0 to 100';
const percent = decimal(share, [0, share], [100, share]);
const morePercent = percent.check(z.minimum(0.01, 'Enter a percentage above zero'));
const amount = decimal(
  'Enter an amount',
  [0.01, 'Enter an amount above zero'],
  [1_000_000, 'Enter at most 1,000,000'],
);

const base = {
  deposit: z.enum(['none', 'percent', 'amount']),
  depositPercent: z.any(),
  depositAmount: z.any(),
  unverifiedVenueDeposit: price,
  balanceDueDays: whole(0, 365),
  split: z.enum(['balance', 'instalments']),
  instalments: z.any(),
  collectAtBooking: z.enum(['nothing', 'deposit', 'all']),
  automaticCharge: z.boolean(),
  hold: z.enum(['none', 'percent', 'amount']),
  holdPercent: z.any(),
  holdAmount: z.any(),
  holdDaysBefore: z.any(),
  holdReleaseDays: z.any(),
  late: z.enum(['none', 'percent', 'amount']),
  latePercent: z.any(),
  lateAmount: z.any(),
  lateEvery: z.enum(['once', 'month']),
  lateGraceDays: z.any(),
  canceling: z.enum(['hours', 'tiers']),
  freeHours: z.any(),
  tiers: z.any(),
  moving: z.enum(['free', 'percent', 'amount']),
  movingPercent: z.any(),
  movingAmount: z.any(),
  movingFree: z.boolean(),
  movingDays: z.any(),
  waiver: z.enum(['none', 'percent', 'amount']),
  waiverPercent: z.any(),
  waiverAmount: z.any(),
  waiverOptOut: z.boolean(),
  tips: z.boolean(),
  tipShares: z.any(),
  tipsTaxable: z.boolean(),
  methods: z
    .array(
      z.object({
        kind: z.enum(['cash', 'bank_transfer', 'other']),
        name: called(40),
      }),
    )
    .check(z.minLength(1, 'Keep at least one payment method'), ({ value, issues }) => {
      const names = value.map(({ name }) => nameKey(name) || name.trim());
      names.forEach((name, index) => {
        if (name !== '' && names.indexOf(name) < index) {
          issues.push({
            code: 'custom',
            path: [index, 'name'],
            message: 'You already have a method with this name',
            input: value,
          });
        }
      });
    }),
  howToPay: z.string().check(z.maxLength(1000, 'Use at most 1,000 characters')),
  howToPayBesideCards: z.boolean(),
};

const tiers = z
  .array(z.object({ daysBefore: whole(0, 365), keepPercent: percent }))
  .check(z.minLength(1, 'Add at least one step'), ({ value, issues }) => {
    value.forEach(({ daysBefore }, index) => {
      if (value.findIndex((other) => other.daysBefore === daysBefore) < index) {
        issues.push({
          code: 'custom',
          path: [index, 'daysBefore'],
          message: 'You already have a step for this number of days',
          input: value,
        });
      }
    });
  });

/** Form values of the payment policy. A value is checked only if its option is selected. */
export const policySchema = z.object(base).check(({ value, issues }) => {
  const check = (field: keyof PolicyForm, schema: z.ZodMiniType, entered: unknown) => {
    const result = schema.safeParse(entered);
    if (result.success) return;
    for (const { path, message } of result.error.issues) {
      issues.push({ code: 'custom', path: [field, ...path], message, input: entered });
    }
  };
  if (value.deposit === 'percent') check('depositPercent', percent, value.depositPercent);
  if (value.deposit === 'amount') check('depositAmount', amount, value.depositAmount);
  if (value.split === 'instalments') check('instalments', whole(2, 24), value.instalments);
  if (value.canceling === 'hours') check('freeHours', whole(0, 8760), value.freeHours);
  if (value.canceling === 'tiers') check('tiers', tiers, value.tiers);
  if (value.moving === 'percent') check('movingPercent', morePercent, value.movingPercent);
  if (value.moving === 'amount') check('movingAmount', amount, value.movingAmount);
  if (value.moving !== 'free' && value.movingFree) check('movingDays', whole(0, 365), value.movingDays);
  if (value.late === 'percent') check('latePercent', morePercent, value.latePercent);
  if (value.late === 'amount') check('lateAmount', amount, value.lateAmount);
  if (value.late !== 'none') check('lateGraceDays', whole(0, 60), value.lateGraceDays);
  if (value.hold === 'percent') check('holdPercent', morePercent, value.holdPercent);
  if (value.hold === 'amount') check('holdAmount', amount, value.holdAmount);
  if (value.hold !== 'none') {
    check('holdDaysBefore', whole(0, 2), value.holdDaysBefore);
    check('holdReleaseDays', whole(0, 30), value.holdReleaseDays);
  }
  if (value.waiver === 'percent') check('waiverPercent', morePercent, value.waiverPercent);
  if (value.waiver === 'amount') check('waiverAmount', amount, value.waiverAmount);
  if (value.tips && sharesOf(value.tipShares) === null) {
    const message = 'Enter up to five percentages from 0 to 100, for example 10, 15, 20';
    issues.push({ code: 'custom', path: ['tipShares'], message, input: value.tipShares });
  }
});

export interface PolicyForm {
  deposit: 'none' | 'percent' | 'amount';
  depositPercent: number;
  depositAmount: number;
  unverifiedVenueDeposit: number;
  balanceDueDays: number;
  split: 'balance' | 'instalments';
  instalments: number;
  collectAtBooking: PaymentPolicy['collectAtBooking'];
  /** Whether due payments are charged to the card on file. */
  automaticCharge: boolean;
  hold: 'none' | 'percent' | 'amount';
  holdPercent: number;
  holdAmount: number;
  /** Days before the delivery day when the hold is placed. */
  holdDaysBefore: number;
  /** Days after the goods are back when the hold is released. */
  holdReleaseDays: number;
  late: 'none' | 'percent' | 'amount';
  latePercent: number;
  lateAmount: number;
  /** Whether the late fee is added once, or each month until the payment arrives. */
  lateEvery: 'once' | 'month';
  /** Days after the due date without a late fee. */
  lateGraceDays: number;
  canceling: 'hours' | 'tiers';
  /** Hours before the delivery until which canceling is free. */
  freeHours: number;
  tiers: { daysBefore: number; keepPercent: number }[];
  moving: 'free' | 'percent' | 'amount';
  movingPercent: number;
  movingAmount: number;
  /** Whether rescheduling is free until some days before the delivery. */
  movingFree: boolean;
  movingDays: number;
  waiver: 'none' | 'percent' | 'amount';
  waiverPercent: number;
  waiverAmount: number;
  waiverOptOut: boolean;
  tips: boolean;
  /** As entered: "10, 15, 20". */
  tipShares: string;
  tipsTaxable: boolean;
  methods: PaymentPolicy['methods'];
  howToPay: string;
  howToPayBesideCards: boolean;
}

/** Parse the suggested tip percentages; null if invalid. */
function sharesOf(typed: string): number[] | null {
  const shares = typed.split(/[,;\s]+/).filter((part) => part.replace('%', '') !== '');
  const read = shares.map((share) => Number(share.replace('%', '')));
  return read.length <= 5 && read.every((share) => percent.safeParse(share).success) ? read : null;
}

/** Initial steps for a business that has none. */
const USUAL_TIERS: PolicyForm['tiers'] = [
  { daysBefore: 14, keepPercent: 0 },
  { daysBefore: 7, keepPercent: 50 },
];

/** Convert the policy to form values. */
export function formOf(policy: PaymentPolicy): PolicyForm {
  const { rescheduleFee, lateFee, hold, damageWaiver, tips } = policy;
  return {
    deposit: policy.depositPercent !== null ? 'percent' : policy.depositAmount !== null ? 'amount' : 'none',
    depositPercent: policy.depositPercent ?? 50,
    depositAmount: policy.depositAmount ?? 100,
    unverifiedVenueDeposit: policy.unverifiedVenueDeposit,
    balanceDueDays: policy.balanceDueDays,
    split: policy.instalments === null ? 'balance' : 'instalments',
    instalments: policy.instalments ?? 3,
    collectAtBooking: policy.collectAtBooking,
    automaticCharge: policy.automaticCharge,
    hold: hold === null ? 'none' : hold.percent === null ? 'amount' : 'percent',
    holdPercent: hold?.percent ?? 20,
    holdAmount: hold?.amount ?? 200,
    holdDaysBefore: hold?.daysBefore ?? 1,
    holdReleaseDays: hold?.releaseAfterDays ?? 2,
    late: lateFee === null ? 'none' : lateFee.percent === null ? 'amount' : 'percent',
    latePercent: lateFee?.percent ?? 5,
    lateAmount: lateFee?.amount ?? 25,
    lateEvery: lateFee?.every ?? 'once',
    lateGraceDays: lateFee?.graceDays ?? 5,
    canceling: policy.cancellation.length === 0 ? 'hours' : 'tiers',
    freeHours: policy.freeCancellationHours,
    tiers: policy.cancellation.length === 0 ? USUAL_TIERS : policy.cancellation,
    moving: rescheduleFee === null ? 'free' : rescheduleFee.percent === null ? 'amount' : 'percent',
    movingPercent: rescheduleFee?.percent ?? 10,
    movingAmount: rescheduleFee?.amount ?? 50,
    movingFree: rescheduleFee === null || rescheduleFee.freeDaysBefore !== null,
    movingDays: rescheduleFee?.freeDaysBefore ?? 14,
    waiver: damageWaiver === null ? 'none' : damageWaiver.percent === null ? 'amount' : 'percent',
    waiverPercent: damageWaiver?.percent ?? 10,
    waiverAmount: damageWaiver?.amount ?? 25,
    waiverOptOut: damageWaiver?.optOut ?? false,
    tips: tips !== null,
    tipShares: (tips?.suggestions ?? [10, 15, 20]).join(', '),
    tipsTaxable: tips?.taxable ?? false,
    methods: policy.methods,
    howToPay: policy.howToPay ?? '',
    howToPayBesideCards: policy.howToPayBesideCards,
  };
}

/** Convert the form values for the server. */
export function policyOf(form: PolicyForm): Required<PaymentPolicyChange> {
  return {
    depositPercent: form.deposit === 'percent' ? form.depositPercent : null,
    depositAmount: form.deposit === 'amount' ? form.depositAmount : null,
    unverifiedVenueDeposit: form.unverifiedVenueDeposit,
    balanceDueDays: form.balanceDueDays,
    instalments: form.split === 'instalments' ? form.instalments : null,
    collectAtBooking: form.collectAtBooking,
    automaticCharge: form.automaticCharge,
    hold:
      form.hold === 'none'
        ? null
        : {
            percent: form.hold === 'percent' ? form.holdPercent : null,
            amount: form.hold === 'amount' ? form.holdAmount : null,
            daysBefore: form.holdDaysBefore,
            releaseAfterDays: form.holdReleaseDays,
          },
    lateFee:
      form.late === 'none'
        ? null
        : {
            percent: form.late === 'percent' ? form.latePercent : null,
            amount: form.late === 'amount' ? form.lateAmount : null,
            every: form.lateEvery,
            graceDays: form.lateGraceDays,
          },
    cancellation: form.canceling === 'tiers' ? form.tiers : [],
    // With steps the field is hidden, and may be empty.
    freeCancellationHours: Number.isInteger(form.freeHours) ? form.freeHours : null,
    rescheduleFee:
      form.moving === 'free'
        ? null
        : {
            percent: form.moving === 'percent' ? form.movingPercent : null,
            amount: form.moving === 'amount' ? form.movingAmount : null,
            freeDaysBefore: form.movingFree ? form.movingDays : null,
          },
    damageWaiver:
      form.waiver === 'none'
        ? null
        : {
            percent: form.waiver === 'percent' ? form.waiverPercent : null,
            amount: form.waiver === 'amount' ? form.waiverAmount : null,
            optOut: form.waiverOptOut,
          },
    tips: form.tips ? { suggestions: sharesOf(form.tipShares) ?? [], taxable: form.tipsTaxable } : null,
    methods: form.methods.map(({ kind, name }) => ({ kind, name: name.trim() })),
    howToPay: form.howToPay.trim() || null,
    howToPayBesideCards: form.howToPayBesideCards,
  };
}
