/** Options beside the price: damage waiver, tip and discount code; and the payment policy. */
import { useState } from 'react';
import { DISCOUNT, POLICY, TIP, WAIVER } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { LABELS } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import { type Form, fieldId, Labelled } from './fields';

/** Optional charges and discounts. */
export function Charges({ form, offer }: { form: Form; offer: Offer }) {
  return (
    <>
      {offer.damageWaiver && (
        <DamageWaiver form={form} waiver={offer.damageWaiver} currency={offer.currency} />
      )}
      {offer.tips && <Tip form={form} suggestions={offer.tips.suggestions} />}
      {offer.discountCodes && <DiscountCode form={form} currency={offer.currency} />}
    </>
  );
}

function DamageWaiver({
  form,
  waiver,
  currency,
}: {
  form: Form;
  waiver: NonNullable<Offer['damageWaiver']>;
  currency: string;
}) {
  const { damageWaiver } = form.draft;
  const taken = damageWaiver === '' ? waiver.optOut : damageWaiver === 'yes';
  const hint = `${fieldId('damageWaiver')}-hint`;
  return (
    <div className="waiver">
      <label className="add-on">
        <input
          type="checkbox"
          id={fieldId('damageWaiver')}
          name="damageWaiver"
          checked={taken}
          aria-describedby={hint}
          onChange={() => form.change({ damageWaiver: taken ? 'no' : 'yes' })}
        />
        <span>{LABELS.damageWaiver}</span>
        <small>
          {waiver.percent === null ? formatMoney(waiver.amount ?? 0, currency) : `${waiver.percent}%`}
        </small>
      </label>
      <p className="hint" id={hint}>
        {waiver.optOut ? WAIVER.included : WAIVER.optional}
      </p>
    </div>
  );
}

/** Parse a typed amount; null if it is not an amount. */
function amountTyped(typed: string): string | null {
  const plain = typed.replace(/[$,\s]/g, '');
  return /^\d{1,5}(\.\d{1,2})?$/.test(plain) ? plain : null;
}

/** A tip counts once it is a complete amount. */
function Tip({ form, suggestions }: { form: Form; suggestions: readonly number[] }) {
  const { tip } = form.draft;
  const shares = suggestions.map((share) => `${share}%`);
  const [other, setOther] = useState(tip !== '' && !shares.includes(tip));
  const [typed, setTyped] = useState(other ? tip : '');
  const choices: [string, string][] = [
    ['', TIP.none],
    ...shares.map((share): [string, string] => [share, share]),
  ];
  const wrong = other && typed.trim() !== '' && amountTyped(typed) === null;
  const choose = (value: string) => {
    setOther(false);
    form.change({ tip: value });
  };
  return (
    <fieldset className="tip">
      <legend>{LABELS.tip}</legend>
      <div className="chips">
        {choices.map(([value, label]) => (
          <label key={value} className="chip">
            <input type="radio" name="tip" checked={!other && tip === value} onChange={() => choose(value)} />
            <span>{label}</span>
          </label>
        ))}
        <label className="chip">
          <input
            type="radio"
            name="tip"
            checked={other}
            onChange={() => {
              setOther(true);
              form.change({ tip: amountTyped(typed) ?? '' });
            }}
          />
          <span>{TIP.other}</span>
        </label>
      </div>
      {other && (
        <input
          className="control"
          type="text"
          inputMode="decimal"
          aria-label={TIP.amount}
          aria-invalid={wrong}
          aria-describedby={wrong ? 'tip-error' : undefined}
          autoComplete="off"
          maxLength={10}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            form.change({ tip: amountTyped(value) ?? '' });
          }}
        />
      )}
      {wrong && (
        <p className="error" id="tip-error">
          {TIP.wrong}
        </p>
      )}
    </fieldset>
  );
}

/** A code counts once it is applied; a half-typed one does not. */
function DiscountCode({ form, currency }: { form: Form; currency: string }) {
  const giftCard = form.estimate.estimate?.giftCard;
  const used = form.draft.discountCode;
  const [typed, setTyped] = useState(used);
  const isUsed = used !== '' && typed.trim() === used;
  const apply = () => {
    if (isUsed) setTyped('');
    form.change({ discountCode: isUsed ? '' : typed.trim() });
  };
  const error = form.errors.discountCode;
  return (
    <Labelled
      form={form}
      name="discountCode"
      label={DISCOUNT.label}
      hint={
        giftCard &&
        DISCOUNT.pays(formatMoney(giftCard.covers, currency), formatMoney(giftCard.left, currency))
      }
    >
      <span className="code">
        <input
          id={fieldId('discountCode')}
          className="control"
          type="text"
          name="discountCode"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={80}
          value={typed}
          aria-invalid={error !== undefined}
          aria-describedby={
            error || giftCard ? `${fieldId('discountCode')}-${error ? 'error' : 'hint'}` : undefined
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            if (!isUsed) apply();
          }}
        />
        <button type="button" className="link" disabled={typed.trim() === ''} onClick={apply}>
          {isUsed ? DISCOUNT.remove : DISCOUNT.apply}
        </button>
      </span>
    </Labelled>
  );
}

/** When customers pay, and what a cancellation costs, as sentences from the server. */
export function Policy({ sentences }: { sentences: readonly string[] }) {
  return (
    <details className="policy">
      <summary>{POLICY}</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
