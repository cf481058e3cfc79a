import type { Offer } from '@/booking-form/offer';
import { PRICE, SUBMIT } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import type { Form } from './fields';
import { neededFields, unpricedNames } from './needed';
import { useLazyParts } from './useLazyParts';
import { useSecondsLeft } from './useSecondsLeft';

/** Total and button, at the bottom of the screen wherever the form is scrolled. */
export function SubmitBar({ form, offer, onMissing }: { form: Form; offer: Offer; onMissing: () => void }) {
  const { estimate, pending, error } = form.estimate;
  const left = useSecondsLeft(form.refusal);
  const lazy = useLazyParts();
  const shown = error ? null : (estimate?.breakdown ?? null);
  const incomplete = neededFields(form, offer).length > 0;
  const waiting = form.sending || pending || left > 0;
  const unpriced = shown ? unpricedNames(form) : [];
  const note = unpriced.length > 0 ? PRICE.without(unpriced) : shown && estimate?.cancellation;
  return (
    <>
      {/* A disabled button does not react, so its wrapper handles the press. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a convenience; the list above does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div className="bar submit" onClick={() => incomplete && !waiting && onMissing()}>
        <p className={pending ? 'sum stale' : 'sum'}>
          {shown && estimate?.available === false ? PRICE.notEnough([]) : PRICE.total}{' '}
          <b>{shown ? formatMoney(shown.total, offer.currency) : '–'}</b>
          {note && <small>{note}</small>}
        </p>
        <button type="submit" className="primary" disabled={incomplete || waiting} aria-busy={form.sending}>
          {form.sending ? PRICE.sending : SUBMIT}
        </button>
      </div>
      {typeof lazy !== 'string' && <lazy.VisiblePart />}
    </>
  );
}
