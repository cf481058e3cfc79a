import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import type { BookingMoney } from '@/api/booking-money';
import { useAnnouncedCharges, useReleaseHold, useRetryHold, useWithdrawCharge } from '@/api/card-on-file';
import { photoPath } from '@/api/goods';
import { useCan } from '@/api/rights';
import type { PricedDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { ConfirmChange } from '@/components/ConfirmChange';
import { dayIn, formatDay, formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { isBankAccount, keptCardName } from '@/lib/kept-card';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { CaptureHold, ChargeCard } from './ChargeCard';

type Hold = NonNullable<PricedDetails['hold']>;
type Part = BookingMoney['schedule'][number];
type AnnouncedCharge = NonNullable<ReturnType<typeof useAnnouncedCharges>['data']>[number];
type ChargedPart = Extract<Part, { attempts: unknown }>;

const HOLDS = {
  planned: { tone: 'neutral', word: 'Planned' },
  held: { tone: 'blue', word: 'Held' },
  refused: { tone: 'red', word: 'Refused' },
  captured: { tone: 'green', word: 'Captured' },
  released: { tone: 'neutral', word: 'Released' },
  lapsed: { tone: 'yellow', word: 'Expired' },
} as const;

const RESULTS: Record<ChargedPart['attempts'][number]['result'], string> = {
  charging: 'in progress',
  paid: 'paid',
  processing: 'on its way from the bank',
  returned: 'returned by the bank; due again',
  declined: 'declined',
  authentication_required: 'the bank wants the customer to confirm; they got a link',
  stopped: 'stopped, because the payments changed',
  not_possible: 'not possible; cards could not be charged',
};

interface Props {
  booking: PricedDetails;
  money: BookingMoney;
}

/** The card that the customer keeps, with its automatic charges and the security hold on it. */
export function CardOnFile({ booking, money }: Props) {
  const { cardOnFile, hold, status } = booking;
  const { currency, balanceDue } = money;
  const handles = useCan('handleBookings');
  const [doing, setDoing] = useState<'charge' | 'capture' | 'release' | 'retry' | null>(null);
  const release = useReleaseHold(booking.id);
  const retry = useRetryHold(booking.id);
  const close = () => setDoing(null);
  const name = cardOnFile === null ? null : keptCardName(cardOnFile);
  const hasCard = cardOnFile !== null && !isBankAccount(cardOnFile);
  const canCharge = balanceDue > 0 && (status === 'confirmed' || status === 'completed');
  return (
    <section
      aria-label="Card on file"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <b className="block font-semibold">Card on File</b>
          <span className="tabular break-words">{name ?? 'The customer keeps no card.'}</span>
        </p>
        {name !== null && canCharge && handles ? (
          <Button kind="secondary" size="sm" onClick={() => setDoing('charge')}>
            <CreditCard aria-hidden="true" />
            Charge Card
          </Button>
        ) : null}
      </div>
      <AnnouncedCharges bookingId={booking.id} currency={currency} canWithdraw={handles} />
      <AutomaticCharges schedule={money.schedule} currency={currency} />
      {hold === null ? null : (
        <HoldRow
          hold={hold}
          currency={currency}
          canRetry={hasCard && status === 'confirmed'}
          needsCard={name !== null && !hasCard}
          onDo={handles ? setDoing : null}
        />
      )}
      {doing === 'charge' && name !== null ? (
        <ChargeCard
          bookingId={booking.id}
          card={name}
          most={balanceDue}
          currency={currency}
          onClose={close}
        />
      ) : null}
      {doing === 'capture' && hold !== null ? (
        <CaptureHold bookingId={booking.id} most={hold.amount} currency={currency} onClose={close} />
      ) : null}
      {doing === 'release' && hold !== null ? (
        <ConfirmChange
          change={release}
          input={undefined}
          title="Release the hold?"
          description={`${formatMoney(hold.amount, currency)} is released on the customer's card. Nothing is charged, and the hold can't be placed again.`}
          confirmLabel="Release"
          pendingLabel="Releasing..."
          onClose={close}
        />
      ) : null}
      {doing === 'retry' && hold !== null && name !== null ? (
        <ConfirmChange
          change={retry}
          input={undefined}
          title="Try the hold again?"
          description={`${formatMoney(hold.amount, currency)} will be held on ${name}. A hold is not a charge.`}
          confirmLabel="Try Again"
          pendingLabel="Trying..."
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function HoldRow({
  hold: { state, amount, captured, until },
  currency,
  canRetry,
  needsCard,
  onDo,
}: {
  hold: Hold;
  currency: string;
  /** True if a refused hold can be tried again. */
  canRetry: boolean;
  /** True if the saved payment method is a bank account. */
  needsCard: boolean;
  /** Null if the user may not change it. */
  onDo: ((doing: 'capture' | 'release' | 'retry') => void) | null;
}) {
  const format = useFormat();
  const timeZone = useSignedInUser().timeZone ?? 'UTC';
  const money = formatMoney(amount, currency);
  const text = {
    planned: needsCard
      ? `${money} can’t be held on a bank account; the customer has to save a card`
      : `${money} will be held before the delivery`,
    held: `${money} held${until === null ? '' : ` until ${formatDay(format, dayIn(timeZone, new Date(until)))}`}`,
    refused: `${money} could not be held on the card`,
    captured: `${formatMoney(captured, currency)} captured of ${money} held`,
    released: `${money} released`,
    lapsed: `${money} is no longer held`,
  }[state];
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="tabular min-w-0">{text}</span>
        <Badge tone={HOLDS[state].tone}>{HOLDS[state].word}</Badge>
      </p>
      {state !== 'held' || onDo === null ? null : (
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="sm" onClick={() => onDo('capture')}>
            Capture
          </Button>
          <Button kind="secondary" size="sm" onClick={() => onDo('release')}>
            Release
          </Button>
        </div>
      )}
      {state !== 'refused' || onDo === null ? null : (
        <>
          <p className="text-soft">
            We emailed the customer. If they save another card before the delivery, we’ll try the hold again.
          </p>
          {canRetry ? (
            <Button kind="secondary" size="sm" className="justify-self-start" onClick={() => onDo('retry')}>
              Try Again
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

const isCharged = (part: Part): part is ChargedPart =>
  'attempts' in part && (part.attempts.length > 0 || part.nextAttempt !== null);

/** Attempts to charge each part of the schedule, and the next one. */
function AutomaticCharges({ schedule, currency }: { schedule: readonly Part[]; currency: string }) {
  const format = useFormat();
  const parts = schedule.filter(isCharged);
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Automatic charges" className="tabular grid gap-2 border-line border-t pt-3">
      {parts.map(({ due, amount, attempts, nextAttempt }) => (
        <li key={due} className="grid gap-0.5">
          <span className="flex justify-between gap-3">
            <span>Due {formatDay(format, due)}</span>
            <span>{formatMoney(amount, currency)}</span>
          </span>
          {attempts.map(({ at, result }) => (
            <span key={at} className={result === 'declined' ? 'text-danger' : 'text-soft'}>
              {formatMoment(format, at)}: {RESULTS[result]}
            </span>
          ))}
          {nextAttempt === null ? null : (
            <span className="text-soft">Next automatic charge: {formatMoment(format, nextAttempt)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const ANNOUNCED: Record<AnnouncedCharge['state'], string> = {
  announced: '',
  charging: 'Charging the card now',
  charged: 'Charged',
  withdrawn: 'Withdrawn',
  declined: 'Declined. We sent the customer a payment link.',
  not_due: 'Not charged because the customer had already paid',
};

/** Charges for damage and loss that were announced to the customer. */
function AnnouncedCharges({
  bookingId,
  currency,
  canWithdraw,
}: {
  bookingId: number;
  currency: string;
  canWithdraw: boolean;
}) {
  const format = useFormat();
  const { data: charges = [] } = useAnnouncedCharges(bookingId);
  const withdraw = useWithdrawCharge(bookingId);
  const [withdrawing, setWithdrawing] = useState<AnnouncedCharge | null>(null);
  if (charges.length === 0) return null;
  return (
    <ul aria-label="Announced charges" className="tabular grid gap-3 border-line border-t pt-3">
      {charges.map((charge) => (
        <li key={charge.id} className="grid gap-1">
          <span className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{charge.reason}</span>
            <span>{formatMoney(charge.amount, currency)}</span>
          </span>
          <span className={charge.state === 'declined' ? 'text-danger' : 'text-soft'}>
            {charge.state === 'announced'
              ? `The card will be charged on ${formatMoment(format, charge.chargeAt)}`
              : ANNOUNCED[charge.state]}
          </span>
          {charge.failure === null ? null : <span className="break-words text-soft">{charge.failure}</span>}
          {charge.photos.length === 0 ? null : (
            <span className="flex flex-wrap gap-2">
              {charge.photos.map((digest, index) => (
                <a key={digest} href={photoPath(digest)} target="_blank" rel="noreferrer">
                  <img
                    src={photoPath(digest, 'small')}
                    alt={`${index + 1} of ${charge.photos.length}`}
                    className="size-14 rounded-md border border-line object-cover"
                  />
                </a>
              ))}
            </span>
          )}
          {charge.state === 'announced' && canWithdraw ? (
            <Button
              kind="secondary"
              size="sm"
              className="justify-self-start"
              onClick={() => setWithdrawing(charge)}
            >
              Withdraw
            </Button>
          ) : null}
        </li>
      ))}
      {withdrawing === null ? null : (
        <ConfirmChange
          change={withdraw}
          input={withdrawing.id}
          title="Withdraw this charge?"
          description={`The card won’t be charged ${formatMoney(withdrawing.amount, currency)}. The amount stays due on the booking. We’ll let your customer know.`}
          confirmLabel="Withdraw"
          pendingLabel="Withdrawing..."
          onClose={() => setWithdrawing(null)}
        />
      )}
    </ul>
  );
}
