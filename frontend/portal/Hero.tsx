import { Clock } from 'lucide-react';
import { useMemo } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { standingLines, standingWords } from '@/sign/standing';
import type { Offer } from './calls';

/** The sign at night, with whose quote it is and until when it is valid. */
export function Hero({ offer }: { offer: Offer }) {
  const { company, message, sign, state, customerName } = offer;
  const lines = useMemo(() => standingLines(sign), [sign]);
  const lit = state === 'open' || state === 'accepted';
  return (
    <header className="night night-ground border-line border-b text-ink">
      <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 px-4 pt-5 pb-8 sm:px-6 sm:pb-12">
        <div className="flex items-center justify-between gap-4">
          <CompanyMark company={company} />
          {offer.number === null ? null : (
            <p className="tabular shrink-0 text-soft text-sm">{offer.number}</p>
          )}
        </div>
        <div className="text-center">
          <h1 className="text-balance break-words font-semibold text-2xl tracking-tight sm:text-4xl">
            {customerName === null ? 'Your sign, ready to light up' : `${customerName}, this is your sign`}
          </h1>
        </div>
        <div className="grid min-w-0 place-items-center py-2 [&>*]:min-w-0">
          <MarqueeSign
            message={message}
            lines={lines}
            state={lit ? 'lit' : 'unlit'}
            height={132}
            maxHeight={300}
            surface="night"
            align="center"
            switchOn
            chase={state === 'accepted'}
          />
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 text-soft">
          <p className="tabular">{standingWords(sign, offer.letterCount)}</p>
          {state === 'open' && offer.expiresAt !== null ? (
            <p className="tabular inline-flex items-center gap-2 rounded-full border border-amber-line bg-amber-wash px-3.5 py-1 font-medium text-amber text-sm">
              <Clock aria-hidden="true" className="size-4" />
              Valid until {dayInWords(dayOf(offer.expiresAt), 'long')}
            </p>
          ) : null}
        </div>
      </div>
    </header>
  );
}

/** The business's logo, or its name where there is none. */
export function CompanyMark({ company }: Pick<Offer, 'company'>) {
  return company.logoUrl === null ? (
    <p className="min-w-0 break-words font-semibold text-bulb text-lg tracking-tight">{company.name}</p>
  ) : (
    <img
      src={company.logoUrl}
      alt={company.name}
      className="max-h-14 max-w-48 rounded-md bg-white object-contain p-1.5"
    />
  );
}
