import { formatMoney } from '@/lib/money';
import type { Choice } from './kept-options';

export interface AddOnsProps {
  rows: readonly Choice[];
  chosen: readonly string[];
  currency: string;
  /** Prefix of the field name, for several groups on a page. */
  of?: string;
  onChange: (chosen: string[]) => void;
}

/** The add-ons of the price list as checkboxes. */
export function AddOns({ rows, chosen, currency, of = 'add-on', onChange }: AddOnsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {rows.map(({ code, label, price }) => (
        <label
          key={code}
          className="flex cursor-pointer items-center gap-3 rounded-md border border-line bg-raised px-3 py-2.5 text-sm transition-colors hover:border-edge has-checked:border-action has-checked:bg-action-wash"
        >
          <input
            type="checkbox"
            checked={chosen.includes(code)}
            aria-labelledby={`${of}-${code}`}
            aria-describedby={`${of}-${code}-price`}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
            }
            className="size-4 accent-action"
          />
          <span className="min-w-0">
            <span id={`${of}-${code}`} className="block font-medium">
              {label}
            </span>
            <span id={`${of}-${code}-price`} className="tabular text-faint">
              {price === null ? 'At the agreed price' : `+${formatMoney(price, currency)} per day`}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
