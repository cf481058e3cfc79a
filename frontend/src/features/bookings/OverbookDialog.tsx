import { type FormEvent, useRef, useState } from 'react';
import type { Booking, Shortage } from '@/api/types';
import { reasonLabel, reasonMissing } from '@/booking-parts/own-terms';
import { shortageInWords } from '@/booking-parts/stock';
import type { Failure } from '@/lib/failure';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';

export interface OverbookDialogProps {
  booking: Booking;
  /** The server's own words about what is short. */
  sentence: string;
  shortages: readonly Shortage[];
  failure: Failure | null;
  pending: boolean;
  onOverbook: (reason: string) => void;
  onClose: () => void;
}

/** A request whose hold has lapsed and whose letters were given to others: says which, and offers to book anyway. */
export function OverbookDialog({
  booking,
  sentence,
  shortages,
  failure,
  pending,
  onOverbook,
  onClose,
}: OverbookDialogProps) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (reason.trim() === '') input.current?.focus();
    else onOverbook(reason.trim());
  };
  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Not enough letters"
      description={sentence}
      onSubmit={submit}
      submitLabel="Book Over the Stock"
      pendingLabel="Confirming..."
      error={failure}
      pending={pending}
      unsaved={reason.trim() !== ''}
    >
      <div className="grid gap-5">
        <div className="night night-ground grid place-items-center rounded-lg px-4 py-6">
          <MarqueeSign
            message={booking.message}
            missing={shortages.map(({ letter }) => letter)}
            height={56}
            surface="night"
            align="center"
          />
        </div>
        <ul className="tabular list-disc pl-5 text-sm">
          {shortages.map((shortage) => (
            <li key={shortage.letter}>{shortageInWords(shortage)}</li>
          ))}
        </ul>
        <p className="text-pretty text-soft text-sm">
          The letters were held for a while and have since been given to other bookings. You can confirm all
          the same when you get the missing letters elsewhere; the booking is then marked.
        </p>
        <Field
          label={reasonLabel}
          required
          error={asked && reason.trim() === '' ? reasonMissing : undefined}
          hint="Only you see this."
        >
          <Input
            ref={input}
            value={reason}
            maxLength={300}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
