import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '@/api/errors';
import { appearanceOf } from '@/lib/payment-provider';
import type { confirmCard } from '@/paying/confirm-card';
import { useCardForm, WALLETS_FIRST } from '@/paying/useCardForm';
import { usePayForm } from '@/paying/usePayForm';
import { useDarkPage } from '@/sign/surface';
import { FormError, SendButton } from './fields';
import { primaryButton, secondaryButton } from './looks';
import { TryAgain } from './TryAgain';

interface FieldsProps {
  /** Confirms with the form's card; by default, a single payment. */
  confirm?: typeof confirmCard | undefined;
  /** Content above the card fields. */
  children: ReactNode;
  /** Label of the submit button. */
  label: string;
  /** Label while the card is being confirmed. */
  meanwhile: string;
  /** Text below the buttons. */
  note: string;
  /** Hides the provider's own terms for stored cards. */
  withoutTerms: boolean;
  /** Called when the provider has confirmed the card, or is processing it. */
  onDone: () => void;
  /** Called with the reason when the page is out of date. */
  onStale: (text: string) => void;
  onClose: () => void;
}

interface Props extends FieldsProps {
  /** Opens the form at the provider. */
  onOpen: Parameters<typeof useCardForm>[0]['open'];
  /** Error codes of `onOpen` that mean that the page is out of date. */
  stale: ReadonlySet<string>;
  /** Another value opens the form again. */
  opens: string;
}

const ALONE: StripePaymentElementOptions = { paymentMethodOrder: WALLETS_FIRST };
const WITHOUT_TERMS: StripePaymentElementOptions = { ...ALONE, terms: { card: 'never' } };

const CLOSED = 'This card form has expired. Reload the page and try again.';

/** The provider's card form. Card details never reach our own server. */
export function CardForm({ onOpen, stale, opens, ...fields }: Props) {
  const { ready, failed, fail, retry } = useCardForm({
    open: onOpen,
    handle: (error) => {
      const isStale = error instanceof ApiError && stale.has(error.code);
      if (isStale) fields.onStale(error.sentence);
      return isStale;
    },
    payment: opens,
  });
  const dark = useDarkPage();
  const options = useMemo(
    () => (ready === null ? {} : { clientSecret: ready.clientSecret, appearance: appearanceOf(dark) }),
    [ready, dark],
  );
  if (failed !== null) {
    return (
      <FormError message={failed}>
        <div className="flex flex-wrap gap-2">
          <TryAgain onClick={retry} />
          <button type="button" className={secondaryButton} onClick={fields.onClose}>
            Not Now
          </button>
        </div>
      </FormError>
    );
  }
  if (ready === null) {
    return <p role="status">Loading the card form…</p>;
  }
  return (
    <Elements stripe={ready.stripe} options={options}>
      <Fields {...fields} demo={ready.demo} onBroken={fail} />
    </Elements>
  );
}

function Fields({
  confirm,
  children,
  label,
  meanwhile,
  note,
  withoutTerms,
  demo,
  onDone,
  onStale,
  onClose,
  onBroken,
}: FieldsProps & { demo: boolean; onBroken: (text: string) => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [loaded, setLoaded] = useState(false);
  const { form, paying, problem, submit } = usePayForm({
    stripe,
    elements,
    confirm,
    back: () => `${location.origin}${location.pathname}`,
    // Otherwise, the deadline has passed, or the form was completed in another tab.
    onDone: (kind) => (kind === 'paid' ? onDone() : onStale(CLOSED)),
  });
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" aria-busy={paying}>
      {demo ? (
        <p className="rounded-lg bg-amber-wash px-4 py-3 text-amber text-sm">
          This is a demo, so no real money is charged. Use the card number 4242 4242 4242 4242.
        </p>
      ) : null}
      {children}
      {loaded ? null : <p role="status">Loading the card form…</p>}
      <PaymentElement
        options={withoutTerms ? WITHOUT_TERMS : ALONE}
        onReady={() => setLoaded(true)}
        onLoadError={() => onBroken('The card form could not be loaded. Please try again.')}
      />
      <FormError message={problem} />
      <SendButton
        sending={paying}
        meanwhile={meanwhile}
        className={primaryButton}
        disabled={!loaded || paying}
      >
        {label}
      </SendButton>
      <button type="button" className={secondaryButton} disabled={paying} onClick={onClose}>
        Not Now
      </button>
      <p className="text-faint text-sm">{note}</p>
    </form>
  );
}
