/** Create a function that returns a sample, with overrides by the test. */
export function sample<T extends object>(usual: T): (rest?: Partial<T>) => T {
  return (rest = {}) => ({ ...usual, ...rest });
}

/** Pick fields of an object by name. */
export function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
