/** Difficulty labels and colors, from easy to hard (specification, section 3). */
export const difficulties = {
  easy: { word: 'Easy', tone: 'green' },
  moderate: { word: 'Moderate', tone: 'yellow' },
  difficult: { word: 'Difficult', tone: 'red' },
  very_difficult: { word: 'Very Difficult', tone: 'red' },
} as const;
