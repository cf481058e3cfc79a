import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';
import { mostPieces } from './whole-set';

export interface StepperProps {
  /** Accessible name of the count. */
  name: string;
  /** Label before the number. */
  label: ReactNode;
  /** Null if the letters of a group have different counts. */
  value: number | null;
  onChange: (value: number) => void;
  className?: string;
}

const step =
  'grid w-8 shrink-0 cursor-pointer place-items-center text-soft hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 [&_svg]:size-3.5';

/**
 * Number field with plus and minus buttons. The buttons are for pointers; keyboard users have the arrow keys.
 */
export function Stepper({ name, label, value, onChange, className }: StepperProps) {
  const id = useId();
  const set = (next: number) => onChange(Math.min(mostPieces, Math.max(0, next)));
  return (
    <div className={cn('flex min-w-0 items-center justify-between gap-2', className)}>
      <label htmlFor={id} className="min-w-0">
        {label}
      </label>
      <div className="flex h-9 shrink-0 items-stretch overflow-hidden rounded-md border border-edge/70 bg-raised focus-within:border-action">
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Remove one ${name}`}
          disabled={value === 0}
          onClick={() => set((value ?? 0) - 1)}
          className={step}
        >
          <Minus aria-hidden="true" />
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={mostPieces}
          step={1}
          aria-label={name}
          // An empty field counts as zero; a group with different counts shows no number.
          value={value ?? ''}
          placeholder="–"
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => {
            const count = Math.trunc(Number(target.value)) || 0;
            // "06" equals 6, so React wouldn't rewrite it.
            if (target.value !== '' && target.value !== String(count)) {
              target.value = String(count);
            }
            set(count);
          }}
          className="tabular w-9 bg-transparent text-center text-base outline-none [appearance:textfield] placeholder:text-faint sm:text-sm [&::-webkit-inner-spin-button]:appearance-none"
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Add one ${name}`}
          onClick={() => set((value ?? 0) + 1)}
          className={step}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
