import { useState } from 'react';
import { type FormProps, Refusal, useSending } from './BookingForms';
import { changeTextConsent } from './booking-calls';

/** Checkbox to agree to texts and to end them. A change is saved at once. A customer who replied STOP reads how to undo it. */
export function TextsPart({ token, booking, onChanged }: FormProps) {
  const { textConsent, textConsentWording, textsStopped, company } = booking;
  const { send, sending, sent, refused } = useSending(onChanged);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const change = async (agrees: boolean) => {
    setChosen(agrees);
    await send(() => changeTextConsent(token, agrees));
    setChosen(null);
  };
  if (textsStopped) {
    return (
      <p className="mt-3 break-words">
        You replied STOP, so {company.name} won’t text you. To get texts again, text START to the number that
        texted you.
      </p>
    );
  }
  return (
    <div className="mt-3 grid gap-3">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-action"
          checked={chosen ?? textConsent}
          aria-disabled={sending}
          onChange={({ currentTarget }) => sending || void change(currentTarget.checked)}
        />
        <span className="min-w-0 break-words">
          {textConsentWording ?? `${company.name} may text me about my bookings.`}
        </span>
      </label>
      <Refusal refused={refused} />
      <p role="status" className="text-good text-sm empty:absolute">
        {sent && chosen === null
          ? textConsent
            ? `Saved. ${company.name} can text you.`
            : `Saved. ${company.name} won’t text you.`
          : ''}
      </p>
    </div>
  );
}
