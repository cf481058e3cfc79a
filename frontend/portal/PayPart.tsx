import { lazy, Suspense, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { type CustomersBooking, lookAtPayment } from '@/paying/calls';
import { useLooking } from '@/paying/useLooking';
import { payBooking } from './booking-calls';
import { FormError } from './fields';
import { HeldFor } from './HeldFor';
import { primaryButton, secondaryButton } from './looks';
import { OtherAmount } from './OtherAmount';

/** Loaded only for customers who pay: the card form and the provider's library. */
const PayForm = lazy(() => import('./PayForm').then(({ PayForm }) => ({ default: PayForm })));

/** Loaded only for customers who split the payment. */
const SplitPart = lazy(() => import('./SplitPart').then(({ SplitPart }) => ({ default: SplitPart })));

/** Loaded only for customers of businesses with gift cards. */
const GiftCardPart = lazy(() =>
  import('./GiftCardPart').then(({ GiftCardPart }) => ({ default: GiftCardPart })),
);

/** Loaded only for customers of businesses that accept cards. */
const CardPart = lazy(() => import('./CardPart').then(({ CardPart }) => ({ default: CardPart })));

const PARTS = { deposit: 'Deposit', balance: 'Balance', chosen: 'Partial payment' };
type Part = keyof typeof PARTS;

const ALREADY_PAID = 'Already paid, thank you.';

interface Props {
  token: string;
  booking: CustomersBooking;
  /** Provider id of the payment that the customer returned with from their bank. */
  returned: string | null;
  onChanged: (booking: CustomersBooking) => void;
}

interface Result {
  readonly good: boolean;
  readonly text: string;
  /** The booking's status when the message was shown. The message disappears once the booking is canceled. */
  readonly status?: CustomersBooking['status'];
}

/** Payments made, the balance due, and the ways to pay it. */
export function PayPart({ token, booking, returned, onChanged }: Props) {
  const format = useFormat();
  const { paying, payments, company, currency } = booking;
  const [part, setPart] = useState<Part | null>(null);
  const [chosen, setChosen] = useState(0);
  const [result, setResult] = useState<Result | null>(null);
  const [late, setLate] = useState(false);
  const money = (units: number) => formatMoney(units, currency);
  const before = useRef(booking.received);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  const [looking, lookNow] = useLooking(returned, {
    look: (intent) => lookAtPayment(token, intent),
    settle: (now, mayWait) => {
      onChanged(now);
      const { lookedAt } = now;
      // If the webhook arrived before the customer returned, the received amount has not changed, so prefer
      // the amount of the payment itself.
      const arrived =
        lookedAt === null ? now.received - before.current : lookedAt.state === 'paid' ? lookedAt.amount : 0;
      const back = now.status === 'canceled' ? now.paying.toReturn + now.paying.returning : 0;
      if (lookedAt?.state === 'authorized') {
        const amount = formatMoney(lookedAt.amount, now.currency);
        const text = `Thank you! Your card is authorized for ${amount}. You are charged only if ${now.company.name} confirms.`;
        setResult({ good: true, text, status: now.status });
      } else if (arrived > 0 && back > 0) {
        // The booking was canceled before the payment arrived. It will be refunded, so don't show a thank-you.
        const amount = formatMoney(back, now.currency);
        const text = `This booking was canceled before your payment arrived. ${amount} will be refunded to your card.`;
        setResult({ good: false, text });
        setLate(true);
      } else if (arrived > 0) {
        before.current = now.received;
        const text = `Thank you! ${formatMoney(arrived, now.currency)} has been paid.`;
        setResult({ good: true, text, status: now.status });
      } else if (lookedAt === null ? now.paying.processing > 0 : lookedAt.state === 'processing') {
        setResult({
          good: true,
          text: "Your bank is still processing this payment. We'll email you when it goes through.",
          status: now.status,
        });
      } else {
        if (!mayWait)
          setResult({ good: false, text: 'This payment was not completed, and nothing was charged.' });
        return false;
      }
      return true;
    },
    fail: (text) => setResult({ good: false, text }),
  });

  // The buttons that open and close the card form are removed when pressed, so move focus to this section.
  const whole = useRef<HTMLDivElement>(null);
  const close = () => {
    setPart(null);
    whole.current?.focus();
  };
  const choose = (next: Part) => {
    before.current = booking.received;
    setResult(null);
    setPart(next);
  };
  const again = async (text: string) => {
    close();
    setResult({ good: false, text });
    try {
      const now = await lookAtPayment(token, null);
      changed.current(now);
      // Paid in another tab.
      if (now.received > before.current) setResult({ good: true, text: ALREADY_PAID, status: now.status });
    } catch {
      // The page still shows the old data; the message asks the customer to reload it.
    }
  };
  const { deposit, balance, processing, returning, toReturn, smallest } = paying;
  const byCard = paying.card && balance >= smallest;
  const partAmount = part === 'deposit' ? deposit : part === 'chosen' ? chosen : balance;
  const requested = paying.payBy === null && byCard ? askedFor(balance, smallest) : null;
  const verb = paying.capture === 'on_approval' ? 'Authorize' : 'Pay';
  const pay = (amount: number) => {
    setChosen(amount);
    choose('chosen');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and this has a heading above it.
    <div ref={whole} role="group" aria-label="Payment" tabIndex={-1} className="mt-3 grid gap-4 outline-none">
      {payments.length === 0 ? null : (
        <ul aria-label="Payments" className="tabular grid gap-2 text-sm">
          {payments.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments are only ever added at the end.
            <li key={index} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">
                {wordOf(one)}
                <span className="block text-soft">
                  {dayInWords(format, dayOf(one.receivedOn ?? one.at), 'short')}
                  {one.expectedOn !== null
                    ? `, expected by ${dayInWords(format, dayOf(one.expectedOn), 'short')}`
                    : one.state === 'processing'
                      ? ', processing'
                      : ''}
                </span>
                {one.wentBack > 0 ? (
                  <span className="block text-soft">
                    {one.wentBack < one.amount
                      ? `The bank returned ${money(one.wentBack)} of this payment.`
                      : 'The bank reversed this payment.'}
                    {one.isDueAgain ? ' It is due again.' : ''}
                  </span>
                ) : null}
              </span>
              <span className="shrink-0">{money(one.entry === 'refund' ? -one.amount : one.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <Schedule booking={booking} money={money} />
      {paying.payBy === null ? null : <HeldFor token={token} booking={booking} onChanged={onChanged} />}
      {returning > 0 ? (
        <p className="text-soft text-sm">{money(returning)} is being refunded to the card you paid with.</p>
      ) : null}
      {toReturn > 0 && !late ? (
        <p className="text-soft text-sm">
          {company.name} will refund {money(toReturn)} to you directly and contact you about it.
        </p>
      ) : null}
      {result === null || (result.good && result.status !== booking.status) ? null : result.good ? (
        <p role="status" className="rounded-lg bg-good-wash px-4 py-3 font-medium text-good">
          {result.text}
        </p>
      ) : (
        <FormError message={result.text} />
      )}
      {looking ? (
        <p role="status" aria-busy="true">
          Checking your payment…
        </p>
      ) : part !== null ? (
        <section ref={takeFocus} aria-label="Pay by card" tabIndex={-1} className="grid gap-4 outline-none">
          <Suspense fallback={<p role="status">Loading the card form…</p>}>
            <PayForm
              what={PARTS[part]}
              amount={partAmount}
              onOpen={() => payBooking(token, part, partAmount)}
              currency={currency}
              onApproval={paying.capture === 'on_approval'}
              onPaid={() => {
                close();
                lookNow();
              }}
              onStale={(text) => void again(text)}
              onClose={close}
            />
          </Suspense>
        </section>
      ) : balance > 0 ? (
        byCard ? (
          <div className="grid gap-2">
            {requested === null ? null : (
              <button type="button" className={primaryButton} onClick={() => pay(requested)}>
                Pay {money(requested)}
              </button>
            )}
            {requested === null && deposit > 0 && deposit < balance ? (
              <button type="button" className={primaryButton} onClick={() => choose('deposit')}>
                {verb} Deposit of {money(deposit)}
              </button>
            ) : null}
            <button
              type="button"
              className={
                requested !== null || (deposit > 0 && deposit < balance) ? secondaryButton : primaryButton
              }
              onClick={() => choose('balance')}
            >
              {booking.received > 0 ? 'Pay Balance of' : `${verb} Total of`} {money(balance)}
            </button>
            {paying.payBy === null && balance > smallest ? (
              <OtherAmount least={smallest} most={balance} currency={currency} onChoose={pay} />
            ) : null}
          </div>
        ) : (
          <p>
            {money(balance)} is due. Please pay {company.name} directly
            {paying.howToPay !== null || (company.phone === null && company.email === null)
              ? '.'
              : '. They’ll let you know how.'}
          </p>
        )
      ) : processing > 0 ? null : booking.status === 'pending' ? (
        <p className="text-soft">
          {booking.authorized > 0
            ? `Your card is authorized for ${money(booking.authorized)}. It is charged only if ${company.name} confirms${booking.authorized < booking.balanceDue ? ', and you can pay the rest here afterward' : ''}.`
            : 'Once your booking is confirmed, you can pay here.'}
        </p>
      ) : booking.status === 'canceled' ? (
        booking.balanceDue > 0 ? (
          <p>
            {money(booking.balanceDue)} of the cancellation fee is due. Please pay {company.name} directly.
          </p>
        ) : null
      ) : payments.some(
          ({ entry, wentBack }) => wentBack > 0 || (entry === 'refund' && booking.received <= 0),
        ) ? (
        // Refunded amounts are neither due nor paid.
        <p>Nothing is due.</p>
      ) : (
        <p className="font-medium text-good">Paid in full.</p>
      )}
      {part === null && !looking && paying.giftCards ? (
        <Suspense fallback={null}>
          <GiftCardPart
            token={token}
            currency={currency}
            onPaid={(now, text) => {
              before.current = now.received;
              setResult({ good: true, text, status: now.status });
              onChanged(now);
              whole.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
      {part === null &&
      !looking &&
      paying.payBy === null &&
      booking.status !== 'canceled' &&
      ((byCard && balance > smallest) || paying.shares > 0) ? (
        <Suspense fallback={null}>
          <SplitPart token={token} number={paying.shares} />
        </Suspense>
      ) : null}
      {part === null && !looking && hasCardPart(booking) ? (
        <Suspense fallback={null}>
          <CardPart token={token} booking={booking} onChanged={onChanged} />
        </Suspense>
      ) : null}
      {paying.howToPay === null ? null : (
        <p className="whitespace-pre-line break-words text-sm">
          <strong>How to pay:</strong> {paying.howToPay}
        </p>
      )}
    </div>
  );
}

/** A card can be kept once the letters are held without a payment, and while anything can be charged to it. */
const hasCardPart = ({ state, balanceDue, cardOnFile, cardMandate, hold }: CustomersBooking) =>
  cardOnFile !== null ||
  (hold !== null && hold.state !== 'planned') ||
  (cardMandate !== null &&
    (state === 'confirmed' || state === 'waiting_for_approval' || (state === 'completed' && balanceDue > 0)));

/** Focus the card form, which replaces the button that opened it. */
const takeFocus = (opened: HTMLElement | null) => opened?.focus();

/** Amount that the business requested by link, as long as at least that much is due; otherwise null. */
function askedFor(balance: number, smallest: number): number | null {
  const link = new URLSearchParams(location.search);
  const amount = Number(link.get('pay'));
  return Number(link.get('of')) === balance && amount >= smallest && amount < balance ? amount : null;
}

/** Due dates and amounts, while anything is due. */
function Schedule({
  booking: { schedule, status },
  money,
}: {
  booking: CustomersBooking;
  money: (units: number) => string;
}) {
  const format = useFormat();
  if (status === 'canceled' || schedule.every(({ amount, paid }) => paid >= amount)) return null;
  return (
    <dl aria-label="Due dates" className="tabular grid gap-2 text-sm">
      {schedule.map(({ due, amount, paid }) => (
        <div key={due} className="flex justify-between gap-4">
          <dt className="min-w-0">
            {`Due ${dayInWords(format, due, 'short')}`}
            {paid > 0 ? (
              <span className="block text-soft">{paid >= amount ? 'Paid' : `${money(paid)} paid`}</span>
            ) : null}
          </dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function wordOf({
  entry,
  kind,
  methodName,
  card,
  payer,
  expectedOn,
}: CustomersBooking['payments'][number]): string {
  const how =
    kind === 'card'
      ? `${/bank|debit/.test(card?.kind ?? '') ? 'bank account' : 'card'}${card?.last4 == null ? '' : ` ···· ${card.last4}`}`
      : (methodName ?? { cash: 'cash', bank_transfer: 'bank transfer', other: 'other method' }[kind]);
  const who = payer === null ? '' : entry === 'refund' ? ` to ${payer}` : ` by ${payer}`;
  return `${entry === 'refund' ? 'Refunded' : expectedOn === null ? 'Paid' : 'On its way'}${who}, ${how}`;
}
