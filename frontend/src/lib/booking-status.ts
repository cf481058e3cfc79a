/** The name and color of each booking status. The word carries the meaning; the color only repeats it. */
export const bookingStatus = {
  pending: { word: 'Pending', tone: 'yellow' },
  confirmed: { word: 'Confirmed', tone: 'green' },
  completed: { word: 'Completed', tone: 'blue' },
  canceled: { word: 'Canceled', tone: 'red' },
} as const;
