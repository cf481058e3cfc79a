/** Whether an external value is an object with unknown fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Typed field names of an object that has no fields beyond its type. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

/** Whether an object has the named field. */
export const isKeyOf = <T extends object>(name: string, of: T): name is keyof T & string =>
  Object.hasOwn(of, name);

/** Return a URL or select value if it is a known key, otherwise the default. */
export function oneOf<T extends object>(
  value: string | null,
  among: T,
  usual: keyof T & string,
): keyof T & string {
  return value !== null && isKeyOf(value, among) ? value : usual;
}

/**
 * Fields that differ from the saved values, so that a patch does not overwrite concurrent changes by others.
 */
export function changed<T extends object>(input: T, saved: T): Partial<T> {
  const entries = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
