import type { ComponentProps } from 'react';
import { Input } from './Input';

function NumberInput(props: ComponentProps<'input'>) {
  return (
    <Input
      type="number"
      min={0}
      className="tabular"
      // Scrolling the page with the wheel over a focused number would change it unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      {...props}
    />
  );
}

/** An amount of money, to the cent. */
export function PriceInput(props: ComponentProps<'input'>) {
  return <NumberInput inputMode="decimal" step="0.01" {...props} />;
}

/** A whole number. */
export function CountInput(props: ComponentProps<'input'>) {
  return <NumberInput inputMode="numeric" step={1} {...props} />;
}
