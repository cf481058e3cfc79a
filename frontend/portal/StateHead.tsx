import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { type StandingText, standingLines } from '@/sign/standing';
import type { CustomersBooking } from './booking-calls';
import { CompanyMark } from './Hero';

interface StateHeadProps {
  of: { company: CustomersBooking['company']; message: string; sign: readonly StandingText[] };
  /** What the tab is called, before the name of the business. */
  called: string;
  /** What happens next, in a few words and in a sentence. */
  title: string;
  text: string;
  lit: boolean;
  /** Below the sign. */
  note: string;
  /** Rented items and packages have no sign to draw. */
  drawn?: boolean;
  /** Beside the name of the business. */
  corner?: ReactNode;
  /** Where the buttons on the page change the state: they are gone then, and the focus moves to the title. */
  state?: string;
}

/** The dark top of a customer's page: whose it is, what happens next, and the sign. */
export function StateHead({
  of,
  called,
  title,
  text,
  lit,
  note,
  drawn = true,
  corner,
  state,
}: StateHeadProps) {
  const { company, message, sign } = of;
  const lines = useMemo(() => standingLines(sign), [sign]);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    document.title = `${called} · ${company.name}`;
    if (before.current !== state) heading.current?.focus();
    before.current = state;
  }, [called, company.name, state]);
  return (
    <header className="night night-ground border-line border-b text-ink">
      <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-5 pb-8 sm:px-6 sm:pb-10">
        <div className="flex items-center justify-between gap-4">
          <CompanyMark company={company} />
          {corner}
        </div>
        <div className="text-center" aria-live="polite">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-balance break-words font-semibold text-2xl tracking-tight outline-none sm:text-4xl"
          >
            {title}
          </h1>
          <p className="mx-auto mt-2 max-w-2xl text-pretty text-soft">{text}</p>
        </div>
        {drawn ? (
          <>
            <div className="grid min-w-0 place-items-center [&>*]:min-w-0">
              <MarqueeSign
                message={message}
                lines={lines}
                state={lit ? 'lit' : 'unlit'}
                height={120}
                maxHeight={280}
                surface="night"
                align="center"
                switchOn
              />
            </div>
            <p className="tabular text-center text-soft">{note}</p>
          </>
        ) : null}
      </div>
    </header>
  );
}
