import { type FormEvent, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Alternative } from './calls';
import { SendButton, TextField, Trouble } from './fields';
import { primaryButton, secondaryButton } from './looks';
import type { PanelProps } from './PricePanel';
import type { Refused } from './useQuote';

/** The form to accept: a typed name and a ticked sentence, which says what is accepted and for how much. */
export function AcceptForm({ offer, quote, onAsk }: PanelProps & { onAsk: (text: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  // Versions, because nobody has agreed to one that they have not seen yet.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const [triedWith, setTriedWith] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const agreed = agreedTo === offer.version;
  const tried = triedWith === offer.version;
  const wanting = {
    name: name.trim() === '' ? 'Please type your name' : undefined,
    email:
      offer.needsEmail && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim())
        ? 'Please enter your email address, so that your booking can be confirmed'
        : undefined,
    consent: agreed ? undefined : 'Please tick the box to accept',
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
        hint="Typing it is your signature."
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
        <Trouble said={refused.sentence}>
          {refused.alternatives === null ? null : (
            <Instead offer={offer} alternatives={refused.alternatives} onAsk={onAsk} />
          )}
        </Trouble>
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

/** What a rental that does work changes. */
function inWords({ kind, sizeLabel, deliveryDate, pickupDate }: Alternative): string {
  const [from, to] = [dayInWords(dayOf(deliveryDate), 'short'), dayInWords(dayOf(pickupDate), 'short')];
  const rental = from === to ? from : `${from} to ${to}`;
  return kind === 'size' ? `${sizeLabel} letters, ${rental}` : rental;
}

/** The letters went to somebody else meanwhile: shows what would work, which the customer can ask for. */
function Instead({
  offer,
  alternatives,
  onAsk,
}: Pick<PanelProps, 'offer'> & { alternatives: readonly Alternative[]; onAsk: (text: string) => void }) {
  return (
    <div className="grid gap-2">
      <p>
        {alternatives.length > 0
          ? `This would work. Ask ${offer.company.name} for it:`
          : `Ask ${offer.company.name} what else is possible.`}
      </p>
      {alternatives.map((alternative) => (
        <button
          key={`${alternative.size} ${alternative.deliveryDate} ${alternative.pickupDate}`}
          type="button"
          className={`${secondaryButton} min-h-11 justify-between px-3.5 text-left text-sm`}
          onClick={() => onAsk(`Could we do ${inWords(alternative)} instead?`)}
        >
          <span>{inWords(alternative)}</span>
          <span className="tabular">{formatMoney(alternative.total, offer.currency)}</span>
        </button>
      ))}
      {alternatives.length > 0 ? null : (
        <button
          type="button"
          className={`${secondaryButton} min-h-11`}
          onClick={() => onAsk('My dates are not free any more. What else would be possible?')}
        >
          Ask {offer.company.name}
        </button>
      )}
    </div>
  );
}
