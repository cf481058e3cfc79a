import type { ReactNode } from 'react';

/** A titled group of fields. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold text-base tracking-tight">{title}</legend>
      {children}
    </fieldset>
  );
}
