import type { Goods } from '@/api/day';
import type { BadgeTone } from '@/ui/Badge';

/** The words on the pages for where a booking's goods are. */
export const goodsStates: Readonly<Record<Goods, { word: string; tone: BadgeTone }>> = {
  reserved: { word: 'Reserved', tone: 'neutral' },
  packed: { word: 'Packed', tone: 'blue' },
  out: { word: 'Out', tone: 'indigo' },
  partly_back: { word: 'Partly back', tone: 'yellow' },
  back: { word: 'Back', tone: 'green' },
  overdue: { word: 'Overdue', tone: 'red' },
};
