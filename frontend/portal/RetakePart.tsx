import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { type CustomersBooking, readBooking, retakeLetters } from '@/paying/calls';
import { FormError } from './fields';
import { primaryButton } from './looks';

interface Props {
  token: string;
  onChanged: (booking: CustomersBooking) => void;
}

/** Holds the letters of a lapsed booking again, at the agreed price. */
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
