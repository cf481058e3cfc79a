/** Whether a value that came from elsewhere is an object, whose fields are not known yet. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The names of an object's fields, by their types; for objects that have no others than their type says. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

/** Whether an object of known fields has this one. */
export const isKeyOf = <T extends object>(name: string, of: T): name is keyof T & string =>
  Object.hasOwn(of, name);

/** The value that an address or a select names, if it is a known one; otherwise the usual one. */
export function oneOf<T extends object>(
  value: string | null,
  among: T,
  usual: keyof T & string,
): keyof T & string {
  return value !== null && isKeyOf(value, among) ? value : usual;
}

/** What differs from the saved values: what somebody else changes meanwhile stays theirs. */
export function changed<T extends object>(input: T, saved: T): Partial<T> {
  const entries = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
