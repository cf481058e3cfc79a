/** The provider's card form in the last step of the form; a separate file, loaded when a payment is due. */
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { PAY_HERE } from '@/booking-form/lazy-texts';
import { formatMoney } from '@/lib/money';
import { appearanceOf } from '@/lib/payment-provider';
import type { BookingPayment } from '@/paying/calls';
import { useCardForm, WALLETS_FIRST } from '@/paying/useCardForm';
import { usePayForm } from '@/paying/usePayForm';
import { useDarkPage } from '@/sign/surface';
import { PageLink } from './PageLink';

export interface PayHereProps {
  readonly payment: BookingPayment;
  readonly currency: string;
  /** URL of the booking's page; null for a booking that was begun on another network. */
  readonly pageUrl: string | null;
  readonly email: string;
  /** True if the card is charged only when the business approves. */
  readonly onApproval: boolean;
  /** Called when the card was charged or authorized, with true if that had happened before. */
  readonly onPaid: (before: boolean) => void;
}

/** Time for the provider's fields to appear. A frame may block them without an error. */
const PATIENCE_MS = 20_000;

export function PayHere(props: PayHereProps) {
  const { payment, currency, pageUrl, email } = props;
  const { ready, failed, blocked, fail, retry } = useCardForm({
    open: async () => payment,
    payment: payment.clientSecret,
  });
  const amount = formatMoney(payment.amount, currency);
  const elsewhere = (className: string) =>
    pageUrl !== null && (
      <PageLink href={pageUrl} email={email} className={className} replace>
        {PAY_HERE.elsewhere(amount)}
      </PageLink>
    );
  if (failed !== null) {
    return (
      <section className="pay" aria-label={PAY_HERE.label}>
        <p className="problem" role="alert">
          {failed}
        </p>
        {elsewhere(blocked ? 'primary' : 'secondary')}
        <button type="button" className="link" onClick={retry}>
          {PAY_HERE.tryAgain}
        </button>
      </section>
    );
  }
  return (
    <section className="pay" aria-label={PAY_HERE.label}>
      {ready === null ? (
        <p role="status">{PAY_HERE.loading}</p>
      ) : (
        <Card {...props} {...ready} onBlocked={() => fail(PAY_HERE.blocked)} />
      )}
      {elsewhere('link')}
    </section>
  );
}

interface CardProps extends PayHereProps {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly demo: boolean;
  readonly onBlocked: () => void;
}

/**
 * Mounts the provider's fields in an element; `onBlocked` is called if they do not appear. The provider's
 * React library is not used, because it would add the full React API to the form's first load.
 */
function useFields({ stripe, clientSecret, onBlocked }: CardProps) {
  const dark = useDarkPage();
  const place = useRef<HTMLDivElement>(null);
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [loaded, setLoaded] = useState(false);
  const blocked = useRef(onBlocked);
  blocked.current = onBlocked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed theme updates the same fields below.
  useEffect(() => {
    if (place.current === null) return;
    const created = stripe.elements({ clientSecret, appearance: appearanceOf(dark) });
    const fields = created.create('payment', { paymentMethodOrder: WALLETS_FIRST });
    const timer = setTimeout(() => blocked.current(), PATIENCE_MS);
    fields.on('ready', () => {
      clearTimeout(timer);
      setLoaded(true);
    });
    fields.on('loaderror', () => blocked.current());
    fields.mount(place.current);
    setElements(created);
    return () => {
      clearTimeout(timer);
      fields.destroy();
    };
  }, [stripe, clientSecret]);
  useEffect(() => {
    void elements?.update({ appearance: appearanceOf(dark) });
  }, [elements, dark]);
  return { place, elements, loaded };
}

function Card(props: CardProps) {
  const { stripe, payment, currency, onApproval, onPaid, demo } = props;
  const { place, elements, loaded } = useFields(props);
  const { form, paying, problem, submit } = usePayForm({
    stripe,
    elements,
    // The form is restored there, with the payment's result.
    back: () => location.href,
    onDone: (kind) => onPaid(kind !== 'paid'),
  });
  const amount = formatMoney(payment.amount, currency);
  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={paying}>
      {demo && <p className="hint">{PAY_HERE.demo}</p>}
      {!loaded && <p role="status">{PAY_HERE.loading}</p>}
      <div ref={place} />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="primary" disabled={!loaded || paying} aria-busy={paying}>
        {paying ? PAY_HERE.paying : onApproval ? PAY_HERE.payOnApproval(amount) : PAY_HERE.pay(amount)}
      </button>
      <p className="hint">{PAY_HERE.secure}</p>
    </form>
  );
}
