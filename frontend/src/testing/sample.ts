/** A function that makes one as usual; a test gives what it is about. */
export function sample<T extends object>(usual: T): (rest?: Partial<T>) => T {
  return (rest = {}) => ({ ...usual, ...rest });
}

/** Some fields of a thing, by their names. */
export function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
