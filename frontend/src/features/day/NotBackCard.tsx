import { Link } from 'react-router';
import type { Day } from '@/api/day';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { counted, listed, sizeName } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** Overdue goods, which aren't available for today's deliveries. */
export function NotBackCard({ rows }: { rows: Day['notBack'] }) {
  const format = useFormat();
  return (
    <Card className="stop border-danger/40">
      <CardHeader
        title="Not Back Yet"
        description={`${counted(rows.length, 'booking')} due back. Check the shelf before you count on these pieces.`}
      />
      <CardBody>
        <ul className="grid gap-3 text-sm">
          {rows.map(({ bookingId, number, customerName, since, pieces }) => (
            <li key={bookingId} className="wrap-anywhere grid gap-0.5">
              <span>
                <Link to={bookingPath(bookingId)} className="rounded-sm font-semibold hover:underline">
                  #{number} {customerName}
                </Link>{' '}
                <span className="text-danger">overdue since {formatDay(format, since)}</span>
              </span>
              <span className="text-soft">
                {listed(
                  pieces.map(({ count, name, size }) =>
                    size === null ? `${count} × ${name}` : `${count} × ${name} (${sizeName(format, size)})`,
                  ),
                )}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
