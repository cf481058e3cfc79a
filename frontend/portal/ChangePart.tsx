import { lazy, Suspense, useEffect, useRef, useState } from 'react';
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
  );
}
