import * as z from 'zod/mini';
import type { BookingRules, BookingRulesChange } from '@/api/booking-rules';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { isTime, timeFault } from '@/components/typed-time';
import type { Format } from '@/lib/format';

/** Fields of the public form that a business can require. */
export const askable = ['customerPhone', 'eventType', 'preferredInstallTime', 'notes'] as const;

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}`;
  return z
    .number(sentence)
    .check(z.minimum(least, sentence), z.maximum(most, sentence), z.multipleOf(1, sentence));
};

/** An optional number; empty is NaN in the form. */
const wholeOrNone = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${least} to ${most}, or leave this empty`;
  return z
    .union([z.nan(), z.number()], sentence)
    .check(
      z.refine(
        (typed) => Number.isNaN(typed) || (Number.isInteger(typed) && typed >= least && typed <= most),
        sentence,
      ),
    );
};

const closedDays = (format: Format) =>
  z.array(
    z
      .object({ from: z.string(), to: z.string(), yearly: z.boolean(), reason: z.string() })
      .check(({ value, issues }) => {
        const say = (field: 'from' | 'to', message: string) =>
          issues.push({ code: 'custom', path: [field], message, input: value });
        const [first, last] = [isoFromTyped(format, value.from), isoFromTyped(format, value.to)];
        if (first === null) say('from', FAULTS.dateForm(format));
        if (value.to.trim() !== '' && last === null) say('to', FAULTS.dateForm(format));
        if (first !== null && last !== null && last < first) {
          say('to', 'The last day must be on or after the first');
        }
      }),
  );

/** An optional time. */
const timeOrNone = (format: Format) =>
  z.string().check(({ value, issues }) => {
    const message = timeFault(format, value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  });

const installWindows = (format: Format) =>
  z.array(
    z.object({ label: z.string(), from: z.string(), to: z.string() }).check(({ value, issues }) => {
      const say = (field: 'from' | 'to', message: string) =>
        issues.push({ code: 'custom', path: [field], message, input: value });
      for (const field of ['from', 'to'] as const) {
        if (!isTime(value[field])) say(field, timeFault(format, value[field]) ?? 'Enter a time');
      }
      if (isTime(value.from) && isTime(value.to) && value.to <= value.from) {
        say('to', 'The end must be after the start');
      }
    }),
  );

/** Event types, one per line, without empty lines. */
const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Letter pairs for which one piece can serve as either. */
export const turnedPairs = ['6/9', 'W/M', 'N/Z', '0/O', '1/I'] as const;

/** Parse a line such as "HAPPY 30TH BIRTHDAY = HAPPY 30TH". */
const wordingOf = (line: string) => {
  const [long = '', short = ''] = line.split('=').map((part) => part.trim());
  return { long, short };
};

const shared = (format: Format) => ({
  holdDays: whole(1, 90),
  waitingOfferHours: whole(1, 336),
  strangersSharePercent: whole(0, 100),
  strangersLetterDays: whole(0, 31),
  requestsHold: z.enum(['until_answered', 'after_confirmation', 'nothing']),
  customerChanges: z.enum(['at_once', 'asked']),
  answerWithinHours: wholeOrNone(1, 336),
  maxRentalDays: whole(1, 90),
  approvalRequired: z.boolean(),
  minimumNoticeHours: whole(0, 8760),
  closedWeekdays: z.array(z.number()),
  closedDays: closedDays(format),
  installWindows: installWindows(format),
  earliestPickup: timeOrNone(format),
  latestPickup: timeOrNone(format),
  maxDeliveriesPerDay: wholeOrNone(1, 1000),
  maxPickupsPerDay: wholeOrNone(1, 1000),
  pickupGraceHours: whole(0, 23),
  overdueGraceHours: whole(0, 720),
  listedVenues: z.boolean(),
  anyAddress: z.boolean(),
  eventTypes: z.string().check(
    z.refine((typed) => linesOf(typed).length > 0, 'Enter at least one event type'),
    z.refine((typed) => linesOf(typed).length <= 30, 'Enter at most 30 event types'),
    z.refine(
      (typed) => linesOf(typed).every((line) => line.length <= 40),
      'Use at most 40 characters per event type',
    ),
  ),
  requiredFields: z.array(z.enum(askable)),
  contactOnForm: z.boolean(),
  termsOnForm: z.boolean(),
  emailPrices: z.boolean(),
  emailYearly: z.boolean(),
  quoteFollowUpDays: wholeOrNone(1, 30),
  askForReviews: z.boolean(),
  reviewUrl: z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim() === '' || /^https:\/\/\S+$/u.test(typed.trim()),
        'Enter a web address that begins with https://',
      ),
    ),
  crewCollects: z.boolean(),
  turnedLetters: z.array(z.string()),
  shorterWordings: z.string().check(
    z.refine(
      (typed) =>
        linesOf(typed).every((line) => {
          const { long, short } = wordingOf(line);
          return long !== '' && short !== '' && long.length <= 100 && short.length <= 100;
        }),
      'Write each line as LONG = SHORT, with at most 100 characters on each side',
    ),
    z.refine((typed) => linesOf(typed).length <= 50, 'Enter at most 50 wordings'),
  ),
});

/** Form schema of the booking rules. The number of extra days is only used with turnaround "extra". */
export function rulesSchema(format: Format) {
  const fields = shared(format);
  return z.discriminatedUnion('turnaround', [
    z.object({ ...fields, turnaround: z.literal('same'), turnaroundDays: z.any() }),
    z.object({ ...fields, turnaround: z.literal('next'), turnaroundDays: z.any() }),
    z.object({ ...fields, turnaround: z.literal('extra'), turnaroundDays: whole(1, 14) }),
  ]);
}

/** Closed days as typed; a single day if `to` is empty. */
export interface ClosedRow {
  from: string;
  to: string;
  yearly: boolean;
  reason: string;
}

/** An install window as typed, with times such as "08:30", or the typed text if they can't be parsed. */
export interface WindowRow {
  label: string;
  from: string;
  to: string;
}

export interface RulesForm {
  /** When letters become available again: on the pickup day, the day after, or some days later. */
  turnaround: 'same' | 'next' | 'extra';
  turnaroundDays: number;
  holdDays: number;
  waitingOfferHours: number;
  strangersSharePercent: number;
  strangersLetterDays: number;
  requestsHold: BookingRules['requestsHold'];
  customerChanges: BookingRules['customerChanges'];
  /** Hours within which the business promises to reply; NaN if it promises nothing. */
  answerWithinHours: number;
  maxRentalDays: number;
  approvalRequired: boolean;
  minimumNoticeHours: number;
  /** 0 is Monday. */
  closedWeekdays: number[];
  closedDays: ClosedRow[];
  installWindows: WindowRow[];
  /** Empty for any time. */
  earliestPickup: string;
  latestPickup: string;
  /** NaN for no limit. */
  maxDeliveriesPerDay: number;
  maxPickupsPerDay: number;
  pickupGraceHours: number;
  overdueGraceHours: number;
  listedVenues: boolean;
  anyAddress: boolean;
  /** One per line. */
  eventTypes: string;
  requiredFields: (typeof askable)[number][];
  contactOnForm: boolean;
  termsOnForm: boolean;
  emailPrices: boolean;
  emailYearly: boolean;
  /** Days after which an open quote is followed up; NaN for never. */
  quoteFollowUpDays: number;
  askForReviews: boolean;
  /** Page elsewhere where the business collects reviews; empty for none. */
  reviewUrl: string;
  crewCollects: boolean;
  /** A pair and a size each: "6/9 4ft". */
  turnedLetters: string[];
  /** Pairs of a long and a shorter wording, one per line. */
  shorterWordings: string;
}

export function formOf(
  format: Format,
  { sameDayTurnaround, turnaroundDays, ...rest }: BookingRules,
): RulesForm {
  const { holdDays, maxRentalDays, approvalRequired } = rest;
  return {
    turnaround: sameDayTurnaround ? 'same' : turnaroundDays === 0 ? 'next' : 'extra',
    turnaroundDays: Math.max(1, turnaroundDays),
    holdDays,
    waitingOfferHours: rest.waitingOfferHours,
    strangersSharePercent: rest.strangersSharePercent,
    strangersLetterDays: rest.strangersLetterDays,
    requestsHold: rest.requestsHold,
    customerChanges: rest.customerChanges,
    answerWithinHours: rest.answerWithinHours ?? Number.NaN,
    maxRentalDays,
    approvalRequired,
    minimumNoticeHours: rest.minimumNoticeHours,
    closedWeekdays: rest.closedWeekdays,
    closedDays: rest.closedDays.map(({ from, to, yearly, reason }) => ({
      from: typedFromIso(format, from),
      to: to === from ? '' : typedFromIso(format, to),
      yearly,
      reason: reason ?? '',
    })),
    installWindows: rest.installWindows.map(({ label, from, to }) => ({ label: label ?? '', from, to })),
    earliestPickup: rest.earliestPickup ?? '',
    latestPickup: rest.latestPickup ?? '',
    maxDeliveriesPerDay: rest.maxDeliveriesPerDay ?? Number.NaN,
    maxPickupsPerDay: rest.maxPickupsPerDay ?? Number.NaN,
    pickupGraceHours: rest.pickupGraceHours,
    overdueGraceHours: rest.overdueGraceHours,
    listedVenues: rest.listedVenues,
    anyAddress: rest.anyAddress,
    eventTypes: rest.eventTypes.join('\n'),
    requiredFields: rest.requiredFields,
    contactOnForm: rest.contactOnForm,
    termsOnForm: rest.termsOnForm,
    emailPrices: rest.emailPrices,
    emailYearly: rest.emailYearly,
    quoteFollowUpDays: rest.quoteFollowUpDays ?? Number.NaN,
    askForReviews: rest.askForReviews,
    reviewUrl: rest.reviewUrl ?? '',
    crewCollects: rest.crewCollects,
    turnedLetters: rest.turnedLetters.flatMap(({ pair, sizes }) => sizes.map((size) => `${pair} ${size}`)),
    shorterWordings: rest.shorterWordings.map(({ long, short }) => `${long} = ${short}`).join('\n'),
  };
}

/** The rules as a request body. */
export function rulesOf(format: Format, { turnaround, turnaroundDays, ...rest }: RulesForm) {
  const limit = (typed: number) => (Number.isNaN(typed) ? null : typed);
  return {
    ...rest,
    sameDayTurnaround: turnaround === 'same',
    turnaroundDays: turnaround === 'extra' ? turnaroundDays : 0,
    closedDays: rest.closedDays.map(({ from, to, yearly, reason }) => {
      const first = isoFromTyped(format, from) ?? '';
      return { from: first, to: isoFromTyped(format, to) ?? first, yearly, reason: reason.trim() || null };
    }),
    installWindows: rest.installWindows.map(({ label, from, to }) => ({
      label: label.trim() || null,
      from,
      to,
    })),
    earliestPickup: rest.earliestPickup || null,
    latestPickup: rest.latestPickup || null,
    maxDeliveriesPerDay: limit(rest.maxDeliveriesPerDay),
    maxPickupsPerDay: limit(rest.maxPickupsPerDay),
    answerWithinHours: limit(rest.answerWithinHours),
    quoteFollowUpDays: limit(rest.quoteFollowUpDays),
    reviewUrl: rest.reviewUrl.trim() || null,
    eventTypes: linesOf(rest.eventTypes),
    turnedLetters: turnedPairs.flatMap((pair) => {
      const sizes = rest.turnedLetters.flatMap((name) =>
        name.startsWith(`${pair} `) ? name.slice(pair.length + 1) : [],
      );
      return sizes.length > 0 ? { pair, sizes } : [];
    }),
    shorterWordings: linesOf(rest.shorterWordings).map(wordingOf),
  } satisfies BookingRulesChange;
}
