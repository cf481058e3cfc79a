import { useState } from 'react';

/** Values of a form's fields, with the props that bind each: value, error and change handler. */
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
