import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { useFieldControl } from './Field';

const control =
  'w-full min-w-0 rounded-md border border-edge/70 bg-raised px-3 text-base text-ink shadow-[inset_0_1px_2px_rgb(21_18_31/0.04)] transition-colors placeholder:text-faint hover:border-edge focus-visible:border-action focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint [&[readonly]]:bg-sunken [&[readonly]]:text-soft aria-invalid:border-danger sm:text-sm';

const FILE =
  'h-11 py-1.5 file:mr-3 file:h-7 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-2.5 file:font-medium file:text-ink';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  // Restyles the browser's file button, which has its own look and sits at the top.
  const height = props.type === 'file' ? FILE : 'h-10';
  return <input {...useFieldControl()} className={cn(control, height, className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl()} className={cn(control, 'min-h-20 py-2', className)} {...props} />;
}

/** Native select, best supported by keyboards, screen readers and phones. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select
        {...useFieldControl()}
        className={cn(control, 'h-10 cursor-pointer appearance-none pr-9')}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-4 text-soft"
      />
    </span>
  );
}

/** Number field. */
export function NumberInput(props: ComponentProps<'input'>) {
  return (
    <Input
      type="number"
      min={0}
      className="tabular"
      // Prevents the mouse wheel from changing a focused number unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      {...props}
    />
  );
}

/** Read-only text for copying; focusing it selects everything. */
export function FixedInput(props: ComponentProps<'input'>) {
  return <Input readOnly onFocus={(event) => event.target.select()} {...props} />;
}

type Words = Readonly<Record<string, string>>;
type Pairs = readonly (readonly [value: string | number, word: string])[];

const arePairs = (of: Words | Pairs): of is Pairs => Array.isArray(of);

/** Options of a select from values and labels, in the given order. */
export function Options(props: { of: Pairs }): ReactNode;
export function Options(props: { of: Words }): ReactNode;
export function Options({ of }: { of: Words | Pairs }) {
  return (arePairs(of) ? of : Object.entries(of)).map(([value, word]) => (
    <option key={value} value={value}>
      {word}
    </option>
  ));
}

/** Amount of money with cents. */
export function PriceInput(props: ComponentProps<'input'>) {
  return <NumberInput inputMode="decimal" step="0.01" {...props} />;
}

/** Amount of money as free text, parsed by `amountOf`. */
export function AmountInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      maxLength={15}
      className={cn('tabular', className)}
      {...props}
    />
  );
}

/** Whole number. */
export function CountInput(props: ComponentProps<'input'>) {
  return <NumberInput inputMode="numeric" step={1} {...props} />;
}
