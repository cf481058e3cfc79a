import { useEffect, useRef } from 'react';
import { FormatProvider } from '@/lib/format';
import type { Offer } from './calls';
import { Offered, SmallPrint } from './Details';
import { Hero } from './Hero';
import { Foot, Loading, Unavailable } from './LinkPage';
import { Outcome } from './Outcome';
import { PricePanel } from './PricePanel';
import { type QuoteOfCustomer, useQuote } from './useQuote';

/** A quote's page for its customer: sign, price and the form to accept it. */
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
        titles={{ missing: 'This quote is not available', failed: 'The quote could not be loaded' }}
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
  // The form disappears after sending; the focus moves to the result.
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
          <Offered offer={offer} />
          {/* On a phone the price comes before the small print; on a wide screen beside both. */}
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
