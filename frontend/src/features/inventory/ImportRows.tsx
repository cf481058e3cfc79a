import type { ImportRowAnswer, InventoryItem } from '@/api/types';
import { cn } from '@/lib/cn';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { byImportance, effectOf } from './import-preview';

const words: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  add: { word: 'New', tone: 'green' },
  change: { word: 'Change', tone: 'yellow' },
  same: { word: 'Same', tone: 'neutral' },
};
const refusal = { word: 'Refused', tone: 'red' } as const;

export interface ImportRowsProps {
  rows: readonly ImportRowAnswer[];
  items: readonly InventoryItem[];
  currency: string;
  numbered: boolean;
}

/** Each row with what it would do; refused ones first. */
export function ImportRows({ rows, items, currency, numbered }: ImportRowsProps) {
  const severalSizes = new Set(rows.map(({ size }) => size)).size > 1;
  return (
    <ul className="mt-4 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {byImportance(rows).map((row) => {
        const { word, tone } = words[row.action] ?? refusal;
        const refused = word === refusal.word;
        return (
          <li
            key={row.line}
            className={cn(
              'grid grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3 px-3.5 py-2 text-sm',
              refused && 'bg-danger-wash',
            )}
          >
            <span className="min-w-0">
              <span className="font-semibold text-base">{row.letter === '' ? '–' : row.letter}</span>
              {severalSizes ? <span className="text-faint"> {row.size}</span> : null}
            </span>
            <span className={cn('tabular min-w-0 break-words', refused ? 'text-danger' : 'text-soft')}>
              {effectOf(row, items, currency)}
              {numbered ? <span className="text-faint"> · line {row.line}</span> : null}
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}
