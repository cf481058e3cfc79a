import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';

const EVERY_MS = 1500;
const MOST_LOOKS = 8;

interface Looks<Found> {
  /** Asks the server for the state of the payment with this provider id, or of all of them if null. */
  look: (intent: string | null) => Promise<Found>;
  /** Shows the result. Returns true if it is final; otherwise the check is repeated if `mayWait`. */
  settle: (result: Found, mayWait: boolean) => boolean;
  fail: (sentence: string) => void;
  /** What to do if a check failed. */
  advice?: string;
}

const USUAL_ADVICE = 'Reload this page before you pay again.';

/**
 * Poll after the card form was submitted, or after returning from the bank (`returned`), until a payment is
 * known to have succeeded, to be processing or to have failed. Returns whether it is polling, and a function
 * that starts it.
 */
export function useLooking<Found>(returned: string | null, looks: Looks<Found>): [boolean, () => void] {
  const [looking, setLooking] = useState(returned !== null);
  // Only the first check is for the payment in the return URL; later checks are for new attempts.
  const pendingId = useRef(returned);
  const latest = useRef(looks);
  latest.current = looks;
  useEffect(() => {
    if (!looking) return;
    let over = false;
    let count = 0;
    const look = async () => {
      count += 1;
      try {
        const result = await latest.current.look(pendingId.current);
        if (over) return;
        const mayWait = pendingId.current === null && count < MOST_LOOKS;
        if (!latest.current.settle(result, mayWait) && mayWait) {
          setTimeout(() => void look(), EVERY_MS);
          return;
        }
      } catch (error) {
        if (over) return;
        const { fail, advice = USUAL_ADVICE } = latest.current;
        fail(`${sentenceOf(error)} ${advice}`);
      }
      pendingId.current = null;
      setLooking(false);
    };
    void look();
    return () => {
      over = true;
    };
  }, [looking]);
  return [looking, () => setLooking(true)];
}
