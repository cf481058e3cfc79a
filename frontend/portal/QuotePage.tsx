import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { FormatProvider, useFormat } from '@/lib/format';
import { standingWords } from '@/sign/standing';
import type { Offer } from './calls';
import { Offered, Part, SmallPrint } from './Details';
import { Foot, Loading, Unavailable } from './LinkPage';
import { NightHead, NightSign } from './NightHead';
import { Outcome } from './Outcome';
import { PricePanel } from './PricePanel';
import { type QuoteOfCustomer, useQuote } from './useQuote';

/** The customer's page of a quote: sign, price, and the form to accept it. */
export function QuotePage({ token, goTo }: { token: string; goTo?: (url: string) => void }) {
  const quote = useQuote(token, goTo);
  const { loaded } = quote;
  const title =
    loaded.state === 'ready'
      ? ['Quote', loaded.offer.number, '·', loaded.offer.company.name].filter(Boolean).join(' ')
      : null;
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  if (loaded.state === 'loading') return <Loading title="Your Quote" />;
  if (loaded.state !== 'ready') {
    return (
      <Unavailable
        missing={loaded.state === 'unknown'}
        sentence={loaded.sentence}
        titles={{ missing: 'This quote is not available', failed: 'We couldn’t load your quote' }}
        onAgain={quote.again}
      />
    );
  }
  return (
    <FormatProvider of={loaded.offer}>
      <Ready offer={loaded.offer} quote={quote} />
    </FormatProvider>
  );
}

function Ready({ offer, quote }: { offer: Offer; quote: QuoteOfCustomer }) {
  const outcome = useRef<HTMLHeadingElement>(null);
  // The form is removed after sending, so move focus to the result.
  const before = useRef(offer.state);
  useEffect(() => {
    if (before.current === offer.state) return;
    before.current = offer.state;
    outcome.current?.focus();
    outcome.current?.scrollIntoView({ block: 'center' });
  }, [offer.state]);
  return (
    <>
      <main className="flex-1">
        <Hero offer={offer} />
        <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] items-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {offer.state === 'open' ? null : (
            <div className="lg:col-span-2">
              <Outcome offer={offer} title={outcome} />
            </div>
          )}
          {offer.changed.length === 0 ? null : <WhatChanged offer={offer} />}
          <Offered offer={offer} />
          {/* On a phone, the price comes before the fine print; on a wide screen, it has its own column. */}
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2">
            <PricePanel offer={offer} quote={quote} />
          </div>
          <SmallPrint offer={offer} />
        </div>
      </main>
      <Foot company={offer.company} verb="sent with" />
    </>
  );
}

/** What differs from the version of the quote that was sent before. */
function WhatChanged({ offer: { changed, changedSince } }: { offer: Offer }) {
  return (
    <Part title={`What changed since version ${changedSince}`} className="lg:col-span-2">
      <ul className="mt-3">
        {changed.map(({ field, label, fromText, toText }) => (
          <li key={field}>
            {label}: {fromText} → {toText}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The sign at night, with the customer's name and the quote's expiry date. */
export function Hero({ offer }: { offer: Offer }) {
  const format = useFormat();
  const { company, sign, state, customerName } = offer;
  const number =
    offer.number === null ? null : <p className="tabular shrink-0 text-soft text-sm">{offer.number}</p>;
  return (
    <NightHead company={company} corner={number}>
      <div className="text-center">
        <h1 className="text-balance break-words font-semibold text-2xl tracking-tight sm:text-4xl">
          {customerName === null ? 'Your sign, ready to light up' : `${customerName}, this is your sign`}
        </h1>
      </div>
      <NightSign of={offer} lit={state === 'open' || state === 'accepted'} chase={state === 'accepted'} />
      <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 text-soft">
        <p className="tabular">{standingWords(format, sign, offer.letterCount)}</p>
        {state === 'open' && offer.expiresAt !== null ? (
          <p className="tabular inline-flex items-center gap-2 rounded-full border border-amber-line bg-amber-wash px-3.5 py-1 font-medium text-amber text-sm">
            <Clock aria-hidden="true" className="size-4" />
            Valid until {dayInWords(format, dayOf(offer.expiresAt), 'long')}
          </p>
        ) : null}
      </div>
    </NightHead>
  );
}
