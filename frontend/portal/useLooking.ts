import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';

const EVERY_MS = 1500;
const MOST_LOOKS = 8;

interface Looks<Found> {
  /** Asks the server; of the payment with this id of the provider's, if it is known. */
  look: (intent: string | null) => Promise<Found>;
  /** Shows what was found. Answers whether that is all: if not, and if it may wait, there is another look soon. */
  settle: (found: Found, mayWait: boolean) => boolean;
  fail: (sentence: string) => void;
}

/**
 * After the card form, or back from the bank (`returned`): looks until a payment is known to be made, on its way or
 * refused. Answers whether it is looking, and the way to begin.
 */
export function useLooking<Found>(returned: string | null, looks: Looks<Found>): [boolean, () => void] {
  const [looking, setLooking] = useState(returned !== null);
  // Only the first look is about the payment that they came back with: a later one is of a new try.
  const asked = useRef(returned);
  const latest = useRef(looks);
  latest.current = looks;
  useEffect(() => {
    if (!looking) return;
    let over = false;
    let count = 0;
    const look = async () => {
      count += 1;
      try {
        const found = await latest.current.look(asked.current);
        if (over) return;
        const mayWait = asked.current === null && count < MOST_LOOKS;
        if (!latest.current.settle(found, mayWait) && mayWait) {
          setTimeout(() => void look(), EVERY_MS);
          return;
        }
      } catch (error) {
        if (over) return;
        latest.current.fail(`${sentenceOf(error)} Please look at this page again before you pay again.`);
      }
      asked.current = null;
      setLooking(false);
    };
    void look();
    return () => {
      over = true;
    };
  }, [looking]);
  return [looking, () => setLooking(true)];
}
