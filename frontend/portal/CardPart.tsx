import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { useFormat } from '@/lib/format';
import { isBankAccount, keptCardName } from '@/lib/kept-card';
import { formatMoney } from '@/lib/money';
import type { CustomersBooking } from '@/paying/calls';
import { clearReturnedSetup, returnedSetup } from '@/paying/returned-setup';
import { untilInWords } from '@/paying/until';
import { useLooking } from '@/paying/useLooking';
import type { FormProps } from './BookingForms';
import { lookAtCard, removeCard } from './booking-calls';
import { CardCharges } from './CardCharges';
import { FormError, SendButton } from './fields';
import { secondaryButton } from './looks';

/** Loaded only for customers who keep a card: the card form and the provider's library. */
const KeepCardForm = lazy(() =>
  import('./KeepCardForm').then(({ KeepCardForm }) => ({ default: KeepCardForm })),
);

interface Result {
  readonly good: boolean;
  readonly text: string;
}

const NOT_KEPT = 'The card was not saved, and nothing was charged. You can try again.';

/** The card that the customer keeps with the business, the ways to keep, replace and remove one, and the hold on it. */
export function CardPart({ token, booking, onChanged }: FormProps) {
  const { cardOnFile, cardMandate } = booking;
  const [returned] = useState(returnedSetup);
  const [doing, setDoing] = useState<'keep' | 'remove' | null>(null);
  const [removing, setRemoving] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const before = useRef(cardOnFile);
  // After a return from the bank, the webhook may have saved the card before this page was read.
  const isBack = useRef(returned?.succeeded ?? false);
  useEffect(clearReturnedSetup, []);

  // The pressed button is removed from the page, so move the focus to this section.
  const whole = useRef<HTMLElement>(null);
  const go = (next: typeof doing) => {
    setDoing(next);
    setResult(null);
    whole.current?.focus();
  };
  useEffect(() => {
    if (result !== null && !whole.current?.contains(document.activeElement)) whole.current?.focus();
  }, [result]);
  const [looking, lookNow] = useLooking(returned?.id ?? null, {
    look: () => lookAtCard(token),
    settle: ({ cardOnFile: now }, mayWait) => {
      onChanged({ ...booking, cardOnFile: now });
      const isKept = now !== null && (isBack.current || now.consentAt !== before.current?.consentAt);
      isBack.current = false;
      if (!isKept && !mayWait) setResult({ good: false, text: NOT_KEPT });
      if (isKept) {
        before.current = now;
        setResult({ good: true, text: 'Your card is saved.' });
      }
      return isKept;
    },
    fail: (text) => setResult({ good: false, text }),
    advice: 'Reload this page to see whether your card is saved.',
  });
  const remove = async () => {
    if (removing) return;
    setRemoving(true);
    try {
      await removeCard(token);
      before.current = null;
      onChanged({ ...booking, cardOnFile: null });
      go(null);
      setResult({ good: true, text: 'Your card was removed.' });
    } catch (error) {
      go(null);
      setResult({ good: false, text: sentenceOf(error) });
    } finally {
      setRemoving(false);
    }
  };
  return (
    <section
      ref={whole}
      aria-label="Card on file"
      tabIndex={-1}
      className="grid gap-3 border-line border-t pt-3 outline-none"
    >
      <h3 className="font-semibold">Card on file</h3>
      {cardOnFile === null ? (
        doing === 'keep' || looking ? null : (
          <p className="text-soft text-sm">
            Save a card for this booking, so you don’t have to make later payments yourself. You won’t be
            charged now.
          </p>
        )
      ) : (
        <p className="tabular break-words">{keptCardName(cardOnFile)}</p>
      )}
      <Hold booking={booking} />
      <CardCharges token={token} currency={booking.currency} received={booking.received} />
      {result === null ? null : result.good ? (
        <p role="status" className="rounded-lg bg-good-wash px-4 py-3 font-medium text-good">
          {result.text}
        </p>
      ) : (
        <FormError message={result.text} />
      )}
      {looking ? (
        <p role="status" aria-busy="true">
          Checking your card…
        </p>
      ) : doing === 'keep' && cardMandate !== null ? (
        <Suspense fallback={<p role="status">Loading the card form…</p>}>
          <KeepCardForm
            token={token}
            mandate={cardMandate}
            onKept={() => {
              go(null);
              lookNow();
            }}
            onStale={(text) => {
              go(null);
              setResult({ good: false, text });
            }}
            onClose={() => go(null)}
          />
        </Suspense>
      ) : doing === 'remove' ? (
        <>
          <p>Remove this card? {booking.company.name} can’t charge it anymore.</p>
          <div className="grid grid-cols-2 gap-2">
            <button type="button" className={`${secondaryButton} px-2`} onClick={() => go(null)}>
              Keep Card
            </button>
            <SendButton
              type="button"
              sending={removing}
              meanwhile="Removing…"
              className={`${secondaryButton} px-2 text-danger`}
              onClick={() => void remove()}
            >
              Remove Card
            </SendButton>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          {cardMandate === null ? null : (
            <button type="button" className={`${secondaryButton} flex-1`} onClick={() => go('keep')}>
              {cardOnFile === null ? 'Keep a Card' : 'Replace'}
            </button>
          )}
          {cardOnFile === null ? null : (
            <button
              type="button"
              className={`${secondaryButton} flex-1 text-danger`}
              onClick={() => go('remove')}
            >
              Remove
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** The security hold on the card, which is not a payment. */
function Hold({ booking: { hold, cardOnFile, company, currency, status } }: { booking: CustomersBooking }) {
  const format = useFormat();
  if (hold === null || (status === 'canceled' && hold.state !== 'held')) return null;
  const amount = formatMoney(hold.amount, currency);
  const until = hold.until === null ? '' : ` until ${untilInWords(format, hold.until)}`;
  const isBank = cardOnFile !== null && isBankAccount(cardOnFile);
  const text = {
    planned: isBank
      ? `The ${amount} hold needs a card, not a bank account. Please save a card before the delivery. A hold is not a payment.`
      : `${company.name} will hold ${amount} on your card before the delivery. A hold is not a payment; it is released after the pickup if nothing is damaged.`,
    held: `${amount} is held on your card${until}. A hold is not a payment; it is released after the pickup if nothing is damaged.`,
    refused: `The hold of ${amount} could not be placed. Please ${cardOnFile === null || isBank ? 'save a card' : 'replace your card'} before the delivery, and we’ll try again. Nothing was charged.`,
    captured: `${formatMoney(hold.captured, currency)} of the ${amount} hold was charged. The rest was released.`,
    released: `The hold of ${amount} was released. Nothing was charged.`,
    lapsed: `The hold of ${amount} has expired. Nothing was charged.`,
  }[hold.state];
  return <p className="text-soft text-sm">{text}</p>;
}
