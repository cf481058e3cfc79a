import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { asNumber, fieldOf } from '@/ui/FormField';
import { PriceInput } from '@/ui/Input';

/** A number with what it is a number of: a currency before it, or a unit after it. */
export function Amount({
  before,
  after,
  className,
  ...props
}: ComponentProps<'input'> & { before?: string; after?: string }) {
  return (
    <span className={cn('relative block', className)}>
      {before === undefined ? null : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 grid place-items-center pl-3 text-faint text-sm"
        >
          {before}
        </span>
      )}
      <PriceInput
        {...props}
        style={{
          ...(before === undefined ? {} : { paddingLeft: `${before.length * 0.55 + 1.15}rem` }),
          ...(after === undefined ? {} : { paddingRight: `${after.length * 0.5 + 1.4}rem` }),
        }}
      />
      {after === undefined ? null : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-0 grid place-items-center pr-3 text-faint text-sm"
        >
          {after}
        </span>
      )}
    </span>
  );
}

/** A whole number of something, such as days or hours. */
export function WholeNumber(props: ComponentProps<typeof Amount>) {
  return <Amount className="sm:max-w-56" inputMode="numeric" step={1} {...props} />;
}

export const AmountField = fieldOf(Amount, asNumber);
export const WholeNumberField = fieldOf(WholeNumber, asNumber);
