/** How each status of a booking is named and coloured. The word says it, the colour only repeats it. */
export const bookingStatus = {
  pending: { word: 'Pending', tone: 'yellow' },
  confirmed: { word: 'Confirmed', tone: 'green' },
  completed: { word: 'Completed', tone: 'blue' },
  canceled: { word: 'Canceled', tone: 'red' },
} as const;
