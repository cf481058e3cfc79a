import { useRef, useState } from 'react';
import type { Shortage } from '@/api/types';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { FormDialog } from '@/ui/FormDialog';
import { OverbookReason } from './OverbookReason';
import { reasonMissing } from './quote-defaults';
import { shortageInWords, shortageKey } from './stock';

export interface OverbookDialogProps {
  message: string;
  /** Why the letters are unavailable, and the effect of overbooking. */
  explanation: string;
  /** The server's message about the shortage. */
  sentence: string;
  shortages: readonly Shortage[];
  failure: Failure | null;
  pending: boolean;
  onOverbook: (reason: string) => void;
  onClose: () => void;
}

/** Dialog that lists short letters and offers to overbook with a reason. */
export function OverbookDialog({
  message,
  explanation,
  sentence,
  shortages,
  failure,
  pending,
  onOverbook,
  onClose,
}: OverbookDialogProps) {
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = () => {
    setSubmitted(true);
    if (reason.trim() === '') input.current?.focus();
    else onOverbook(reason.trim());
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Not enough letters"
      description={sentence}
      onSubmit={submit}
      submitLabel="Overbook"
      pendingLabel="Booking..."
      error={failure}
      pending={pending}
      unsaved={reason.trim() !== ''}
    >
      <div className="grid gap-5">
        <div className="night night-ground grid place-items-center rounded-lg px-4 py-6">
          <MarqueeSign
            message={message}
            missing={shortages.flatMap(({ letter }) => letter ?? [])}
            height={56}
            surface="night"
            align="center"
          />
        </div>
        <ul className="tabular list-disc pl-5 text-sm">
          {shortages.map((shortage) => (
            <li key={shortageKey(shortage)}>{shortageInWords(format, shortage)}</li>
          ))}
        </ul>
        <p className="text-pretty text-soft text-sm">{explanation}</p>
        <OverbookReason
          ref={input}
          value={reason}
          error={submitted && reason.trim() === '' ? reasonMissing : undefined}
          hint="Only your team sees this."
          onChange={setReason}
        />
      </div>
    </FormDialog>
  );
}
