import type { ReactNode } from 'react';

/** One fact below its name, for narrow columns. To be put inside a dl. */
export function StackedFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="wrap-anywhere font-medium">{children}</dd>
    </div>
  );
}

/** The same of a text with lines of its own; nothing where there is none. */
export function StackedText({ label, text }: { label: string; text: string | null }) {
  return text === null || text === '' ? null : (
    <StackedFact label={label}>
      <span className="whitespace-pre-line font-normal">{text}</span>
    </StackedFact>
  );
}
