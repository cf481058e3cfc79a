import { type Borrowed, useGiveBack, useUndoBorrowing } from '@/api/borrowed';
import { sentenceOf } from '@/api/errors';
import { useCan } from '@/api/rights';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';

/** What a booking borrows from other businesses, with buttons to tick it as given back and to remove it. */
export function BorrowedList({
  bookingId,
  rows,
  canceled,
  currency,
}: {
  bookingId: number;
  rows: readonly Borrowed[];
  canceled: boolean;
  currency: string;
}) {
  const format = useFormat();
  const handles = useCan('handleBookings');
  const ticks = useCan('addNotes');
  const undo = useUndoBorrowing(bookingId);
  const giveBack = useGiveBack(bookingId);
  const error = undo.error ?? giveBack.error;
  return (
    <Section title="Borrowed">
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row.id} className="wrap-anywhere grid gap-1">
            <span className="font-medium">
              {row.text} from {row.lender}
            </span>
            <span className="tabular text-soft">
              {formatDay(format, row.firstDay)} to {formatDay(format, row.lastDay)}
              {row.cost == null ? '' : `, ${formatMoney(row.cost, currency)}`}
              {row.givenBack ? ', given back' : ''}
            </span>
            {row.givenBack ? null : canceled ? (
              <span className="text-amber">
                No longer needed. Let {row.lender} know, or give the pieces back.
              </span>
            ) : row.covers ? null : (
              <span className="text-amber">The rental extends beyond these days.</span>
            )}
            <span className="screen-only flex flex-wrap gap-2">
              {ticks ? (
                <Button
                  kind="secondary"
                  size="sm"
                  disabled={giveBack.isPending}
                  onClick={() => giveBack.mutate({ id: row.id, givenBack: !row.givenBack })}
                >
                  {row.givenBack ? 'Not Given Back' : 'Given Back'}
                </Button>
              ) : null}
              {handles ? (
                <Button
                  kind="quiet"
                  size="sm"
                  disabled={undo.isPending}
                  aria-label={`Remove ${row.text} from ${row.lender}`}
                  onClick={() => undo.mutate(row.id)}
                >
                  Remove
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <p role="alert" className="text-danger">
          {sentenceOf(error)}
        </p>
      )}
    </Section>
  );
}
