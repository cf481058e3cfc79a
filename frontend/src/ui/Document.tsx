import type { ReactNode } from 'react';
import { Prose } from './Prose';

export interface DocumentProps {
  title: string;
  intro: string;
  sections: readonly { id: string; title: string; body: ReactNode }[];
}

/** A page to be read from top to bottom, with its contents beside it on a wide screen. */
export function Document({ title, intro, sections }: DocumentProps) {
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_15rem]">
      <article className="min-w-0">
        <h1 className="font-semibold text-3xl tracking-tight sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-[60ch] text-pretty text-lg text-soft">{intro}</p>
        {sections.map(({ id, title: heading, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-9 scroll-mt-24">
            <h2 id={`${id}-title`} className="font-semibold text-xl tracking-tight">
              {heading}
            </h2>
            <Prose>{body}</Prose>
          </section>
        ))}
      </article>
      <nav aria-label="On this page" className="hidden lg:block">
        <div className="sticky top-24 border-line border-l pl-5">
          <p className="font-semibold text-sm">On this page</p>
          <ul className="mt-3 grid gap-2 text-sm">
            {sections.map(({ id, title: heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="rounded-sm text-soft hover:text-ink hover:underline">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </div>
  );
}
