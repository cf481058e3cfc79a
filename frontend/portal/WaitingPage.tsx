import { useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { dayInWords } from '@/booking-form/dates';
import { formatMoment } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { periodInWords, secondsUntil } from '@/paying/period';
import { standingWords } from '@/sign/standing';
import { Company, Part } from './Details';
import { Foot, LinkPage } from './LinkPage';
import { bulbButton, secondaryButton, textLink } from './looks';
import { RentedLines } from './Rented';
import { StateHead } from './StateHead';

type Schemas = components['schemas'];
export type WaitingPlace = Schemas['WaitingPlaceOut'];

const addressOf = (token: string) => `/api/public/waiting-list/${encodeURIComponent(token)}`;

const readPlace = (token: string): Promise<WaitingPlace> => callPublicly<WaitingPlace>(addressOf(token));

const answerOffer = (token: string, action: Schemas['WaitingActionInput']['action']) =>
  callPublicly<WaitingPlace>(addressOf(token), { body: { action } });

/** Page of a place on the waiting list, with the availability of the letters and a button to book them. */
export function WaitingPage({ token }: { token: string }) {
  return (
    <LinkPage
      token={token}
      read={readPlace}
      title="Your Place on the Waiting List"
      missing="This link is not available"
      failed="We couldn’t load your place on the waiting list"
    >
      {(place, onChanged, load) => (
        <Ready token={token} place={place} onChanged={onChanged} onOutdated={load} />
      )}
    </LinkPage>
  );
}

/** Title and sentence for the state of the waiting list place. */
function stateOf(format: Format, { state, offeredUntil, company, booking, payBy }: WaitingPlace) {
  switch (state) {
    case 'waiting':
      return {
        title: 'You are on the waiting list',
        text: 'We’ll email you if all of your letters become available for your dates. Nothing is booked yet.',
      };
    case 'offered':
      return {
        title: 'Your letters are available',
        text: `We’re holding them for you until ${offeredUntil === null ? 'you reply' : formatMoment(format, offeredUntil)}. After that, the next customer gets the offer.`,
      };
    case 'booked':
      if (payBy) {
        return {
          title: 'Pay to confirm your booking',
          text: `Your letters are held for ${periodInWords(secondsUntil(payBy))}. Your booking is confirmed as soon as you pay.`,
        };
      }
      return booking?.status === 'pending'
        ? {
            title: 'Request sent',
            text: `Your letters are on hold. ${company.name} will review your request and email you.`,
          }
        : { title: 'Your sign is booked', text: `${company.name} will contact you about the details.` };
    case 'lapsed':
      return {
        title: 'This offer has ended',
        text: `The letters are no longer held for you. Contact ${company.name} if you are still interested.`,
      };
    default:
      return {
        title: 'You left the waiting list',
        text: `We won’t email you about this anymore. Contact ${company.name} if you change your mind.`,
      };
  }
}

interface ReadyProps {
  token: string;
  place: WaitingPlace;
  onChanged: (place: WaitingPlace) => void;
  /** Called when the page is out of date, to load it again. */
  onOutdated: () => Promise<void>;
}

function Ready({ token, place, onChanged, onOutdated }: ReadyProps) {
  const format = useFormat();
  const { company, sign, state } = place;
  const { title, text } = stateOf(format, place);
  return (
    <>
      <main className="flex-1">
        <StateHead
          of={place}
          title={title}
          text={text}
          lit={state === 'offered' || state === 'booked'}
          note={standingWords(format, sign, place.letterCount)}
          drawn={sign.length > 0}
          state={state}
        />
        <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 sm:px-6 lg:py-10">
          <Part title="Your request">
            <Asked place={place} />
            <Actions token={token} place={place} onChanged={onChanged} onOutdated={onOutdated} />
          </Part>
          <Company company={company} />
        </div>
      </main>
      <Foot company={company} />
    </>
  );
}

function Asked({ place }: { place: WaitingPlace }) {
  const format = useFormat();
  const { rented, sign, deliveryDay, pickupDay, total, currency, state } = place;
  const rows: [string, string][] = [
    ['Delivery', dayInWords(format, deliveryDay, 'long')],
    ['Pickup', dayInWords(format, pickupDay, 'long')],
  ];
  if (total !== null && (state === 'waiting' || state === 'offered')) {
    rows.push(['Today’s price', formatMoney(total, currency)]);
  }
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <div className="min-w-0 sm:col-span-2">
        <dt className="text-soft text-sm">
          {rented.length === 1 && sign.length === 1 ? 'Message' : 'What you rent'}
        </dt>
        <dd className="tabular break-words font-medium">
          <RentedLines rented={rented} />
        </dd>
      </div>
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="tabular break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ token, place, onChanged, onOutdated }: ReadyProps) {
  const [sending, setSending] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { state, pageUrl, payBy } = place;

  async function send(action: 'book' | 'withdraw') {
    if (sending) return;
    setSending(true);
    setRefused(null);
    try {
      onChanged(await answerOffer(token, action));
    } catch (error) {
      setRefused(sentenceOf(error));
      if (error instanceof ApiError && error.status === 409) await onOutdated();
    } finally {
      setSending(false);
      setLeaving(false);
    }
  }

  const sentence = (
    <p role="alert" className="mt-4 text-danger empty:hidden">
      {refused}
    </p>
  );
  if (state === 'booked') {
    return pageUrl === null ? null : (
      <p className="mt-5">
        <a href={pageUrl} className={bulbButton}>
          {payBy ? 'Pay on your booking page' : 'Open your booking page'}
        </a>
      </p>
    );
  }
  if (state !== 'waiting' && state !== 'offered') return sentence;
  return (
    <>
      {sentence}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        {state === 'offered' ? (
          <button type="button" className={bulbButton} disabled={sending} onClick={() => void send('book')}>
            {sending && !leaving ? 'Booking…' : 'Book these letters'}
          </button>
        ) : null}
        {leaving ? (
          <>
            <span>Leave the waiting list?</span>
            <button
              type="button"
              className={secondaryButton}
              disabled={sending}
              onClick={() => void send('withdraw')}
            >
              Yes, leave
            </button>
            <button type="button" className={textLink} onClick={() => setLeaving(false)}>
              Stay
            </button>
          </>
        ) : (
          <button type="button" className={textLink} disabled={sending} onClick={() => setLeaving(true)}>
            {state === 'offered' ? 'No thanks, leave the list' : 'Leave the waiting list'}
          </button>
        )}
      </div>
    </>
  );
}
