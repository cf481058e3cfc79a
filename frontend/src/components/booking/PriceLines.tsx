import type { ReactNode } from 'react';
import { useSignedInUser } from '@/api/user';
import type { Breakdown } from '@/booking-form/answers';
import { type ExtraLine, priceLines } from '@/booking-form/breakdown';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/money';
import { taxFirst } from '@/lib/tax-name';

/** An amount with its label; totals stand out. */
export function PriceLine({
  label,
  detail,
  strong = false,
  children,
}: {
  label: string;
  detail?: ReactNode;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={cn(
        'flex items-baseline justify-between gap-4 py-1.5',
        strong && 'mt-1.5 border-edge/60 border-t border-dashed pt-2.5 font-semibold',
      )}
    >
      <dt className="min-w-0">
        {label}
        {detail === undefined ? null : <span className="block font-normal text-faint text-xs">{detail}</span>}
      </dt>
      <dd className={cn('tabular shrink-0 text-right', strong && 'text-lg tracking-tight')}>{children}</dd>
    </div>
  );
}

export interface PriceLinesProps {
  price: Breakdown;
  currency: string;
  /** The operator's custom lines, listed by name. */
  extras?: readonly ExtraLine[];
}

/** The lines of a price without its total. Must be rendered inside a dl. */
export function PriceLines({ price, currency, extras }: PriceLinesProps) {
  const taxWord = taxFirst(useSignedInUser());
  return priceLines(price, currency, extras, [], taxWord).map(({ label, detail, amount }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: custom lines may have equal names.
    <PriceLine key={`${index} ${label}`} label={label} detail={detail}>
      {amount === null ? '–' : formatMoney(amount, currency)}
    </PriceLine>
  ));
}

/** The difference between a custom total and the calculated price; nothing if they are equal. */
export function OwnTotalLine({
  computed,
  total,
  currency,
}: {
  computed: number;
  total: number;
  currency: string;
}) {
  const cents = Math.round((total - computed) * 100);
  if (cents === 0) return null;
  return (
    <PriceLine
      label={cents < 0 ? 'Discount' : 'Extra charge'}
      detail={`Calculated price ${formatMoney(computed, currency)}`}
    >
      {cents < 0 ? '−' : '+'}
      {formatMoney(Math.abs(cents) / 100, currency)}
    </PriceLine>
  );
}

/** The deposit of a quote; nothing if there is none. */
export function DepositLine({ deposit, currency }: { deposit: number; currency: string }) {
  return deposit > 0 ? (
    <PriceLine label="Deposit" detail="Part of the total, paid upfront">
      {formatMoney(deposit, currency)}
    </PriceLine>
  ) : null;
}
