import { type ReactNode, useEffect, useRef } from 'react';
import type { StandingText } from '@/sign/standing';
import type { CustomersBooking } from './booking-calls';
import { NightHead, NightSign } from './NightHead';

interface StateHeadProps {
  of: { company: CustomersBooking['company']; message: string; sign: readonly StandingText[] };
  /** What the tab is called, before the name of the business, where it is not the title. */
  called?: string;
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
  title,
  called = title,
  text,
  lit,
  note,
  drawn = true,
  corner,
  state,
}: StateHeadProps) {
  const { company } = of;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    document.title = `${called} · ${company.name}`;
    if (before.current !== state) heading.current?.focus();
    before.current = state;
  }, [called, company.name, state]);
  return (
    <NightHead company={company} corner={corner}>
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
          <NightSign of={of} lit={lit} />
          <p className="tabular text-center text-soft">{note}</p>
        </>
      ) : null}
    </NightHead>
  );
}
