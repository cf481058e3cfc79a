/** What differs from the saved values: what somebody else changes meanwhile stays theirs. */
export function changed<T extends object>(input: T, saved: T): Partial<T> {
  const entries = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
