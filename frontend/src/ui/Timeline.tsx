import type { ReactNode } from 'react';

/** Vertical list of events. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="grid gap-3 border-line border-l-2 pl-4">{children}</ol>;
}

/** One event with its time and, below it, its details. */
export function TimelineEntry({
  title,
  when,
  children,
}: {
  title: string;
  when: string;
  children: ReactNode;
}) {
  return (
    <li className="relative before:absolute before:top-1.5 before:-left-[21px] before:size-2 before:rounded-full before:bg-bulb before:shadow-glow">
      <p className="break-words">
        {title} <span className="tabular text-faint">· {when}</span>
      </p>
      {children}
    </li>
  );
}
