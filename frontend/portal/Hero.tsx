import { Clock } from 'lucide-react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { standingWords } from '@/sign/standing';
import type { Offer } from './calls';
import { NightHead, NightSign } from './NightHead';

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
