import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

/** List of included items, each with a check mark. */
export function CheckList({
  of,
  ...list
}: { of: readonly string[] } & Omit<ComponentProps<'ul'>, 'children'>) {
  return (
    <ul {...list}>
      {of.map((line) => (
        <li key={line} className="flex items-start gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
          <span className="min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  );
}
