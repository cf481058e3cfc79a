/** How each state of a quote is named and coloured. The word says it, the colour only repeats it. */
export const quoteStatus = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'blue' },
  seen: { word: 'Seen', tone: 'indigo' },
  accepted: { word: 'Accepted', tone: 'green' },
  declined: { word: 'Declined', tone: 'red' },
  expired: { word: 'Expired', tone: 'yellow' },
} as const;
