import { Link } from 'react-router';
import { useMay } from '@/api/rights';
import type { Booking } from '@/api/types';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useWide } from '@/lib/use-wide';
import { Table, Td, Th } from '@/ui/Table';
import { signText } from './actions';
import { Marks, StatusBadge } from './Marks';
import { RowMenu, type RowMenuProps } from './RowMenu';

export interface BookingListProps extends Pick<RowMenuProps, 'onOpen' | 'onAction'> {
  bookings: readonly Booking[];
  currency: string;
  busyId: number | null;
  /** Bookings that are ticked. */
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  hrefOf: (id: number) => string;
}

/** The bookings as a table, or as cards where a table does not fit. */
export function BookingList(props: BookingListProps) {
  return useWide() ? <BookingTable {...props} /> : <BookingCards {...props} />;
}

const tick = 'size-4 cursor-pointer accent-action align-middle';

function SelectBox({
  booking,
  selected,
  onSelect,
}: { booking: Booking } & Pick<BookingListProps, 'selected' | 'onSelect'>) {
  return (
    <input
      type="checkbox"
      className={tick}
      aria-label={`Select booking #${booking.number} of ${booking.customerName}`}
      checked={selected.has(booking.id)}
      onChange={(event) => onSelect([booking.id], event.target.checked)}
    />
  );
}

function DetailsLink({ booking, hrefOf }: { booking: Booking } & Pick<BookingListProps, 'hrefOf'>) {
  return (
    <Link
      to={hrefOf(booking.id)}
      state={{ fromList: true }}
      preventScrollReset
      className="rounded-sm font-medium hover:underline"
    >
      {booking.customerName}
    </Link>
  );
}

function BookingTable({ bookings, currency, busyId, selected, onSelect, hrefOf, ...menu }: BookingListProps) {
  const all = bookings.map(({ id }) => id);
  const ticked = all.filter((id) => selected.has(id)).length;
  const money = useMay('seeMoney');
  return (
    <Table label="Bookings">
      <thead>
        <tr>
          <Th className="w-11 pr-0">
            <input
              type="checkbox"
              className={tick}
              aria-label="Select all bookings"
              checked={ticked === all.length}
              ref={(box) => {
                if (box !== null) box.indeterminate = ticked > 0 && ticked < all.length;
              }}
              onChange={(event) => onSelect(all, event.target.checked)}
            />
          </Th>
          <Th>Customer</Th>
          <Th>Message</Th>
          <Th>Event Date</Th>
          <Th>Venue</Th>
          <Th>Status</Th>
          {money ? <Th className="text-right">Total</Th> : null}
          <Th className="text-right">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr
            key={booking.id}
            aria-busy={busyId === booking.id}
            className={cn(
              'transition-colors hover:bg-sunken/60 aria-busy:opacity-60',
              selected.has(booking.id) && 'bg-action-wash/60',
            )}
          >
            <Td className="pr-0">
              <SelectBox booking={booking} selected={selected} onSelect={onSelect} />
            </Td>
            <Td className="max-w-52">
              <p className="truncate">
                <DetailsLink booking={booking} hrefOf={hrefOf} />
              </p>
              <p className="truncate text-faint text-xs">{booking.customerEmail}</p>
            </Td>
            <Td className="max-w-64">
              <p className="truncate" title={signText(booking)}>
                {signText(booking)}
              </p>
            </Td>
            <Td className="tabular whitespace-nowrap">{formatDay(booking.deliveryDate)}</Td>
            <Td className="max-w-56 text-soft">
              <p className="truncate">{booking.venueName ?? 'N/A'}</p>
            </Td>
            <Td>
              <span className="flex flex-wrap gap-1">
                <StatusBadge status={booking.status} />
                <Marks booking={booking} />
              </span>
            </Td>
            {money ? (
              <Td className="tabular text-right font-medium">{formatMoney(booking.totalPrice, currency)}</Td>
            ) : null}
            <Td className="py-1.5 text-right">
              <RowMenu booking={booking} {...menu} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function BookingCards({ bookings, currency, busyId, selected, onSelect, hrefOf, ...menu }: BookingListProps) {
  const money = useMay('seeMoney');
  return (
    <ul aria-label="Bookings" className="divide-y divide-line">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          aria-busy={busyId === booking.id}
          className={cn(
            'relative grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5 text-sm aria-busy:opacity-60',
            selected.has(booking.id) && 'bg-action-wash/60',
          )}
        >
          <div className="flex items-start gap-3">
            <SelectBox booking={booking} selected={selected} onSelect={onSelect} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-base leading-5">
                <DetailsLink booking={booking} hrefOf={hrefOf} />
              </p>
              <p className="mt-0.5 truncate">{signText(booking)}</p>
            </div>
            <div className="-my-1.5 -mr-2">
              <RowMenu booking={booking} {...menu} />
            </div>
          </div>
          <div className="flex items-end justify-between gap-3">
            <p className="min-w-0 truncate text-soft">
              <span className="tabular">{formatDay(booking.deliveryDate)}</span>
              {` · ${booking.venueName ?? 'N/A'}`}
            </p>
            {money ? (
              <p className="tabular shrink-0 font-semibold">{formatMoney(booking.totalPrice, currency)}</p>
            ) : null}
          </div>
          <p className="flex flex-wrap gap-1">
            <StatusBadge status={booking.status} />
            <Marks booking={booking} />
          </p>
        </li>
      ))}
    </ul>
  );
}
