/** State of a booking form: filled in, priced, sent, refused or booked. No markup. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { useFormat } from '@/lib/format';
import { type Breakdown, type Estimate, type Refusal, refusalOf } from './answers';
import { isoFromTyped } from './dates';
import {
  type BookingDraft,
  type BookingPayload,
  bookingPayload,
  type EstimateRequest,
  estimateRequest,
  type FieldKey,
  type FieldName,
  fieldAt,
  placeOf,
  type TextField,
} from './draft';
import type { draftStorage } from './draft-storage';
import { newKey } from './idempotency';
import { FIELD_ORDER, type FieldErrors, type FormLimits, fieldErrors, missingFields } from './rules';
import { REFUSALS } from './texts';
import { type EstimateState, useEstimate } from './useEstimate';

/** The two API calls of a form. Both carry the form's idempotency key and throw ApiError. */
export interface BookingCalls<Booked extends object> {
  estimate(request: EstimateRequest, key: string, signal: AbortSignal): Promise<Estimate>;
  book(payload: BookingPayload, key: string): Promise<Booked>;
}

interface Options<Booked extends object> {
  readonly limits: FormLimits;
  /** Operator of a public form; omitted if the session determines it. */
  readonly operator?: string;
  /** Values of a new form. */
  readonly initial: BookingDraft;
  readonly calls: BookingCalls<Booked>;
  readonly storage?: ReturnType<typeof draftStorage>;
  /**
   * Additional input for the price, such as an operator's discount. Must be the same object while unchanged.
   */
  readonly alsoPriced?: Partial<EstimateRequest>;
}

/** Result of submitting; `field` is the first one that needs attention. */
export type SubmitResult<Booked = unknown> =
  | { readonly kind: 'missing'; readonly field: FieldKey }
  | { readonly kind: 'wrong'; readonly field: FieldKey; readonly sentence: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly field?: FieldKey }
  | { readonly kind: 'booked'; readonly booking: Booked }
  | { readonly kind: 'sending' };

export interface BookingForm<Booked> {
  readonly draft: BookingDraft;
  /** Returns the current content, for use after a response arrives. */
  readonly current: () => BookingDraft;
  readonly change: (patch: Partial<BookingDraft>) => void;
  /** Called on blur: the field's errors may be shown from now on. */
  readonly leave: (field: FieldKey) => void;
  /** Errors to show now. */
  readonly errors: FieldErrors;
  /** Required fields that are empty, in screen order. */
  readonly missing: readonly TextField[];
  readonly estimate: EstimateState;
  /** The displayed price for the current content. */
  readonly price: Breakdown | null;
  readonly sending: boolean;
  readonly refusal: Refusal | null;
  readonly booked: Booked | null;
  readonly submit: () => Promise<SubmitResult<Booked>>;
  /**
   * Validates the form for an action other than `submit`: shows all errors, and marks the empty fields among
   * `required`. Returns null if there are none.
   */
  readonly check: (required: readonly FieldName[]) => SubmitResult<never> | null;
  /** Shows an error thrown by such an action. */
  readonly refuse: (error: unknown) => SubmitResult<never>;
  /** Marks every required field that is empty; returns the first. */
  readonly revealMissing: () => FieldKey | undefined;
  /** Replaces the sent booking after its state has changed. */
  readonly update: (booking: Booked) => void;
  /**
   * Opens the form again after a success: as it was sent (`filled`), or empty except for the customer's
   * details.
   */
  readonly startAgain: (filled?: boolean) => void;
}

const isField = (name: string): name is FieldKey =>
  (FIELD_ORDER as readonly string[]).includes(name.replace(/\[.*/, ''));

/** The server's field errors, limited to fields of the form. */
function knownFields(fields: Readonly<Record<string, string>>, draft: BookingDraft): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([path, sentence]) => [fieldAt(path, draft.lines), sentence] as const)
      .filter(([name]) => isField(name)),
  );
}

function firstOf(errors: FieldErrors): FieldKey | undefined {
  const fields = Object.keys(errors) as FieldKey[];
  return FIELD_ORDER.find((field) => errors[field] !== undefined) ?? fields[0];
}

const NO_PRICE: Refusal = { kind: 'failed', explained: true, sentence: REFUSALS.noPrice };

/** State and actions of a booking form. `calls`, `limits` and `initial` must be stable across renders. */
export function useBookingForm<Booked extends object>(options: Options<Booked>): BookingForm<Booked> {
  const format = useFormat();
  const { limits, operator, initial, calls, storage, alsoPriced } = options;
  const [stored] = useState(() => storage?.load() ?? null);
  const [draft, setDraft] = useState(stored?.draft ?? initial);
  const [key, setKey] = useState(() => stored?.key ?? newKey());
  const [begun] = useState({ draft, key });
  const [left, setLeft] = useState<ReadonlySet<FieldKey>>(new Set());
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sending, setSending] = useState(false);
  const [booked, setBooked] = useState((stored?.booked as Booked | undefined) ?? null);

  // Prevents a second request if the button is pressed again before the next render.
  const busy = useRef(false);
  const currentKey = useRef(key);
  currentKey.current = key;
  const ask = useCallback(
    (request: EstimateRequest, signal: AbortSignal) => calls.estimate(request, currentKey.current, signal),
    [calls],
  );
  const wrong = fieldErrors(format, draft, limits);
  // The server would refuse such dates, and a price without them would be wrong for this form.
  const impossible =
    (wrong.deliveryDate !== undefined && isoFromTyped(format, draft.deliveryDate) !== null) ||
    (wrong.pickupDate !== undefined && isoFromTyped(format, draft.pickupDate) !== null);
  const request = useMemo(() => {
    const request = impossible ? null : estimateRequest(format, draft, operator);
    return request && { ...request, ...alsoPriced };
  }, [draft, operator, impossible, alsoPriced, format]);
  const estimate = useEstimate(booked === null ? request : null, ask);

  useEffect(() => {
    // An untouched form is not stored: it would later override the initial values of another address.
    if (booked === null && (draft !== begun.draft || key !== begun.key)) storage?.save({ draft, key });
  }, [draft, key, begun, booked, storage]);

  const held = useRef(draft);
  held.current = draft;
  const change = useCallback((patch: Partial<BookingDraft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    setServerErrors((before) => {
      const remaining = Object.entries(before).filter(
        ([field]) => !(field in patch || ('lines' in patch && placeOf(field) !== null)),
      );
      return remaining.length === Object.keys(before).length ? before : Object.fromEntries(remaining);
    });
    setRefusal(null);
  }, []);
  const leave = useCallback((field: FieldKey) => {
    setLeft((before) => (before.has(field) ? before : new Set(before).add(field)));
  }, []);

  const missing = missingFields(draft, limits);
  // Errors from an estimate are shown at once if the field is not empty.
  const estimated = estimate.error instanceof ApiError ? knownFields(estimate.error.fields, draft) : {};
  const shown = (errors: FieldErrors) =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => isField(field) && left.has(field)));
  const filled = Object.fromEntries(Object.entries(estimated).filter(([field]) => !(field in missing)));
  const errors: FieldErrors = { ...shown(missing), ...filled, ...shown(wrong), ...serverErrors };
  const price = estimate.pending || estimate.error ? null : (estimate.estimate?.breakdown ?? null);

  const reveal = (fields: FieldErrors) => {
    setLeft((before) => new Set([...before, ...(Object.keys(fields) as FieldKey[])]));
    return firstOf(fields);
  };

  const refuse = (refusal: Refusal): SubmitResult<never> => {
    setRefusal(refusal.kind === 'price_changed' && price ? { ...refusal, before: price.total } : refusal);
    if (refusal.kind === 'price_changed') estimate.correct({ breakdown: refusal.breakdown });
    if (refusal.kind === 'not_enough_letters') estimate.correct({ available: false, ...refusal.stock });
    // The next press sends a new request, because the customer has seen the result of this one.
    if (refusal.kind === 'already_sent') setKey(newKey());
    if (refusal.kind !== 'fields') return { kind: 'refused', refusal: refusal };
    const fields = knownFields(refusal.fields, draft);
    setServerErrors(fields);
    const field = firstOf(fields);
    return { kind: 'refused', refusal: refusal, ...(field && { field }) };
  };

  const check = (required: readonly string[]): SubmitResult<never> | null => {
    const empty = reveal(
      Object.fromEntries(
        Object.entries(missing).filter(([field]) => isField(field) && required.includes(field)),
      ),
    );
    if (empty) return { kind: 'missing', field: empty };
    const faulty = reveal(wrong);
    return faulty ? { kind: 'wrong', field: faulty, sentence: wrong[faulty] ?? '' } : null;
  };

  const update = (booking: Booked) => {
    storage?.save({ draft, key, booked: booking });
    setBooked(booking);
  };

  const submit = async (): Promise<SubmitResult<Booked>> => {
    if (busy.current) return { kind: 'sending' };
    const fault = check(FIELD_ORDER);
    if (fault) return fault;
    const payload = bookingPayload(format, draft, price?.total ?? null, operator);
    if (price === null || payload === null) {
      // Never book at a price that was not shown.
      if (estimate.error) estimate.retry();
      return refuse(estimate.error ? refusalOf(estimate.error) : NO_PRICE);
    }
    busy.current = true;
    setSending(true);
    setRefusal(null);
    try {
      const booking = await calls.book(payload, key);
      update(booking);
      return { kind: 'booked', booking };
    } catch (error) {
      return refuse(refusalOf(error));
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const startAgain = (filled = false) => {
    storage?.clear();
    const { customerName, customerEmail, customerPhone } = draft;
    if (!filled) setDraft({ ...initial, customerName, customerEmail, customerPhone });
    setKey(newKey());
    setLeft(new Set());
    setServerErrors({});
    setBooked(null);
  };

  return {
    draft,
    current: () => held.current,
    change,
    leave,
    errors,
    missing: FIELD_ORDER.filter(
      (field): field is TextField => field !== 'addOns' && field !== 'lines' && missing[field] !== undefined,
    ),
    estimate,
    price,
    sending,
    refusal,
    booked,
    submit,
    check,
    refuse: (error) => refuse(refusalOf(error)),
    revealMissing: () => reveal(missing),
    update,
    startAgain,
  };
}
