/** The value that an address names, if it is a known one; otherwise the usual one. */
export function oneOf<T extends object>(
  value: string | null,
  among: T,
  usual: keyof T & string,
): keyof T & string {
  return value !== null && Object.hasOwn(among, value) ? (value as keyof T & string) : usual;
}
