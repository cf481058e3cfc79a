import { lazy, Suspense, useRef, useState } from 'react';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { confirmWithOneCard } from '@/paying/confirm-with-one-card';
import { useLooking } from '@/paying/useLooking';
import { Part } from './Details';
import { FormError, SelectField } from './fields';
import { type BookingList, lookAtPayments, payBookings } from './list-calls';
import { primaryButton } from './looks';

/** Loaded only for customers who pay: the card form and the provider's library. */
const PayForm = lazy(() => import('./PayForm').then(({ PayForm }) => ({ default: PayForm })));

type Listed = BookingList['bookings'][number];
type Choice = { readonly number: number; readonly part: 'deposit' | 'balance'; readonly amount: number };

/** The server's limit. */
const MOST_AT_ONCE = 10;

interface Props {
  token: string;
  list: BookingList;
  /** Provider id of the payment that the customer returned with from their bank. */
  returned: string | null;
  onChanged: (list: BookingList) => void;
}

interface Result {
  readonly good: boolean;
  readonly text: string;
}

/** The balance of each booking, and the ways to pay: several at once with one card, or each on its own page. */
export function PayBookings({ token, list, returned, onChanged }: Props) {
  const { bookings, due, currency } = list;
  const money = (units: number) => formatMoney(units, currency);
  const owed = bookings.filter((booking) => booking.due > 0);
  const byCard = owed.filter((booking) => booking.byCard);
  const [left, setLeft] = useState<ReadonlySet<number>>(() => new Set());
  const [deposits, setDeposits] = useState<ReadonlySet<number>>(() => new Set());
  const [paying, setPaying] = useState<readonly Choice[] | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const before = useRef(list);
  const secrets = useRef<readonly string[]>([]);
  const whole = useRef<HTMLDivElement>(null);

  const chosen = byCard
    .filter(({ number }) => !left.has(number))
    .map(({ number, due, deposit }): Choice => {
      const isDeposit = deposit > 0 && deposits.has(number);
      return { number, part: isDeposit ? 'deposit' : 'balance', amount: isDeposit ? deposit : due };
    });
  const tooMany = chosen.length > MOST_AT_ONCE;

  const close = () => {
    setPaying(null);
    // The button that opened the form is removed when pressed, so move the focus to this section.
    whole.current?.focus();
  };
  const [looking, lookNow] = useLooking(returned, {
    look: (intent) => lookAtPayments(token, intent),
    settle: (now, mayWait) => {
      onChanged(now);
      const paid = round(before.current.due - now.due);
      const open = unpaid(paying ?? [], before.current, now);
      const { lookedAt } = now;
      if (paid > 0 || lookedAt?.state === 'paid') {
        before.current = now;
        setPaying(null);
        setResult({ good: open.length === 0, text: outcome(paid || (lookedAt?.amount ?? 0), open, money) });
      } else if (lookedAt?.state === 'processing') {
        setResult({
          good: true,
          text: "Your bank is still processing this payment. We'll email you when it goes through.",
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
  const again = async (text: string) => {
    close();
    setResult({ good: false, text });
    try {
      onChanged(await lookAtPayments(token, null));
    } catch {
      // The page still shows the old data; the message asks the customer to reload it.
    }
  };

  if (owed.length === 0 && result === null && !looking) return null;
  const sum = round((paying ?? chosen).reduce((all, { amount }) => all + amount, 0));
  return (
    <Part title="To pay">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and this has a heading above it. */}
      <div
        ref={whole}
        role="group"
        aria-label="Payment"
        tabIndex={-1}
        className="mt-2 grid gap-4 outline-none"
      >
        {owed.length === 0 ? null : (
          <div>
            <p className="tabular font-semibold text-2xl">{money(due)}</p>
            <p className="mt-1 text-soft">Due for {counted(owed.length, 'booking')}.</p>
          </div>
        )}
        {result === null ? null : result.good ? (
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
        ) : paying !== null ? (
          <section ref={takeFocus} aria-label="Pay by card" tabIndex={-1} className="grid gap-4 outline-none">
            <Suspense fallback={<p role="status">Loading the card form…</p>}>
              <PayForm
                what={counted(paying.length, 'booking')}
                amount={sum}
                currency={currency}
                note={
                  paying.length === 1
                    ? 'Your card is not stored.'
                    : 'Your statement shows one payment per booking. Your card is used for these payments only.'
                }
                onOpen={async () => {
                  const { payments, account } = await payBookings(token, [...paying]);
                  secrets.current = payments.map(({ clientSecret }) => clientSecret);
                  return { clientSecret: secrets.current[0] ?? '', account };
                }}
                confirm={(stripe, elements, back) =>
                  confirmWithOneCard(secrets.current)(stripe, elements, back)
                }
                onPaid={lookNow}
                onStale={(text) => void again(text)}
                onClose={close}
              />
            </Suspense>
          </section>
        ) : (
          <>
            {byCard.length < 2 ? null : (
              <ul aria-label="Bookings to pay" className="grid gap-4">
                {byCard.map((booking) => (
                  <Choose
                    key={booking.number}
                    booking={booking}
                    money={money}
                    checked={!left.has(booking.number)}
                    onCheck={(checked) => setLeft(toggled(left, booking.number, !checked))}
                    deposit={deposits.has(booking.number)}
                    onDeposit={(deposit) => setDeposits(toggled(deposits, booking.number, deposit))}
                  />
                ))}
              </ul>
            )}
            {byCard.length < 2 ? null : (
              <button
                type="button"
                className={primaryButton}
                disabled={chosen.length === 0 || tooMany}
                onClick={() => {
                  before.current = list;
                  setResult(null);
                  setPaying(chosen);
                }}
              >
                Pay {money(sum)}
              </button>
            )}
            {tooMany ? (
              <FormError
                message={`You can pay up to ${MOST_AT_ONCE} bookings at once. Clear some, and pay them afterward.`}
              />
            ) : null}
            <ul className="grid gap-2 empty:absolute">
              {(byCard.length < 2 ? owed : owed.filter((booking) => !booking.byCard)).map((booking) => (
                <li key={booking.number}>
                  <a href={booking.pageUrl ?? undefined} className={primaryButton}>
                    Pay {money(booking.due)} for “{booking.message}”
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Part>
  );
}

interface ChooseProps {
  booking: Listed;
  money: (units: number) => string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  /** Whether only the deposit is paid. */
  deposit: boolean;
  onDeposit: (deposit: boolean) => void;
}

function Choose({ booking, money, checked, onCheck, deposit, onDeposit }: ChooseProps) {
  const { number, message, due } = booking;
  return (
    <li className="grid gap-2">
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 shrink-0 cursor-pointer accent-action"
          checked={checked}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
        <span className="min-w-0 flex-1 break-words">
          “{message}” <span className="text-soft text-sm">#{number}</span>
        </span>
        <span className="tabular shrink-0">
          {money(deposit && booking.deposit > 0 ? booking.deposit : due)}
        </span>
      </label>
      {booking.deposit > 0 && checked ? (
        <SelectField
          id={`part-${number}`}
          label={`Amount for #${number}`}
          error={undefined}
          value={deposit ? 'deposit' : 'balance'}
          onChange={(part) => onDeposit(part === 'deposit')}
          options={[
            ['balance', `Total of ${money(due)}`],
            ['deposit', `Deposit of ${money(booking.deposit)}`],
          ]}
        />
      ) : null}
    </li>
  );
}

/** Focus the card form, which replaces the button that opened it. */
const takeFocus = (opened: HTMLElement | null) => opened?.focus();

const round = (units: number) => Math.round(units * 100) / 100;

function toggled(numbers: ReadonlySet<number>, number: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(numbers);
  if (isIn) next.add(number);
  else next.delete(number);
  return next;
}

/** Numbers of the chosen bookings on which nothing was paid since. */
function unpaid(chosen: readonly Choice[], before: BookingList, now: BookingList): number[] {
  const dueOf = (list: BookingList, of: number) =>
    list.bookings.find(({ number }) => number === of)?.due ?? 0;
  return chosen
    .map(({ number }) => number)
    .filter((of) => dueOf(now, of) > 0 && dueOf(now, of) >= dueOf(before, of));
}

function outcome(paid: number, open: readonly number[], money: (units: number) => string): string {
  if (open.length === 0) return `Thank you! ${money(paid)} has been paid.`;
  const numbers = open.map((number) => `#${number}`).join(', ');
  return `${money(paid)} has been paid. ${numbers} could not be charged and is still due. You can try again, with another card too.`;
}
