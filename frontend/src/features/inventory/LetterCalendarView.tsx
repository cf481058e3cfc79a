import { ChevronLeft, ChevronRight, Wrench } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useLetterCalendar } from '@/api/letter-reports';
import { addDays, isoFromTyped } from '@/booking-form/dates';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { sizeName } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Options, Select } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { LetterGrid } from './LetterGrid';
import { daysShown, shades, sizesOf } from './letter-calendar';

const legend = [
  { shade: 'all', word: 'All available' },
  { shade: 'some', word: 'Some available' },
  { shade: 'last', word: 'Last one' },
  { shade: 'none', word: 'None left' },
  { shade: 'short', word: 'Short' },
] as const;

/** Available letters by day, from today on. The first day and the size are stored in the URL. */
export function LetterCalendarView({ today, onSet }: { today: string; onSet: (() => void) | null }) {
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const firstDay = isoFromTyped(format, params.get('from') ?? '') ?? today;
  const from = firstDay < today ? today : firstDay;
  const size = params.get('size') ?? 'all';
  const calendar = useLetterCalendar(from, daysShown);

  const change = (name: string, value: string, usual: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        value === usual ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const show = (day: string) => change('from', day < today ? today : day, today);

  if (calendar.data === undefined) {
    return (
      <LoadState of={calendar} failed="We couldn't load the letter calendar">
        <Loading />
      </LoadState>
    );
  }
  const sizes = sizesOf(calendar.data);
  const shown = sizes.includes(size) ? size : 'all';
  const lines = calendar.data.letters.filter((line) => shown === 'all' || line.size === shown);
  if (lines.length === 0) {
    return (
      <Card>
        <EmptyState
          title="No letters yet"
          description="Add your letters to see which ones are available on each day."
          picture={<MarqueeSign message="A B C" height={52} state="unlit" align="center" />}
          action={onSet === null ? undefined : <Button onClick={onSet}>Add a Whole Set</Button>}
        />
      </Card>
    );
  }
  const until = addDays(from, daysShown - 1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState of={calendar} failed="We couldn't load these days" />
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3 p-4 sm:gap-x-3 sm:px-5">
          <div className="flex items-center gap-1">
            <Button
              kind="quiet"
              size="icon"
              aria-label="Previous 4 weeks"
              disabled={from === today}
              onClick={() => show(addDays(from, -daysShown))}
            >
              <ChevronLeft aria-hidden="true" />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              aria-label="Next 4 weeks"
              onClick={() => show(addDays(from, daysShown))}
            >
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
          <h2
            aria-live="polite"
            className="tabular font-semibold text-base tracking-tight max-sm:order-first max-sm:w-full"
          >
            {formatDay(format, from)} – {formatDay(format, until)}
          </h2>
          <Button kind="secondary" size="sm" disabled={from === today} onClick={() => show(today)}>
            Today
          </Button>
          <Select
            aria-label="Size"
            value={shown}
            onChange={(event) => change('size', event.target.value, 'all')}
            className="ml-auto w-32 sm:w-36"
          >
            <option value="all">All Sizes</option>
            <Options of={sizes.map((option) => [option, `${sizeName(format, option)} Letters`])} />
          </Select>
        </div>
        <div className={cn('transition-opacity', calendar.isPlaceholderData && 'opacity-60')}>
          <LetterGrid
            key={`${shown} ${calendar.data.firstDay}`}
            calendar={calendar.data}
            lines={lines}
            today={today}
            busy={calendar.isPlaceholderData}
          />
        </div>
        <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3 text-soft text-xs sm:px-5">
          {legend.map(({ shade, word }) => (
            <span key={shade} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={cn('size-4 rounded-sm border border-line', shades[shade])}
              />
              {word}
            </span>
          ))}
          <span className="inline-flex items-center gap-1.5">
            <Wrench aria-hidden="true" className="size-3.5" />
            Some out of service
          </span>
        </footer>
      </Card>
      <p className="text-faint text-sm">
        Each number is the quantity available that day, with the scarcest letters first. Open a day to see
        which bookings have the rest.
      </p>
    </div>
  );
}

function Loading() {
  return (
    <Card role="status" className="grid gap-3 p-5">
      <span className="sr-only">Loading the letter calendar</span>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </Card>
  );
}
