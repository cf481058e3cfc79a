import type { Goods } from '@/api/day';
import type { BadgeTone } from '@/ui/Badge';

/** Where a booking's goods are, in the words of the pages. */
export const goodsStates: Readonly<Record<Goods, { word: string; tone: BadgeTone }>> = {
  reserved: { word: 'Reserved', tone: 'neutral' },
  packed: { word: 'Packed', tone: 'blue' },
  out: { word: 'Out', tone: 'indigo' },
  partly_back: { word: 'Partly back', tone: 'yellow' },
  back: { word: 'Back', tone: 'green' },
  overdue: { word: 'Overdue', tone: 'red' },
};
