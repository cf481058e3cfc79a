import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Styles of running text: paragraphs, lists, tables and terms. */
export function Prose({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'max-w-[68ch] text-pretty leading-7',
        '[&_p]:mt-3 [&_ul]:mt-3 [&_ol]:mt-3 [&_li]:mt-1.5 [&_li]:pl-1 [&_li]:marker:text-amber',
        '[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6',
        '[&_a]:rounded-sm [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2 [&_a:hover]:no-underline',
        '[&_b]:font-semibold',
        '[&_kbd]:rounded-sm [&_kbd]:border [&_kbd]:border-line [&_kbd]:bg-sunken [&_kbd]:px-1.5 [&_kbd]:py-0.5 [&_kbd]:font-sans [&_kbd]:text-sm',
        '[&_code]:break-words [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.9em]',
        '[&_dt]:mt-4 [&_dt]:font-semibold [&_dd]:mt-1 [&_dd]:text-soft',
        '[&_table]:mt-4 [&_table]:w-full [&_table]:text-sm [&_tbody_tr]:border-line [&_tbody_tr]:border-t [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_th]:font-semibold [&_th]:align-top',
        className,
      )}
      {...props}
    />
  );
}

export interface DocumentProps {
  title: string;
  intro: string;
  sections: readonly { id: string; title: string; body: ReactNode }[];
}

/** Text page with a table of contents beside it on wide screens. */
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
