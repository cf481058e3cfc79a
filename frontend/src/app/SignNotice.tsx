import type { ReactNode } from 'react';
import { MarqueeSign } from '@/sign/MarqueeSign';

export interface SignNoticeProps {
  /** What the sign above says. */
  sign: string;
  lit?: boolean;
  height?: number;
  title: string;
  /** The ways on from here. */
  ways: ReactNode;
  children: ReactNode;
}

/** In place of a whole page: a sign, why the page is not there, and the ways on. */
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
