import type { ReactNode } from 'react';
import { Wordmark } from '@/ui/Wordmark';

export interface NightPageProps {
  sign: ReactNode;
  title: string;
  text: string;
  /** Action buttons. */
  children: ReactNode;
}

/** Full page on a dark background with a sign, for errors and notices. */
export function NightPage({ sign, title, text, children }: NightPageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="night night-ground flex flex-1 flex-col items-center px-5 text-ink outline-none"
    >
      <a href="/" className="mt-8 rounded-sm">
        <Wordmark ground="night" />
      </a>
      <div className="my-auto grid w-full max-w-xl justify-items-center gap-4 py-12 text-center">
        <div className="w-full">{sign}</div>
        <h1 className="mt-4 font-semibold text-3xl tracking-tight">{title}</h1>
        <p className="max-w-md text-pretty text-soft">{text}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
      <div aria-hidden="true" className="bulb-rule w-screen opacity-80" />
    </main>
  );
}
