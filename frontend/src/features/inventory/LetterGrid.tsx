import { Wrench } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import type { LetterCalendar, LetterLine } from '@/api/types';
import { dayInWords } from '@/booking-form/dates';
import { weekday } from '@/booking-form/months';
import { popover } from '@/components/DayField';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { CellDetails } from './CellDetails';
import { cellInWords, cellOf, kindOf, monthSpans, type Place, placeAfter, shades } from './letter-calendar';

export interface LetterGridProps {
  calendar: LetterCalendar;
  /** The lines shown. */
  lines: readonly LetterLine[];
  today: string;
  busy: boolean;
}

const stickyLetter = 'sticky left-0 z-10 border-line border-r bg-surface';

/**
 * Grid of letters by day, in its own scroll region.
 *
 * The grid is one tab stop: arrow keys move between its hundreds of cells, Enter opens a day.
 */
export function LetterGrid({ calendar, lines, today, busy }: LetterGridProps) {
  const format = useFormat();
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [open, setOpen] = useState<Place | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const details = useRef<HTMLDivElement>(null);
  const { days } = calendar;
  const line = open === null ? undefined : lines[open.row];
  const day = open === null ? undefined : days[open.column];

  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, lines.length, days.length);
    if (next === null) {
      return;
    }
    event.preventDefault();
    setAt(next);
    const target = grid.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`);
    // Keep the cell clear of the sticky letter column.
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const press = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    const [row, column] = (cell?.dataset.place ?? '').split(' ').map(Number);
    if (cell !== null && row !== undefined && column !== undefined) {
      opener.current = cell;
      setAt({ row, column });
      setOpen({ row, column });
      // When the details move to another cell, they take the focus back from it after the click.
      requestAnimationFrame(() => details.current?.focus({ preventScroll: true }));
    }
  };
  /** Keep the details open on a click on another cell, which moves them there. */
  const keepForCells = (event: Event) => {
    if (event.target instanceof Node && grid.current?.querySelector('tbody')?.contains(event.target)) {
      event.preventDefault();
    }
  };

  return (
    <Popover.Root open={open !== null} onOpenChange={(next) => next || setOpen(null)}>
      <Popover.Anchor virtualRef={opener as { current: HTMLElement }} />
      <section
        aria-label="Available letters by day"
        aria-busy={busy}
        className="max-h-[70dvh] overflow-auto overscroll-x-contain border-line border-t scroll-pt-16 scroll-pl-20"
      >
        <table
          ref={grid}
          aria-label="Available letters by day"
          onKeyDown={move}
          onClick={press}
          className="tabular w-full border-separate border-spacing-0 text-center text-sm"
        >
          <Head days={days} today={today} />
          <tbody>
            {lines.map((row, index) => (
              <LetterRow
                key={`${row.itemId} ${row.size} ${row.finish} ${row.letter}`}
                line={row}
                row={index}
                days={days}
                focused={at.row === index ? at.column : null}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Popover.Portal>
        <Popover.Content
          ref={details}
          onInteractOutside={keepForCells}
          side="bottom"
          sideOffset={6}
          collisionPadding={12}
          aria-label={
            line === undefined || day === undefined
              ? ''
              : `${line.letter}, ${dayInWords(format, day, 'long')}`
          }
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus({ preventScroll: true });
          }}
          className={cn(popover, 'max-h-80 w-72 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-4')}
        >
          {line === undefined || day === undefined || open === null ? null : (
            <CellDetails
              line={line}
              day={day}
              cell={cellOf(line, open.column)}
              bookings={calendar.bookings}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Head({ days, today }: { days: readonly string[]; today: string }) {
  const format = useFormat();
  return (
    <thead className="sticky top-0 z-20 bg-surface">
      <tr>
        <td className={stickyLetter} />
        {monthSpans(days).map(({ month, days: count }) => (
          <th
            key={month}
            scope="colgroup"
            colSpan={count}
            className="h-7 bg-surface px-2 text-left font-medium text-soft text-xs"
          >
            <span className="sticky left-22 whitespace-nowrap">
              {count < 3
                ? dayInWords(format, `${month}-01`, 'month').slice(0, 3)
                : dayInWords(format, `${month}-01`, 'month')}
            </span>
          </th>
        ))}
      </tr>
      <tr>
        <th
          scope="col"
          className={cn(stickyLetter, 'border-b px-3 text-left font-medium text-faint text-xs')}
        >
          Letter
        </th>
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            abbr={dayInWords(format, day, 'short')}
            className={cn(
              'h-10 min-w-9 border-line border-b font-normal text-xs',
              isWeekend(day) ? 'bg-sunken text-ink' : 'bg-surface text-soft',
              day === today && 'bg-amber-wash font-semibold text-amber',
            )}
          >
            <span className="block text-[0.6875rem] leading-4">
              {dayInWords(format, day, 'short').slice(0, 2)}
            </span>
            <span className="block leading-4">{Number(day.slice(8))}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function isWeekend(day: string): boolean {
  return weekday(day) === 0 || weekday(day) === 6;
}

interface LetterRowProps {
  line: LetterLine;
  row: number;
  days: readonly string[];
  /** The focused column if it is in this row. */
  focused: number | null;
}

const LetterRow = memo(function LetterRow({ line, row, days, focused }: LetterRowProps) {
  const format = useFormat();
  return (
    <tr>
      <th scope="row" className={cn(stickyLetter, 'min-w-20 border-b px-3 text-left font-normal')}>
        <span
          className={cn(
            'font-semibold',
            line.itemId === null ? 'text-base' : 'block max-w-32 truncate text-sm',
          )}
          title={line.itemId === null ? undefined : line.letter}
        >
          {line.letter}
        </span>{' '}
        <span className="whitespace-nowrap text-faint text-xs">
          {kindOf(format, line) === '' ? '' : `${kindOf(format, line)} · `}
          {line.owned}
          <span className="sr-only"> owned</span>
        </span>
      </th>
      {days.map((day, column) => {
        const cell = cellOf(line, column);
        return (
          <td key={day} className="border-line border-r border-b p-0">
            <button
              type="button"
              data-place={`${row} ${column}`}
              tabIndex={focused === column ? 0 : -1}
              aria-haspopup="dialog"
              aria-label={`${[line.letter, kindOf(format, line)].join(' ').trim()}, ${dayInWords(format, day, 'short')}: ${cellInWords(cell, line.owned)}`}
              className={cn(
                'relative grid h-9 w-full min-w-9 cursor-pointer place-items-center hover:brightness-95 focus-visible:z-10 focus-visible:-outline-offset-2',
                shades[cell.shade],
              )}
            >
              {cell.free < 0 ? `−${-cell.free}` : cell.free}
              {cell.repair > 0 ? (
                <Wrench aria-hidden="true" className="absolute top-0.5 right-0.5 size-2.5" />
              ) : null}
            </button>
          </td>
        );
      })}
    </tr>
  );
});
