import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface SegmentsProps<Value extends string> {
  /** What is chosen, for those who do not see it. */
  label: string;
  /** The values with their words, in order. */
  options: readonly (readonly [Value, ReactNode])[];
  value: Value;
  onChange: (value: Value) => void;
  /** Looks of the whole, and of each button. */
  className?: string;
  each?: string;
}

/** A few ways to see the same, side by side: one of them is always pressed. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
  each,
}: SegmentsProps<Value>) {
  return (
    <fieldset className={cn('flex rounded-md border border-edge/60 bg-surface p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map(([option, words]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cn(
            'h-7 cursor-pointer rounded-sm px-3 font-medium text-sm text-soft transition-colors hover:text-ink aria-pressed:bg-action-wash aria-pressed:text-link',
            each,
          )}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
