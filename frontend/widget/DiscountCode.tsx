/** What belongs to the price, and comes after it: a discount code, and when customers pay. */
import { useState } from 'react';
import { DISCOUNT, POLICY } from '@/booking-form/lazy-texts';
import { type Form, fieldId, Labelled } from './fields';

/** A code counts once it is applied: what is half typed is no code. */
export function DiscountCode({ form }: { form: Form }) {
  const used = form.draft.discountCode;
  const [typed, setTyped] = useState(used);
  const isUsed = used !== '' && typed.trim() === used;
  const apply = () => {
    if (isUsed) setTyped('');
    form.change({ discountCode: isUsed ? '' : typed.trim() });
  };
  const error = form.errors.discountCode;
  return (
    <Labelled form={form} name="discountCode">
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
          aria-describedby={error && `${fieldId('discountCode')}-error`}
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

/** When customers pay, and what canceling costs: the server's sentences. */
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
