import type { ImportRowOut, InventoryItem } from '@/api/types';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { sizeName } from '@/lib/words';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { byImportance, effectOf } from './import-preview';

const words: Readonly<Record<string, { word: string; tone: BadgeTone }>> = {
  add: { word: 'New', tone: 'green' },
  change: { word: 'Change', tone: 'yellow' },
};
const refusal = { word: 'Error', tone: 'red' } as const;

export interface ImportRowsProps {
  rows: readonly ImportRowOut[];
  items: readonly InventoryItem[];
  currency: string;
  numbered: boolean;
}

/** The import rows with their effects: errors first, unchanged rows together at the end. */
export function ImportRows({ rows, items, currency, numbered }: ImportRowsProps) {
  const format = useFormat();
  const severalSizes = new Set(rows.map(({ size }) => size)).size > 1;
  const same = rows.filter(({ action }) => action === 'same');
  return (
    <ul className="mt-4 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {byImportance(rows.filter(({ action }) => action !== 'same')).map((row) => {
        const { word, tone } = words[row.action] ?? refusal;
        const refused = word === refusal.word;
        return (
          <li
            key={row.line}
            className={cn(
              'grid items-center gap-x-3 px-3.5 py-2 text-sm',
              severalSizes
                ? 'grid-cols-[4.5rem_minmax(0,1fr)_auto]'
                : 'grid-cols-[2.5rem_minmax(0,1fr)_auto]',
              refused && 'bg-danger-wash',
            )}
          >
            <span className="min-w-0 break-words">
              <span className="font-semibold text-base">{row.letter === '' ? '–' : row.letter}</span>
              {severalSizes ? <span className="text-faint"> {sizeName(format, row.size)}</span> : null}
            </span>
            <span className={cn('tabular min-w-0 break-words', refused ? 'text-danger' : 'text-soft')}>
              {effectOf(row, items, currency)}
              {numbered ? <span className="block text-faint text-xs">Line {row.line}</span> : null}
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
      {same.length === 0 ? null : (
        <li className="flex items-start gap-3 px-3.5 py-2.5 text-sm">
          <p className="min-w-0 flex-1 break-words text-soft">
            <span className="font-medium text-ink">
              {same
                .map((row) => (severalSizes ? `${row.letter} (${sizeName(format, row.size)})` : row.letter))
                .join(', ')}
            </span>{' '}
            {same.length === 1 ? 'is unchanged' : 'are unchanged'}
          </p>
          <Badge>Same</Badge>
        </li>
      )}
    </ul>
  );
}
