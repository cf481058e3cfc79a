import { Link } from 'react-router';
import { type GiveBack, useGiveBack } from '@/api/borrowed';
import { sentenceOf } from '@/api/errors';
import { useCan } from '@/api/rights';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** Borrowed pieces to give back to other businesses on a day. */
export function GiveBackCard({ rows, date }: { rows: readonly GiveBack[]; date: string }) {
  return (
    <Card className="stop">
      <CardHeader title="Give Back" description="Borrowed pieces due back to other businesses." />
      <CardBody>
        <ul className="grid gap-3 text-sm">
          {rows.map((row) => (
            <Row key={row.id} row={row} date={date} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Row({ row, date }: { row: GiveBack; date: string }) {
  const format = useFormat();
  const ticks = useCan('addNotes');
  const giveBack = useGiveBack(row.bookingId);
  return (
    <li className="wrap-anywhere flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="grid min-w-0 gap-0.5">
        <span>
          <b className="font-semibold">{row.text}</b> to {row.lender}
          {row.givenBack ? <span className="text-soft">, given back</span> : null}
        </span>
        <span className="text-soft">
          <Link to={bookingPath(row.bookingId)} className="rounded-sm hover:underline">
            #{row.number} {row.customerName}
          </Link>
          {row.canceled ? ', canceled: no longer needed' : ''}
          {row.lastDay === date ? '' : `, due ${formatDay(format, row.lastDay)}`}
        </span>
        {giveBack.error === null ? null : (
          <span role="alert" className="text-danger">
            {sentenceOf(giveBack.error)}
          </span>
        )}
      </span>
      {ticks ? (
        <Button
          kind="secondary"
          size="sm"
          className="screen-only"
          disabled={giveBack.isPending}
          aria-label={
            row.givenBack ? `Not given back to ${row.lender}` : `Given back: ${row.text} to ${row.lender}`
          }
          onClick={() => giveBack.mutate({ id: row.id, givenBack: !row.givenBack })}
        >
          {row.givenBack ? 'Undo' : 'Given Back'}
        </Button>
      ) : null}
    </li>
  );
}
