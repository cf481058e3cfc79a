import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';
import { mostPieces } from './whole-set';

export interface StepperProps {
  /** What is counted, for those who do not see it. */
  name: string;
  /** What is shown before the number. */
  label: ReactNode;
  /** Null where the letters of a group differ. */
  value: number | null;
  onChange: (value: number) => void;
  className?: string;
}

const step =
  'grid w-8 shrink-0 cursor-pointer place-items-center text-soft hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 [&_svg]:size-3.5';

/** A count to be typed, or changed by one. The buttons are for pointers: the field itself has the arrow keys. */
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
          aria-label={`One ${name} less`}
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
          // An emptied field counts as none; a group whose letters differ has no number to show.
          value={value ?? ''}
          placeholder="–"
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => {
            const count = Math.trunc(Number(target.value)) || 0;
            // "06" equals 6, so React would leave it standing.
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
          aria-label={`One ${name} more`}
          onClick={() => set((value ?? 0) + 1)}
          className={step}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
