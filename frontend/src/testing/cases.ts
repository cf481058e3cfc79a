/** The rows of a table for `it.each` that names each answer once, with all that has it: one row for each of these. */
export function byAnswer(
  table: Readonly<Record<string, readonly string[]>>,
): [asked: string, answer: string][] {
  return Object.entries(table).flatMap(([answer, asked]) =>
    asked.map((one): [string, string] => [one, answer]),
  );
}
