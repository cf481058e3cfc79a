/** The name and color of each quote state. The word carries the meaning; the color only repeats it. */
export const quoteStatus = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'blue' },
  seen: { word: 'Seen', tone: 'indigo' },
  accepted: { word: 'Accepted', tone: 'green' },
  declined: { word: 'Declined', tone: 'red' },
  expired: { word: 'Expired', tone: 'yellow' },
} as const;
