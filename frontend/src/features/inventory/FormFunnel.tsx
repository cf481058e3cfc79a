import { useFunnel } from '@/api/letter-reports';
import type { FunnelReport } from '@/api/types';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Card, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';

type Stage = FunnelReport['stages'][number];

/** The name of each stage and what it counts. Alternatives after a shortage are drawn lighter. */
const stages: Readonly<Record<Stage['stage'], { name: string; counts: string; aside?: true }>> = {
  seen: { name: 'Opened the form', counts: 'Visits to your booking form' },
  priced: { name: 'Saw a price', counts: 'Visitors who entered a message' },
  dated: { name: 'Chose dates', counts: 'Visitors who saw a price for their dates' },
  short: { name: 'Letters unavailable', counts: 'At least once while filling out the form', aside: true },
  askedAnyway: { name: 'Requested anyway', counts: 'Requests for unavailable letters or dates', aside: true },
  waiting: { name: 'Joined the waiting list', counts: 'Entries on the waiting list', aside: true },
  sent: { name: 'Sent the form', counts: 'Requests and bookings' },
  booked: { name: 'Booked', counts: 'Confirmed requests' },
  paid: { name: 'Paid', counts: 'Confirmed bookings with a payment' },
};

/** Booking form visits since a day: number of visitors and rental value by stage. */
export function FormFunnel({ since, currency }: { since: string; currency: string }) {
  const funnel = useFunnel(since);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="From Visit to Booking"
        description="How far visitors got in your booking form, and the value of their rentals."
      />
      {funnel.data === undefined ? (
        <div className="p-5">
          <LoadState of={funnel} failed="We couldn't load your form visits">
            <Placeholder what="your form visits" bars={['h-48 rounded-md']} />
          </LoadState>
        </div>
      ) : (
        <div
          className={cn('px-5 pt-4 pb-5 transition-opacity', funnel.isPlaceholderData && 'opacity-60')}
          aria-busy={funnel.isPlaceholderData}
        >
          <Stages report={funnel.data} currency={currency} />
        </div>
      )}
    </Card>
  );
}

function Stages({ report, currency }: { report: FunnelReport; currency: string }) {
  const format = useFormat();
  const most = Math.max(...report.stages.map(({ count }) => count));
  if (most === 0) {
    return (
      <p className="text-soft text-sm">
        There have been no visits to your booking form since {formatDay(format, report.since)}. Once the form
        is on your website, visits are counted here.
      </p>
    );
  }
  const { countedSince } = report;
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">From visit to booking</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Number</th>
            <th scope="col">Rentals</th>
          </tr>
        </thead>
        <tbody>
          {report.stages.map((row) => (
            <Row key={row.stage} row={row} most={most} currency={currency} />
          ))}
        </tbody>
      </table>
      {countedSince == null || countedSince > report.since ? (
        <p className="mt-3 text-faint text-sm">
          {countedSince == null
            ? 'Visits and prices are counted from now on.'
            : `Visits and prices have been counted since ${formatDay(format, countedSince)}.`}
        </p>
      ) : null}
    </>
  );
}

function Row({ row, most, currency }: { row: Stage; most: number; currency: string }) {
  const { name, counts, aside } = stages[row.stage];
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="w-full py-2.5 pr-4 text-left align-top font-normal">
        <span className="font-medium">{name}</span>
        <span className="block text-faint max-sm:hidden">{counts}</span>
        <span aria-hidden="true" className="mt-1.5 block h-2 rounded-full bg-sunken">
          <span
            className={cn('block h-2 rounded-full', aside ? 'bg-edge' : 'bg-bulb')}
            style={{ width: `${row.count === 0 ? 0 : Math.max(1, (row.count / most) * 100)}%` }}
          />
        </span>
      </th>
      <td className="tabular py-2.5 pr-4 text-right align-top font-semibold">
        {row.count.toLocaleString('en-US')}
      </td>
      <td className="tabular min-w-20 py-2.5 text-right align-top text-soft">
        {row.amount == null ? '' : formatMoney(row.amount, currency)}
      </td>
    </tr>
  );
}
