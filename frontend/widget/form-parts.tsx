/** Small parts of the form, some of them loaded later. */
import type { ComponentType, ReactNode } from 'react';
import type { Offer } from '@/booking-form/offer';
import {
  BOOKING_CONFIRMED,
  BOOKING_SUBMITTED,
  FORM,
  FORM_TITLE,
  PLACES,
  type ToastText,
} from '@/booking-form/texts';
import type { Booked } from './calls';
import type { DoneProps } from './Done';
import type { ExtrasProps } from './Extras';
import type { Form } from './fields';
import type { PriceCardProps } from './PriceCard';
import { useLazyParts } from './useLazyParts';
import { usePayHere } from './usePayHere';
import { useRenderTurn } from './useRenderTurn';

/** Toast for a sent booking. */
export function submitted(booking: Booked): ToastText {
  return booking.status === 'confirmed' ? BOOKING_CONFIRMED : BOOKING_SUBMITTED;
}

/** The result page, or a short confirmation if its file could not be loaded. */
export function Success(props: Omit<DoneProps, 'card'>) {
  const lazy = useLazyParts();
  const card = usePayHere(props.booking.payment);
  if (lazy === 'coming') return <div className="card bone" aria-busy="true" />;
  if (lazy !== 'failed') return <lazy.Done {...props} card={card} />;
  return (
    <section className="card done" role="status">
      <h2>{submitted(props.booking).description}</h2>
      <p>#{props.booking.number}</p>
    </section>
  );
}

/**
 * A honeypot: a hidden field that users can't see, hear or reach by keyboard, so only bots fill it in (W9).
 */
export function Trap({ field }: { field: { current: HTMLInputElement | null } }) {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        {FORM.trap}
        <input ref={field} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/**
 * Address fields for a location that is not a listed venue. If their file fails to load, the user is asked to
 * reload.
 */
export function OtherPlace(props: { form: Form; offer: Offer }) {
  const lazy = useLazyParts();
  if (lazy === 'failed') return <p role="alert">{PLACES.reload}</p>;
  return lazy === 'coming' ? <div className="bone" aria-busy="true" /> : <lazy.AddressFields {...props} />;
}

/** An optional part that loads later; the form works without it. */
export function Part({
  of,
  ...props
}:
  | { of: 'MarksHint'; form: Form }
  | { of: 'BelowPhone' | 'FinishCard'; form: Form; offer: Offer }
  | { of: 'BelowEmail'; form: Form; offer: Offer; preview: boolean }
  | ({ of: 'PriceCard' } & PriceCardProps)
  | { of: 'Logo' | 'OfBusiness'; offer: Offer }
  | ({ of: 'Extras' } & ExtrasProps)) {
  const lazy = useLazyParts();
  if (typeof lazy === 'string') return null;
  // The type above guarantees that each part gets its props.
  const Shown = lazy[of] as ComponentType<typeof props>;
  return <Shown {...props} />;
}

/** Delays rendering a card until the cards before it have rendered. */
export function InTurn({ meanwhile, children }: { meanwhile?: ReactNode; children: () => ReactNode }) {
  return useRenderTurn() ? children() : meanwhile;
}

/** Heading of the form. widget.html contains a copy, which is painted before any script has run. */
export function Heading({ company }: { company?: string | null }) {
  return (
    <header>
      <h1>{FORM_TITLE}</h1>
      {company && <p className="company">{company}</p>}
    </header>
  );
}
