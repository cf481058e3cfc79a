import { type FormEvent, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import type { Alternative } from './calls';
import { FormError, SendButton, TextField } from './fields';
import { primaryButton, secondaryButton } from './looks';
import type { PanelProps } from './PricePanel';
import type { Refused } from './useQuote';

/**
 * Form to accept a quote: a typed name and a checkbox whose label states what is accepted and for how much.
 */
export function AcceptForm({ offer, quote, onAsk }: PanelProps & { onAsk: (text: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  // Stored per version: consent to one version does not count for the next.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const [triedWith, setTriedWith] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const agreed = agreedTo === offer.version;
  const tried = triedWith === offer.version;
  const wanting = {
    name: name.trim() === '' ? 'Enter your name' : undefined,
    email:
      offer.needsEmail && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim())
        ? 'Enter your email so we can confirm your booking'
        : undefined,
    consent: agreed ? undefined : 'Check the box to accept',
  };
  const faultOf = (field: keyof typeof wanting) =>
    refused?.fields[field] ?? (tried ? wanting[field] : undefined);
  const change = (put: () => void) => {
    put();
    setRefused(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTriedWith(offer.version);
    const first = (['name', 'email', 'consent'] as const).find((field) => wanting[field] !== undefined);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`#accept-${first}`)?.focus();
      return;
    }
    setRefused(null);
    const result = await quote.accept(offer.version, name.trim(), offer.needsEmail ? email.trim() : '');
    if (result) setRefused(result);
  };
  const sending = quote.sending === 'accept';
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4 border-line border-t pt-5">
      <TextField
        id="accept-name"
        label="Your name"
        autoComplete="name"
        maxLength={200}
        value={name}
        error={faultOf('name')}
        hint="Typing your name counts as your signature."
        onChange={(value) => change(() => setName(value))}
      />
      {offer.needsEmail ? (
        <TextField
          id="accept-email"
          label="Your email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          error={faultOf('email')}
          onChange={(value) => change(() => setEmail(value))}
        />
      ) : null}
      <div className="grid gap-1.5">
        <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-raised px-3.5 py-3 text-sm transition-colors hover:border-edge has-checked:border-action has-checked:bg-action-wash">
          <input
            id="accept-consent"
            type="checkbox"
            checked={agreed}
            className="mt-0.5 size-5 shrink-0 accent-action"
            aria-invalid={faultOf('consent') !== undefined}
            {...(faultOf('consent') !== undefined && { 'aria-describedby': 'accept-consent-note' })}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              change(() => setAgreedTo(checked ? offer.version : null));
            }}
          />
          <span>{offer.consent}</span>
        </label>
        {faultOf('consent') === undefined ? null : (
          <p id="accept-consent-note" className="text-danger text-sm">
            {faultOf('consent')}
          </p>
        )}
      </div>
      {refused === null ||
      (refused.alternatives === null && Object.keys(refused.fields).length > 0) ? null : (
        <FormError message={refused.sentence}>
          {refused.alternatives === null ? null : (
            <Instead offer={offer} alternatives={refused.alternatives} onAsk={onAsk} />
          )}
        </FormError>
      )}
      <SendButton sending={sending} meanwhile="Accepting…" className={primaryButton}>
        Accept for {formatMoney(offer.total, offer.currency)}
      </SendButton>
      <p className="text-center text-faint text-sm">
        Your dates are booked as soon as you accept. Nothing is charged on this page.
      </p>
    </form>
  );
}

/** Describe what an alternative changes. */
function inWords(format: Format, { kind, sizeLabel, deliveryDate, pickupDate }: Alternative): string {
  const [from, to] = [
    dayInWords(format, dayOf(deliveryDate), 'short'),
    dayInWords(format, dayOf(pickupDate), 'short'),
  ];
  const rental = from === to ? from : `${from} to ${to}`;
  return kind === 'size' ? `${sizeLabel} letters, ${rental}` : rental;
}

/** Alternatives that the customer can ask for, shown if the letters were booked by another customer. */
function Instead({
  offer,
  alternatives,
  onAsk,
}: Pick<PanelProps, 'offer'> & { alternatives: readonly Alternative[]; onAsk: (text: string) => void }) {
  const format = useFormat();
  return (
    <div className="grid gap-2">
      <p>
        {alternatives.length > 0
          ? `Here’s what’s available. Ask ${offer.company.name} about it:`
          : `Ask ${offer.company.name} what else they can offer.`}
      </p>
      {alternatives.map((alternative) => (
        <button
          key={`${alternative.size} ${alternative.deliveryDate} ${alternative.pickupDate}`}
          type="button"
          className={`${secondaryButton} min-h-11 justify-between px-3.5 text-left text-sm`}
          onClick={() => onAsk(`Could we do ${inWords(format, alternative)} instead?`)}
        >
          <span>{inWords(format, alternative)}</span>
          <span className="tabular">{formatMoney(alternative.total, offer.currency)}</span>
        </button>
      ))}
      {alternatives.length > 0 ? null : (
        <button
          type="button"
          className={`${secondaryButton} min-h-11`}
          onClick={() => onAsk('My dates are no longer available. What else could you offer?')}
        >
          Ask {offer.company.name}
        </button>
      )}
    </div>
  );
}
