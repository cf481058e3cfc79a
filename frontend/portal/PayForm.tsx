import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { formatMoney } from '@/lib/money';
import { appearanceOf } from '@/lib/payment-provider';
import type { confirmCard } from '@/paying/confirm-card';
import { useCardForm, WALLETS_FIRST } from '@/paying/useCardForm';
import { usePayForm } from '@/paying/usePayForm';
import { useDarkPage } from '@/sign/surface';
import { FormError, SendButton } from './fields';
import { primaryButton, secondaryButton } from './looks';
import { TryAgain } from './TryAgain';

interface Props {
  /** Creates the payment at the provider. Repeated calls return the same payment. */
  onOpen: () => Promise<Pick<components['schemas']['PayOut'], 'clientSecret' | 'account'>>;
  /** Label, for example "Deposit". */
  what: string;
  /** Amount in currency units, as shown on the page. */
  amount: number;
  currency: string;
  /** Confirms the payment with the form's card; by default, a single payment. */
  confirm?: typeof confirmCard;
  /** How the card is charged, if not once for the amount. */
  note?: string;
  /** Whether the card is only authorized, and charged once the business confirms. */
  onApproval?: boolean;
  /** Called when the provider has charged or authorized the card, or is processing the payment. */
  onPaid: () => void;
  /** Called with the reason when the page is out of date. */
  onStale: (text: string) => void;
  onClose: () => void;
}

const STALE = new Set([
  'already_paid',
  'amount_changed',
  'overpaid',
  'not_payable',
  'no_card_payments',
  'no_booking',
  'no_share',
  'no_listed_booking',
]);

const ALONE = { paymentMethodOrder: WALLETS_FIRST };
/** The card is reused for the payments at hand only, so there is nothing to consent to. */
const WITHOUT_CONSENT: StripePaymentElementOptions = { ...ALONE, terms: { card: 'never' } };

const CLOSED = 'This payment form has expired. Reload the page and try again.';

/** The provider's card form. Card details never reach our own server. */
export function PayForm(props: Props) {
  const { what, amount, onOpen, onStale, onClose } = props;
  const { ready, failed, fail, retry } = useCardForm({
    open: onOpen,
    handle: (error) => {
      const stale = error instanceof ApiError && STALE.has(error.code);
      if (stale) onStale(error.sentence);
      return stale;
    },
    payment: `${what} ${amount}`,
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
          <button type="button" className={secondaryButton} onClick={onClose}>
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
      <Form {...props} demo={ready.demo} onBroken={fail} />
    </Elements>
  );
}

function Form({
  what,
  amount,
  currency,
  confirm,
  note,
  onApproval = false,
  demo,
  onPaid,
  onStale,
  onClose,
  onBroken,
}: Props & { demo: boolean; onBroken: (text: string) => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [loaded, setLoaded] = useState(false);
  const { form, paying, problem, submit } = usePayForm({
    stripe,
    elements,
    confirm,
    back: () => `${location.origin}${location.pathname}`,
    // Otherwise, the payment deadline has passed, or the payment was made in another tab.
    onDone: (kind) => (kind === 'paid' ? onPaid() : onStale(CLOSED)),
  });
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" aria-busy={paying}>
      {demo ? (
        <p className="rounded-lg bg-amber-wash px-4 py-3 text-amber text-sm">
          This is a demo, so no real money is charged. Use the card number 4242 4242 4242 4242.
        </p>
      ) : null}
      <p className="font-medium">
        {what}: {formatMoney(amount, currency)}
      </p>
      {loaded ? null : <p role="status">Loading the card form…</p>}
      <PaymentElement
        options={note === undefined ? ALONE : WITHOUT_CONSENT}
        onReady={() => setLoaded(true)}
        onLoadError={() => onBroken('The card form could not be loaded. Please try again.')}
      />
      <FormError message={problem} />
      <SendButton
        sending={paying}
        meanwhile={onApproval ? 'Authorizing…' : 'Paying…'}
        className={primaryButton}
        disabled={!loaded || paying}
      >
        {onApproval ? 'Authorize' : 'Pay'} {formatMoney(amount, currency)}
      </SendButton>
      <button type="button" className={secondaryButton} disabled={paying} onClick={onClose}>
        Not Now
      </button>
      <p className="text-faint text-sm">
        {note === undefined ? null : `${note} `}
        Your payment is processed securely by Stripe. We do not store your card details.
      </p>
    </form>
  );
}
