import { PEEK } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { PRICE } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import type { Form } from './fields';
import { useVisiblePart } from './useVisiblePart';

interface PeekProps {
  readonly form: Form;
  readonly offer: Offer;
}

/** Move to the submit button, or to the first required field that is empty. */
function goOn() {
  const submit = document.querySelector<HTMLElement>('.submit button:enabled');
  if (submit) submit.focus();
  else document.querySelector<HTMLElement>('.needed button')?.click();
}

/**
 * Bar with the total and a button, where the price card is out of sight. It repeats the price card, so screen
 * readers and the Tab key skip it.
 */
export function Peek({ form, offer }: PeekProps) {
  const { estimate, error } = form.estimate;
  const breakdown = error ? null : (estimate?.breakdown ?? null);
  const { hiddenBelow, submitSeen } = useVisiblePart(breakdown !== null);
  if (breakdown === null || submitSeen) return null;
  const style = hiddenBelow > 0 ? { bottom: `calc(${hiddenBelow}px + 0.5rem)` } : undefined;
  return (
    <div className={form.price ? 'peek' : 'peek stale'} style={style} aria-hidden="true">
      <span>{estimate?.available === false ? PRICE.notEnough([]) : PRICE.total}</span>
      <b>{formatMoney(breakdown.total, offer.currency)}</b>
      <button type="button" tabIndex={-1} onClick={goOn}>
        {PEEK.next}
      </button>
    </div>
  );
}
