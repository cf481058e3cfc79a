/** "Q-2026-0007", or "Quote #7" while it has no number. */
export function quoteName({ id, number }: { id: number; number: string | null }): string {
  return number ?? `Quote #${id}`;
}
