import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import type { CustomersBooking } from '@/paying/calls';
import { ChangeForm, type FormProps } from './BookingForms';
import { secondaryButton, textLink } from './looks';

/** Loaded only for customers who change days, place or letters. */
const ChangeBookingForm = lazy(() =>
  import('./ChangeBookingForm').then(({ ChangeBookingForm }) => ({ default: ChangeBookingForm })),
);

/** Ways to change a booking: the form with price and availability, and a message to the business. */
export function ChangePart(form: FormProps) {
  const [open, setOpen] = useState(false);
  const [confirmation, setConfirmation] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) section.current?.focus();
  }, [open]);
  const close = (text: string) => {
    setOpen(false);
    setConfirmation(text);
    opener.current?.focus();
  };
  return (
    <>
      <Asked booking={form.booking} />
      <div className="mt-4 grid min-w-0 gap-4">
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          className={`${secondaryButton} sm:justify-self-start`}
          onClick={() => {
            setConfirmation('');
            setOpen(!open);
          }}
        >
          Change Days, Place or Letters
        </button>
        <p role="status" className="text-good text-sm empty:hidden">
          {confirmation}
        </p>
        {open ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and the button above names this.
          <div
            ref={section}
            role="group"
            aria-label="Days, place and letters"
            tabIndex={-1}
            className="min-w-0 outline-none"
          >
            <Suspense fallback={<p role="status">Loading…</p>}>
              <ChangeBookingForm {...form} onSent={close} onClose={() => close('')} />
            </Suspense>
          </div>
        ) : null}
        <details>
          <summary className={`${textLink} min-h-11 content-center`}>Something else?</summary>
          <ChangeForm {...form} />
        </details>
      </div>
    </>
  );
}

const OUTCOMES = { made: 'Done', declined: 'Not possible' } as const;

/** The customer's change requests, each with its answer. */
function Asked({
  booking: { changeRequests, company },
}: {
  booking: Pick<CustomersBooking, 'changeRequests' | 'company'>;
}) {
  const format = useFormat();
  return changeRequests.length === 0 ? null : (
    <ul className="mt-3 grid gap-2 text-sm">
      {changeRequests.map(({ id, text, askedAt, outcome, answer }) => (
        <li key={id} className="rounded-lg bg-sunken px-3.5 py-2.5">
          <p className="whitespace-pre-wrap break-words">{text}</p>
          <p className="mt-1 text-soft">
            {dayInWords(format, dayOf(askedAt), 'short')} ·{' '}
            {outcome === null ? 'Waiting for a reply' : OUTCOMES[outcome]}
          </p>
          {answer === null ? null : (
            <p className="mt-2 border-bulb border-l-2 pl-3">
              <span className="block text-soft">{company.name}</span>
              <span className="whitespace-pre-wrap break-words">{answer}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
