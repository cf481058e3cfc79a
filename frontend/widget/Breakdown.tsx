/** The lines of the price. */
import type { Breakdown as Price } from '@/booking-form/answers';
import { type PriceLine, priceLines } from '@/booking-form/breakdown';
import { BREAKDOWN } from '@/booking-form/lazy-texts';
import { PRICE } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';

/** `open`: the business sets the delivery fee later. */
export function Breakdown({
  price,
  currency,
  rental,
  open,
  taxName,
}: {
  price: Price;
  currency: string;
  rental: readonly PriceLine[];
  open: boolean;
  taxName: string;
}) {
  return (
    <dl className="lines">
      {priceLines(price, currency, [], rental, taxName).map(({ label, detail, amount }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text.
        <div key={i}>
          <dt>
            {label}
            {detail && <small>{detail}</small>}
          </dt>
          <dd>{amount === null ? '–' : formatMoney(amount, currency)}</dd>
        </div>
      ))}
      <div className="total">
        <dt>
          {open ? BREAKDOWN.from : PRICE.total}
          {open && <small>{BREAKDOWN.toConfirm}</small>}
        </dt>
        <dd>{formatMoney(price.total, currency)}</dd>
      </div>
      {price.deposit > 0 && (
        <div className="deposit">
          <dt>
            {BREAKDOWN.deposit}
            <small>{BREAKDOWN.depositDetail}</small>
          </dt>
          <dd>{formatMoney(price.deposit, currency)}</dd>
        </div>
      )}
    </dl>
  );
}
