import { type ReactNode, useEffect, useRef } from 'react';
import type { CustomersBooking } from '@/paying/calls';
import type { StandingText } from '@/sign/standing';
import { NightHead, NightSign } from './NightHead';

interface StateHeadProps {
  of: { company: CustomersBooking['company']; message: string; sign: readonly StandingText[] };
  /** Title of the browser tab, before the business's name, if it differs from the heading. */
  called?: string;
  /** Heading, above a sentence with the next step. */
  title: string;
  text: string;
  lit: boolean;
  /** Content below the sign. */
  note: string;
  /** False for items and packages, which have no sign to draw. */
  drawn?: boolean;
  /** Content beside the business's name. */
  corner?: ReactNode;
  /**
   * Set on pages whose buttons change the state. The pressed button then disappears, and the focus moves to
   * the title.
   */
  state?: string;
}

/** Dark top of a customer's page: the business, the next step and the sign. */
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
