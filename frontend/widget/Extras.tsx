/** Everything to add to the letters: add-ons, packages and items, as one row of cards. */
import { useEffect, useRef, useState } from 'react';
import { withFirst } from '@/booking-form/draft';
import { EXTRAS } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { FORM } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import type { Form } from './fields';
import { Toolbar } from './Toolbar';

/** Cards shown before "Show all". Chosen ones are always shown. */
const FIRST_SHOWN = 3;
/** Distance from the screen at which items and packages start to load. */
const AHEAD = '400px';

/** Calls `onNear` once the element is near the screen, or the visitor has entered something. */
function useNear(onNear: () => void) {
  const place = useRef<HTMLFieldSetElement>(null);
  const called = useRef(onNear);
  called.current = onNear;
  useEffect(() => {
    const come = () => called.current();
    if (!place.current || !('IntersectionObserver' in window)) return come();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) come();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    // Rendering before the change event of a select would reset it.
    const onInput = () => setTimeout(come);
    document.addEventListener('input', onInput, { once: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('input', onInput);
    };
  }, []);
  return place;
}

export interface ExtrasProps {
  readonly form: Form;
  readonly offer: Offer;
  readonly operator: string;
  readonly days: Readonly<Record<string, string>>;
  /** The file of items and packages; its state while it loads, or 'coming' before `onNear`. */
  readonly lines: typeof import('./lines') | 'coming' | 'failed';
  /** Called once the extras are near the screen, or the visitor has entered something. */
  readonly onNear: () => void;
}

export function Extras({ form, offer, operator, days, lines, onNear }: ExtrasProps) {
  const place = useNear(onNear);
  const [all, setAll] = useState(false);
  const isChosen = form.draft.lines.some(({ kind }) => kind !== 'letters');
  const needsCatalog = offer.hasCatalog || isChosen;
  /** Number of items and packages, and of those not shown. */
  const [others, setOthers] = useState({ count: 0, hidden: 0 });
  const { addOns, currency } = offer;
  const [first] = form.draft.lines;
  const toggle = (code: string) =>
    form.change(
      withFirst(form.draft, {
        addOns: first.addOns.includes(code)
          ? first.addOns.filter((other) => other !== code)
          : [...first.addOns, code],
      }),
    );
  const shown = addOns.filter(({ code }, i) => all || i < FIRST_SHOWN || first.addOns.includes(code));
  const isEmpty = addOns.length === 0 && others.count === 0 && !isChosen;
  const hidden = others.hidden + addOns.length - shown.length;
  return (
    <fieldset
      ref={place}
      className={all ? 'card extras all' : 'card extras'}
      data-empty={isEmpty || undefined}
    >
      <legend>{EXTRAS.title}</legend>
      <Toolbar label={EXTRAS.title} className="offers">
        {shown.map(({ code, label, price }) => (
          <label key={code} className="offer add-on">
            <span className="about">
              <b id={`add-on-${code}`}>{label}</b>
              <small id={`add-on-${code}-price`}>
                {FORM.addOn(price > 0 ? formatMoney(price, currency) : null)}
              </small>
            </span>
            <input
              type="checkbox"
              name={code}
              checked={first.addOns.includes(code)}
              onChange={() => toggle(code)}
              aria-labelledby={`add-on-${code}`}
              aria-describedby={`add-on-${code}-price`}
            />
          </label>
        ))}
        {needsCatalog && typeof lines !== 'string' && (
          <lines.Catalog
            form={form}
            offer={offer}
            operator={operator}
            days={days}
            all={all}
            places={Math.max(0, FIRST_SHOWN - addOns.length)}
            onShown={setOthers}
          />
        )}
        {lines === 'coming' && needsCatalog && <div className="offer waiting" aria-hidden="true" />}
        {hidden > 0 && !all && (
          <button type="button" className="link show-all" onClick={() => setAll(true)}>
            {EXTRAS.showAll(addOns.length + others.count)}
          </button>
        )}
      </Toolbar>
    </fieldset>
  );
}
