import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  children: ReactNode;
}

/** Create a name-value component for use in a dl, from the classes of its frame, name and value. */
const factOf = (frame: string, name: string, value: string) =>
  function Fact({ label, children }: FactProps) {
    return (
      <div className={frame}>
        <dt className={name}>{label}</dt>
        <dd className={value}>{children}</dd>
      </div>
    );
  };

/** Value beside its name. */
export const Fact = factOf('grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-1', 'text-soft', 'break-words');

/** Value below its name, for narrow columns. */
export const DescriptionItem = factOf('min-w-0', 'text-soft text-sm', 'wrap-anywhere font-medium');

/** Prominent number above its label. */
export const Stat = factOf(
  'flex flex-col-reverse',
  'text-soft text-sm',
  'tabular font-semibold text-2xl tracking-tight',
);

/** Multi-line text below its name. Renders nothing if the text is empty. */
export function DescriptionText({ label, text }: { label: string; text: string | null | undefined }) {
  return text == null || text === '' ? null : (
    <DescriptionItem label={label}>
      <span className="whitespace-pre-line font-normal">{text}</span>
    </DescriptionItem>
  );
}
