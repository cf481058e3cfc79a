import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { type CustomersBooking, readBooking, retakeLetters } from '@/paying/calls';
import { FormError } from './fields';
import { primaryButton } from './looks';

interface Props {
  token: string;
  onChanged: (booking: CustomersBooking) => void;
}

/**
 * Holds the letters of a lapsed booking again, at the agreed price. The link in the email does so as soon as the
 * page opens.
 */
export function RetakePart({ token, onChanged }: Props) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const retake = async () => {
    setSending(true);
    setProblem(null);
    try {
      await retakeLetters(token);
      onChanged(await readBooking(token));
    } catch (error) {
      setProblem(sentenceOf(error));
      setSending(false);
    }
  };
  const start = useRef(retake);
  useEffect(() => {
    if (takeRetakeLink()) void start.current();
  }, []);
  return (
    <div className="mt-3 grid gap-4">
      <p>If your letters are still available, you can have them at the same price.</p>
      <FormError message={problem} />
      <button
        type="button"
        className={primaryButton}
        disabled={sending}
        aria-busy={sending}
        onClick={() => void retake()}
      >
        {sending ? 'Checking…' : 'Hold My Letters Again'}
      </button>
    </div>
  );
}

/** Return true if the page was opened by the email's button, once: reloading the page must not repeat it. */
function takeRetakeLink(): boolean {
  if (!new URLSearchParams(location.search).has('retake')) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}
