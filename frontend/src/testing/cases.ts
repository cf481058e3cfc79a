/** Group table rows for `it.each` by response: one row per response, with all its cases. */
export function byAnswer(
  table: Readonly<Record<string, readonly string[]>>,
): [asked: string, answer: string][] {
  return Object.entries(table).flatMap(([answer, inputs]) =>
    inputs.map((one): [string, string] => [one, answer]),
  );
}
