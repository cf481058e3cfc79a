import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { asNumber, fieldOf } from '@/ui/FormField';
import { PriceInput } from '@/ui/Input';

/** Prefix or suffix of the input. */
function Beside({ text, place }: { text: string | undefined; place: string }) {
  return text === undefined ? null : (
    <span
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-y-0 grid place-items-center text-faint text-sm',
        place,
      )}
    >
      {text}
    </span>
  );
}

/** A number input with a currency before it, or a unit after it. */
export function Amount({
  before,
  after,
  className,
  ...props
}: ComponentProps<'input'> & { before?: string; after?: string }) {
  return (
    <span className={cn('relative block', className)}>
      <Beside text={before} place="left-0 pl-3" />
      <PriceInput
        {...props}
        style={{
          ...(before === undefined ? {} : { paddingLeft: `${before.length * 0.55 + 1.15}rem` }),
          ...(after === undefined ? {} : { paddingRight: `${after.length * 0.5 + 1.4}rem` }),
        }}
      />
      <Beside text={after} place="right-0 pr-3" />
    </span>
  );
}

/** An integer input, such as days or hours. */
export function WholeNumber(props: ComponentProps<typeof Amount>) {
  return <Amount className="sm:max-w-56" inputMode="numeric" step={1} {...props} />;
}

export const AmountField = fieldOf(Amount, asNumber);
export const WholeNumberField = fieldOf(WholeNumber, asNumber);
