import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  children: ReactNode;
}

/** Makes a fact with its name, to be put inside a dl, of the looks of its frame, its name and its value. */
const factOf = (frame: string, name: string, value: string) =>
  function Fact({ label, children }: FactProps) {
    return (
      <div className={frame}>
        <dt className={name}>{label}</dt>
        <dd className={value}>{children}</dd>
      </div>
    );
  };

/** One fact beside its name. */
export const Fact = factOf('grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-1', 'text-soft', 'break-words');

/** One fact below its name, for narrow columns. */
export const StackedFact = factOf('min-w-0', 'text-soft text-sm', 'wrap-anywhere font-medium');

/** A number that stands out above what it counts. */
export const Figure = factOf(
  'flex flex-col-reverse',
  'text-soft text-sm',
  'tabular font-semibold text-2xl tracking-tight',
);

/** A stacked fact of a text with lines of its own; nothing where there is none. */
export function StackedText({ label, text }: { label: string; text: string | null }) {
  return text === null || text === '' ? null : (
    <StackedFact label={label}>
      <span className="whitespace-pre-line font-normal">{text}</span>
    </StackedFact>
  );
}
