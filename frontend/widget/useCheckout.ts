import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import {
  type BookingPayment,
  type CustomersBooking,
  lookAtPayment,
  readBooking,
  retakeLetters,
} from '@/paying/calls';
import { secondsUntil } from '@/paying/period';
import { type Phase, phaseOf } from '@/paying/phase';
import { takeReturned } from '@/paying/returned';
import { useLooking } from '@/paying/useLooking';
import { useSecondsLeft } from '@/paying/useSecondsLeft';
import { type Booked, isHeld } from './calls';

export interface Checkout {
  readonly phase: Phase;
  /** The payment to open the card form with; null if cards cannot be charged right now. */
  readonly payment: BookingPayment | null;
  /** Seconds until the hold ends; null until known. */
  readonly left: number | null;
  /** True while the result of a payment is being checked. */
  readonly checking: boolean;
  /** Message about a payment that did not confirm the booking, or not yet. */
  readonly message: { readonly good: boolean; readonly text: string } | null;
  /** False if the server refused to hold the letters of a lapsed booking again. */
  readonly canRetake: boolean;
  readonly paid: (before: boolean) => void;
  readonly retake: () => void;
}

interface Texts {
  readonly already: string;
  readonly processing: string;
  readonly incomplete: string;
}

/**
 * Token of the booking's page. Empty if the booking was begun on another network, because its link is only
 * returned there.
 */
export const tokenOf = (booking: Booked) => booking.pageUrl?.split('/').at(-1) ?? '';

/**
 * State of a booking awaiting payment, here or on its own page. `onChange` receives the booking once it is confirmed
 * or needs only the business's approval, and again with a new payment if its letters are held again.
 */
export function useCheckout(booking: Booked, texts: Texts, onChange: (booking: Booked) => void): Checkout {
  const waits = isHeld(booking);
  const token = tokenOf(booking);
  const [now, setNow] = useState<CustomersBooking | null>(null);
  const [hold, setHold] = useState<{ readonly seconds: number } | null>(null);
  const [message, setMessage] = useState<Checkout['message']>(null);
  const [refused, setRefused] = useState(false);
  const [returned] = useState(takeReturned);
  const before = useRef(false);
  const changed = useRef(onChange);
  changed.current = onChange;
  const { payBy } = booking;
  const payment: BookingPayment | null = booking.payment ?? null;
  const until = payment?.expiresAt ?? payBy ?? null;
  const show = useCallback(
    (read: CustomersBooking) => {
      setNow(read);
      const phase = phaseOf(read);
      if (phase === 'held' && until !== null) {
        setHold({ seconds: read.held?.secondsLeft ?? secondsUntil(until) });
      } else if (phase === 'confirmed' || phase === 'waiting') {
        if (before.current) setMessage({ good: true, text: texts.already });
        const { status, received, authorized } = read;
        const heldUntil = read.held?.until ?? null;
        changed.current({
          ...booking,
          status,
          received,
          authorized,
          heldUntil,
          payment: null,
          payBy: null,
        });
      }
      return phase;
    },
    [booking, until, texts],
  );
  const [checking, check] = useLooking(waits ? returned : null, {
    look: (intent) => lookAtPayment(token, intent),
    settle: (read, mayWait) => {
      if (show(read) !== 'held') return true;
      const processing = read.paying.processing > 0;
      if (processing) setMessage({ good: true, text: texts.processing });
      else if (!mayWait) setMessage({ good: false, text: texts.incomplete });
      return processing;
    },
    fail: (text) => setMessage({ good: false, text }),
  });
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` triggers another read.
  useEffect(() => {
    if (!waits) return;
    if (token === '') return setHold(payment && { seconds: payment.expiresIn });
    const stop = new AbortController();
    const read = () => {
      if (document.visibilityState === 'hidden') return;
      readBooking(token, stop.signal).then(show, () => {
        // Without an answer, the hold ends when the server said at sending time.
        if (until !== null) setHold((known) => known ?? { seconds: secondsUntil(until) });
      });
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', read);
    };
  }, [token, waits, show, until, payment, reads]);
  const left = useSecondsLeft(
    hold,
    useCallback(() => setReads((count) => count + 1), []),
  );
  const phase: Phase = !waits
    ? booking.status === 'confirmed' || booking.status === 'completed'
      ? 'confirmed'
      : 'waiting'
    : now === null || phaseOf(now) === 'held'
      ? left === 0
        ? 'lapsed'
        : 'held'
      : phaseOf(now);
  const retake = async () => {
    setMessage(null);
    try {
      const { payment = null, payBy = null } = await retakeLetters(token);
      setNow(null);
      setHold(payment && { seconds: payment.expiresIn });
      changed.current({ ...booking, payment, payBy });
    } catch (error) {
      setMessage({ good: false, text: sentenceOf(error) });
      setRefused(error instanceof ApiError && error.status === 409);
    }
  };
  const paid = (earlier: boolean) => {
    before.current = earlier;
    setMessage(null);
    if (token !== '') return check();
    // Without the link to the booking's page, the provider's response is all we have.
    const status = payment?.capture === 'on_approval' ? 'pending' : 'confirmed';
    const amount = payment?.amount ?? 0;
    const [received, authorized] = status === 'pending' ? [0, amount] : [amount, 0];
    onChange({ ...booking, status, received, authorized, payment: null, payBy: null });
  };
  return {
    phase,
    payment,
    left,
    checking,
    message,
    canRetake: !refused,
    paid,
    retake: () => void retake(),
  };
}
