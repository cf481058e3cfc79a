import { useState } from 'react';

/** What is typed into the fields of a form, and what ties each to it: its value, what is wrong with it, its change. */
export function useTyped<Name extends string>(
  start: Readonly<Record<Name, string>>,
  faults: Readonly<Partial<Record<string, string>>> = {},
) {
  const [texts, put] = useState(start);
  const at = (name: Name) => ({
    value: texts[name],
    error: faults[name],
    onChange: (value: string) => put((before) => ({ ...before, [name]: value })),
  });
  return { texts, put, at };
}
