import type { components } from '@/api/schema';
import { formatMoney } from '@/lib/money';
import type { LineOut } from './lines';

export interface LineListProps {
  lines: readonly LineOut[];
  /** The same lines as named in the price list. */
  rented: readonly components['schemas']['RentedOut'][];
  currency: string | null;
}

/** The lines of a rental, with prices if the user may see them. */
export function LineList({ lines, rented, currency }: LineListProps) {
  return (
    <ul className="grid gap-1.5">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and their order is fixed.
        <li key={at} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 break-words">
            <span className="font-medium">{rented[at]?.text}</span>
            {rented[at]?.detail == null ? null : (
              <span className="block text-faint">{rented[at]?.detail}</span>
            )}
          </span>
          {currency === null || line.price == null ? null : (
            <span className="tabular shrink-0">{formatMoney(line.price, currency)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
