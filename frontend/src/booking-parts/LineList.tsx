import { formatMoney } from '@/lib/money';
import { lineText } from './lines-text';
import type { LineAnswer } from './more-lines';

/** A rental's lines one below the other, each with its price for who sees money. */
export function LineList({ lines, currency }: { lines: readonly LineAnswer[]; currency: string | null }) {
  return (
    <ul className="grid gap-1.5">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and their order is fixed.
        <li key={at} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 break-words">
            <span className="font-medium">{lineText(line)}</span>
            {line.kind === 'package' ? (
              <span className="block text-faint">{line.lines.map(lineText).join(', ')}</span>
            ) : null}
          </span>
          {currency === null || line.price == null ? null : (
            <span className="tabular shrink-0">{formatMoney(line.price, currency)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
