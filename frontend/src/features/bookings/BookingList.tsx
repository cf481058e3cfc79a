import type { MouseEvent } from 'react';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { useCan } from '@/api/rights';
import type { Booking } from '@/api/types';
import { CardHead, RecordLink } from '@/components/RecordRow';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { useWide } from '@/lib/use-wide';
import { SortableTh, Table, Td, Th } from '@/ui/Table';
import { signText } from './actions';
import { Badges, paidWords, StatusBadge } from './Badges';
import { columnsOf, directionOf, nextSort, roomOf } from './columns';
import { RowMenu, type RowMenuProps } from './RowMenu';
import type { BookingsAddress } from './url-state';

/** A group of bookings, with a heading if the list has several groups. */
export interface BookingGroup {
  title: string | null;
  bookings: readonly Booking[];
}

export interface BookingListProps extends Pick<RowMenuProps, 'onOpen' | 'onAction'> {
  groups: readonly BookingGroup[];
  currency: string;
  busyId: number | null;
  /** IDs of the selected bookings. */
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  hrefOf: (id: number) => string;
  sort: BookingsAddress['sort'];
  onSort: (sort: BookingsAddress['sort']) => void;
}

/** The bookings as a table on wide screens, as cards on narrow ones. */
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

/**
 * Click handlers that open the booking from anywhere in its row, in a new tab with a modifier key or the
 * middle button. Keyboard users have the link on the customer's name. Clicks on controls and text selections
 * are ignored.
 */
function openRow(
  booking: Booking,
  { hrefOf, onOpen }: Pick<BookingListProps, 'hrefOf' | 'onOpen'>,
): {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onAuxClick: (event: MouseEvent<HTMLElement>) => void;
} {
  const isRows = (event: MouseEvent<HTMLElement>) =>
    event.target instanceof Element &&
    // Menus render in a portal, but React bubbles their clicks to this row.
    event.currentTarget.contains(event.target) &&
    event.target.closest('a, button, input, label') === null &&
    !window.getSelection()?.toString();
  const openTab = () => window.open(hrefOf(booking.id), '_blank', 'noopener');
  return {
    onClick: (event) => {
      if (!isRows(event)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openTab();
      else onOpen(booking.id);
    },
    onAuxClick: (event) => {
      if (event.button === 1 && isRows(event)) openTab();
    },
  };
}

const rowLooks =
  'cursor-pointer transition-colors hover:bg-sunken/60 aria-busy:opacity-60 has-[a:focus-visible]:bg-sunken/60';

function BookingTable({
  groups,
  currency,
  busyId,
  selected,
  onSelect,
  hrefOf,
  sort,
  onSort,
  ...menu
}: BookingListProps) {
  const format = useFormat();
  const bookings = groups.flatMap((group) => group.bookings);
  const all = bookings.map(({ id }) => id);
  const ticked = all.filter((id) => selected.has(id)).length;
  const money = useCan('seeMoney');
  const columns = columnsOf(money);
  const keptFocus = useKeptFocus();
  return (
    <Table
      label="Bookings"
      className="[&_td]:px-2.5 @max-[50rem]:[&_td]:px-2 [&_th]:px-2.5 @max-[50rem]:[&_th]:px-2"
    >
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
          {columns.map((column) => (
            <SortableTh
              key={column.sort}
              label={column.label}
              direction={directionOf(sort, column.sort)}
              onSort={() => onSort(nextSort(sort, column.sort))}
              className={cn(column.room, column.sort === 'total' && 'text-right')}
            />
          ))}
          <Th className="text-right">Actions</Th>
        </tr>
      </thead>
      {/* A single tbody keeps a row mounted when it moves between groups. */}
      <tbody {...keptFocus}>
        {groups.flatMap((group) => [
          group.title === null ? null : (
            <tr key={group.title}>
              <td colSpan={columns.length + 2} className="border-line border-b bg-paper px-5! pt-5 pb-2">
                <h2 className="font-semibold text-sm">{group.title}</h2>
              </td>
            </tr>
          ),
          ...group.bookings.map((booking) => (
            <tr
              key={booking.id}
              aria-busy={busyId === booking.id}
              className={cn(rowLooks, selected.has(booking.id) && 'bg-action-wash/60')}
              {...openRow(booking, { hrefOf, onOpen: menu.onOpen })}
            >
              <Td className="pr-0!">
                <SelectBox booking={booking} selected={selected} onSelect={onSelect} />
              </Td>
              <Td className="max-w-40 @max-[50rem]:max-w-34 @min-[90rem]:max-w-72">
                <p className="truncate">
                  <RecordLink to={hrefOf(booking.id)}>{booking.customerName}</RecordLink>
                </p>
                <p className="truncate text-faint text-xs">
                  {booking.customerEmail ?? booking.customerPhone}
                </p>
              </Td>
              <Td className="max-w-36 @max-[50rem]:max-w-32 @min-[90rem]:max-w-96">
                <p className="wrap-break-word line-clamp-2" title={signText(format, booking)}>
                  {signText(format, booking)}
                </p>
              </Td>
              <Td className="tabular whitespace-nowrap">{formatDay(format, booking.deliveryDate)}</Td>
              <Td className={cn('tabular whitespace-nowrap text-soft', roomOf('pickupDate'))}>
                {formatDay(format, booking.pickupDate)}
              </Td>
              <Td className={cn('max-w-36 text-soft @min-[90rem]:max-w-80', roomOf('venueName'))}>
                <p className="truncate">{booking.venueName ?? booking.venueAddress ?? 'N/A'}</p>
              </Td>
              <Td>
                <span className="flex flex-wrap gap-1">
                  <StatusBadge status={booking.status} />
                  <Badges booking={booking} />
                </span>
              </Td>
              {'totalPrice' in booking ? (
                <>
                  <Td className="tabular text-right font-medium">
                    {formatMoney(booking.totalPrice, currency)}
                  </Td>
                  <Td className={cn('tabular whitespace-nowrap text-soft', roomOf('balance'))}>
                    {paidWords(booking, currency).map((words) => (
                      <span key={words} className="block">
                        {words}
                      </span>
                    ))}
                  </Td>
                </>
              ) : null}
              <Td className={cn('tabular whitespace-nowrap text-soft', roomOf('createdAt'))}>
                {formatDay(format, booking.createdAt)}
              </Td>
              <Td className="py-1.5 text-right">
                <RowMenu booking={booking} {...menu} />
              </Td>
            </tr>
          )),
        ])}
      </tbody>
    </Table>
  );
}

function BookingCards({ groups, ...props }: BookingListProps) {
  const keptFocus = useKeptFocus();
  return (
    <ul aria-label="Bookings" className="divide-y divide-line border-line border-b" {...keptFocus}>
      {groups.flatMap((group) => [
        group.title === null ? null : (
          <li key={group.title} className="bg-paper px-4 pt-4 pb-2">
            <h2 className="font-semibold text-sm">{group.title}</h2>
          </li>
        ),
        ...group.bookings.map((booking) => <BookingCard key={booking.id} booking={booking} {...props} />),
      ])}
    </ul>
  );
}

function BookingCard({
  booking,
  currency,
  busyId,
  selected,
  onSelect,
  hrefOf,
  onOpen,
  onAction,
}: Omit<BookingListProps, 'groups'> & { booking: Booking }) {
  const format = useFormat();
  return (
    <li
      aria-busy={busyId === booking.id}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5 text-sm',
        rowLooks,
        selected.has(booking.id) && 'bg-action-wash/60',
      )}
      // The link inside is the keyboard equivalent.
      {...openRow(booking, { hrefOf, onOpen })}
    >
      <CardHead
        before={<SelectBox booking={booking} selected={selected} onSelect={onSelect} />}
        link={<RecordLink to={hrefOf(booking.id)}>{booking.customerName}</RecordLink>}
        text={signText(format, booking)}
        menu={<RowMenu booking={booking} onOpen={onOpen} onAction={onAction} />}
      />
      <div className="flex items-end justify-between gap-3">
        <p className="min-w-0 truncate text-soft">
          <span className="tabular">{formatDay(format, booking.deliveryDate)}</span>
          {` · ${booking.venueName ?? booking.venueAddress ?? 'N/A'}`}
        </p>
        {'totalPrice' in booking ? (
          <p className="tabular shrink-0 font-semibold">{formatMoney(booking.totalPrice, currency)}</p>
        ) : null}
      </div>
      <div className="flex items-end justify-between gap-3">
        <p className="flex flex-wrap gap-1">
          <StatusBadge status={booking.status} />
          <Badges booking={booking} />
        </p>
        {'balanceDue' in booking ? (
          <p className="tabular shrink-0 text-soft text-xs">{paidWords(booking, currency).join(', ')}</p>
        ) : null}
      </div>
    </li>
  );
}

/**
 * Keep the focus in a list when rows are reordered: moving a row detaches its element, and the browser then
 * drops the focus without a blur event.
 */
export function useKeptFocus() {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = focused.current;
    if (element?.isConnected && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
    }
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
