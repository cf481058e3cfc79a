/** Server responses to a booking or an estimate, as the form handles them. */
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import type { FitOffer } from './offers';
import { BOOKING_FAILED, REFUSALS, type ToastText } from './texts';

type Schemas = components['schemas'];

/** A price in currency units, line by line; the deposit is separate from the total. */
export type Breakdown = Schemas['BreakdownOut'];
type Shortage = Schemas['ShortageOut'];
export type Alternative = Schemas['AlternativeOut'];
/** `available` is null while unknown: without dates, or if stock is not tracked. */
export type Estimate = Schemas['EstimateOut'];

/** Why a booking was refused, with the message and the data for the next step. */
export type Refusal =
  | {
      readonly kind: 'price_changed';
      readonly sentence: string;
      readonly breakdown: Breakdown;
      readonly before?: number;
    }
  | {
      readonly kind: 'not_enough_letters';
      readonly sentence: string;
      /** The current shortages and their alternatives. */
      readonly stock: { shortages: Shortage[]; alternatives: Alternative[]; offers: FitOffer[] };
    }
  | { readonly kind: 'fields'; readonly sentence: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'no_operator'; readonly sentence: string }
  | { readonly kind: 'already_sent'; readonly sentence: string }
  /** The record was changed or closed by another user. */
  | { readonly kind: 'stale'; readonly sentence: string }
  /**
   * `explained`: the message names the cause; otherwise it is a generic failure. `retryAfter`: seconds to
   * wait before a retry.
   */
  | {
      readonly kind: 'failed';
      readonly sentence: string;
      readonly explained: boolean;
      readonly retryAfter?: number;
    };

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}

function isBreakdown(value: unknown): value is Breakdown {
  return typeof value === 'object' && value !== null && 'total' in value && typeof value.total === 'number';
}

/** Convert any error thrown by a request into a refusal; unexpected errors become a failure to retry. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) {
    return { kind: 'failed', sentence: REFUSALS.unforeseen, explained: false };
  }
  const { sentence, code, extra } = error;
  if (code === 'price_changed' && isBreakdown(extra.breakdown)) {
    return { kind: 'price_changed', sentence, breakdown: extra.breakdown };
  }
  if (code === 'not_enough_letters') {
    return {
      kind: 'not_enough_letters',
      sentence,
      stock: {
        shortages: listOf<Shortage>(extra.shortages),
        alternatives: listOf<Alternative>(extra.alternatives),
        offers: listOf<FitOffer>(extra.offers),
      },
    };
  }
  if (code === 'no_operator') return { kind: 'no_operator', sentence };
  if (code === 'idempotency_key_reused') {
    return { kind: 'already_sent', sentence: REFUSALS.alreadySent };
  }
  if (code === 'changed_meanwhile' || code === 'quote_closed') return { kind: 'stale', sentence };
  if (Object.keys(error.fields).length > 0) return { kind: 'fields', sentence, fields: error.fields };
  return {
    kind: 'failed',
    sentence: failureSentence(error),
    explained: error.explained,
    ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
  };
}

/**
 * Message for a failure other than field errors or shortages: the server's, unless the form has a more
 * helpful one.
 */
function failureSentence({ status, sentence, explained }: ApiError): string {
  if (status === 0) return REFUSALS.unreachable;
  if (status === 413) return REFUSALS.tooLarge;
  return explained || status < 500 ? sentence : REFUSALS.server;
}

/** Toast for a refusal: the server's message if there is one. The form shows the next step. */
export function toastAbout(refusal: Refusal): ToastText {
  const explained = refusal.kind !== 'failed' || refusal.explained;
  return explained ? { ...BOOKING_FAILED, description: refusal.sentence } : BOOKING_FAILED;
}
