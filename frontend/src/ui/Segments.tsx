import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface SegmentsProps<Value extends string> {
  /** Accessible label of the choice. */
  label: string;
  /** Values with their labels, in order. */
  options: readonly (readonly [Value, ReactNode])[];
  value: Value;
  onChange: (value: Value) => void;
  /** Classes of the group and of each button. */
  className?: string;
  each?: string;
}

/** Segmented control: a few views side by side, exactly one selected. */
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
