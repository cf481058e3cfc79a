import type { ReactNode } from 'react';
import { MarqueeSign } from '@/sign/MarqueeSign';

export interface SignNoticeProps {
  /** Text on the sign. */
  sign: string;
  lit?: boolean;
  height?: number;
  title: string;
  /** Action buttons. */
  ways: ReactNode;
  children: ReactNode;
}

/** Full-page notice with a sign, a reason and action buttons. */
export function SignNotice({ sign, lit = false, height = 84, title, ways, children }: SignNoticeProps) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center sm:py-16">
      <div aria-hidden="true" className="w-full">
        <MarqueeSign message={sign} height={height} state={lit ? 'lit' : 'unlit'} align="center" />
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">{title}</h1>
      <p className="max-w-md text-pretty text-soft">{children}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{ways}</div>
    </section>
  );
}
