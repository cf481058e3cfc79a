import { Link } from 'react-router';
import { useWaitingList, type WaitingEntry } from '@/api/inventory';
import { lineText } from '@/components/booking/lines-text';
import { LoadState } from '@/components/LoadState';
import { formatDay, formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Card, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { useFirstRows } from './Welcome';

const STATES: Readonly<Record<WaitingEntry['state'], { word: string; tone: BadgeTone }>> = {
  waiting: { word: 'Waiting', tone: 'yellow' },
  offered: { word: 'Offered', tone: 'indigo' },
  booked: { word: 'Booked', tone: 'green' },
  lapsed: { word: 'Ended', tone: 'neutral' },
  withdrawn: { word: 'Removed', tone: 'neutral' },
};

/** Customers waiting for letters, in order of arrival. Offers are sent automatically. */
export function WaitingList() {
  const list = useWaitingList();
  const rows = list.data ?? [];
  const { shown, rest } = useFirstRows(rows);
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'offered').length;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Waiting List"
        description={
          <>
            {open === 0 ? 'No customers are waiting.' : `${counted(open, 'customer')} waiting for letters.`}{' '}
            When all letters of a request become available, we email the first customer in line and hold the
            letters for the time set in{' '}
            <Link to={`${paths.settings}?tab=rules`} className="rounded-sm text-link hover:underline">
              your booking rules
            </Link>
            .
          </>
        }
      />
      {list.data === undefined ? (
        <div className="p-5">
          <LoadState of={list} failed="We couldn't load the waiting list">
            <Placeholder what="the waiting list" bars={['h-16 rounded-md']} />
          </LoadState>
        </div>
      ) : (
        <ul className="mt-5 divide-y divide-line border-line border-t empty:border-0">
          {shown.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {rest}
    </Card>
  );
}

/** The lines a customer is waiting for, with size and finish. */
function Wanted({ entry: { lines } }: { entry: WaitingEntry }) {
  const format = useFormat();
  return lines.map((line, at) => {
    const isLetters = line.kind === 'letters';
    const detail = isLetters ? [sizeName(format, line.size), finishBesideOthers(format, line.finish)] : [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and their order is fixed.
      <span key={at} className="block">
        {isLetters ? line.text : lineText(format, line)}{' '}
        <span className="font-normal text-faint text-sm">{detail.filter(Boolean).join(', ')}</span>
      </span>
    );
  });
}

function Entry({ entry }: { entry: WaitingEntry }) {
  const format = useFormat();
  const { state, customerName, customerEmail, customerPhone, offeredUntil, bookingId } = entry;
  const { word, tone } = STATES[state];
  const [first, last] = [formatDay(format, entry.deliveryDate), formatDay(format, entry.pickupDate)];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <h3 className="break-words font-semibold text-base">
          <Wanted entry={entry} />
        </h3>
        <p className="tabular text-soft text-sm">{first === last ? first : `${first} to ${last}`}</p>
      </div>
      <div className="min-w-0 text-sm">
        <p className="break-words">{customerName}</p>
        <p className="break-all text-soft">
          <a href={`mailto:${customerEmail}`} className="rounded-sm text-link hover:underline">
            {customerEmail}
          </a>
          {customerPhone === null ? null : ` · ${customerPhone}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm sm:justify-end">
        <Badge tone={tone}>{word}</Badge>
        {state === 'offered' && offeredUntil !== null ? (
          <span className="tabular text-soft">until {formatMoment(format, offeredUntil)}</span>
        ) : null}
        {bookingId === null ? null : (
          <Link to={`${paths.bookings}?id=${bookingId}`} className="rounded-sm text-link hover:underline">
            Open booking
          </Link>
        )}
      </div>
    </div>
  );
}
