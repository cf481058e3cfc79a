import { X } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { cn } from '@/lib/cn';
import type { PriceListForm } from './price-list-form';

/** Initial color of the picker if none is set. */
const start = '#ffb648';

export interface SwatchProps {
  form: UseFormReturn<PriceListForm>;
  index: number;
  /** "color 2" */
  called: string;
}

/** A color's swatch on the booking form; striped if not set. */
export function Swatch({ form, index, called }: SwatchProps) {
  const swatch = useWatch({ control: form.control, name: `colors.${index}.swatch` });
  const choose = (next: string | null) =>
    form.setValue(`colors.${index}.swatch`, next, { shouldDirty: true, shouldTouch: true });
  return (
    <span className="relative shrink-0">
      <span
        className={cn(
          'relative block size-10 overflow-hidden rounded-md border border-edge/70 focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2',
          swatch === null && 'bg-[repeating-linear-gradient(135deg,var(--sunken)_0_5px,var(--line)_5px_7px)]',
        )}
        style={swatch === null ? undefined : { background: swatch }}
      >
        <input
          type="color"
          aria-label={`Swatch of ${called}${swatch === null ? ', none chosen' : ''}`}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          value={swatch ?? start}
          onChange={(event) => choose(event.target.value)}
        />
      </span>
      {swatch === null ? null : (
        <button
          type="button"
          aria-label={`Remove swatch of ${called}`}
          className="absolute -top-2 -right-2 grid size-5 cursor-pointer place-items-center rounded-full border border-line bg-raised text-soft shadow-card hover:text-ink"
          onClick={() => choose(null)}
        >
          <X aria-hidden="true" className="size-3" />
        </button>
      )}
    </span>
  );
}
