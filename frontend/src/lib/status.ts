/** Label and color of each booking status. The label carries the meaning; the color only repeats it. */
export const bookingStatus = {
  pending: { word: 'Pending', tone: 'yellow' },
  confirmed: { word: 'Confirmed', tone: 'green' },
  completed: { word: 'Completed', tone: 'blue' },
  canceled: { word: 'Canceled', tone: 'red' },
} as const;

/** Label and color of each quote status. The label carries the meaning; the color only repeats it. */
export const quoteStatus = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'blue' },
  seen: { word: 'Seen', tone: 'indigo' },
  accepted: { word: 'Accepted', tone: 'green' },
  declined: { word: 'Declined', tone: 'red' },
  expired: { word: 'Expired', tone: 'yellow' },
} as const;

/** "Q-2026-0007", or "Quote #7" if it has no number yet. */
export function quoteName({ id, number }: { id: number; number: string | null }): string {
  return number ?? `Quote #${id}`;
}
