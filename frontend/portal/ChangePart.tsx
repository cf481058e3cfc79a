import { lazy, useState } from 'react';
import { ChangeForm, type FormProps } from './BookingForms';
import { secondaryButton } from './looks';

/** Loaded only for customers who change days, place or letters. */
const ChangeBookingForm = lazy(() =>
  import('./ChangeBookingForm').then(({ ChangeBookingForm }) => ({ default: ChangeBookingForm })),
);

/** Ways to change a booking: the form with price and availability, and a message to the business. */
export function ChangePart(form: FormProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open ? (
        <ChangeBookingForm {...form} />
      ) : (
        <button type="button" className={`${secondaryButton} mt-4`} onClick={() => setOpen(true)}>
          Change Days, Place or Letters
        </button>
      )}
      <ChangeForm {...form} />
    </>
  );
}
