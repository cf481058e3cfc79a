/** A function that makes one as usual; a test gives what it is about. */
export function sample<T extends object>(usual: T): (rest?: Partial<T>) => T {
  return (rest = {}) => ({ ...usual, ...rest });
}
