import { useState } from 'react';
import { type Day, type DayStop, useOrderStops } from '@/api/day';
import { sentenceOf } from '@/api/errors';
import { useSignedInUser } from '@/api/user';
import { dayInWords } from '@/booking-form/dates';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { toast } from '@/ui/toast-store';
import { MoveHandle } from './MoveHandle';
import { StopCard } from './StopCard';

/** The stops after moving one of them. */
function moved(stops: readonly DayStop[], from: number, to: number): DayStop[] {
  const rest = stops.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...stops.slice(from, from + 1), ...rest.slice(to)];
}

/** Stops of a day in driving order. Those without a time can be moved by users who may assign stops. */
export function StopList({ day, heading }: { day: Day; heading: 'h2' | 'h3' }) {
  const format = useFormat();
  const { currency } = useSignedInUser();
  const order = useOrderStops(day.date);
  const [drop, setDrop] = useState<{ from: number; before: number } | null>(null);
  const [said, setSaid] = useState('');
  // Shows the new order at once, until the day is reloaded.
  const stops = order.isPending ? order.variables : day.stops;
  const last = stops.length - 1;
  const move = (from: number, to: number) => {
    const stop = stops[from];
    if (stop === undefined || order.isPending) return;
    setSaid(`“${stop.booking.message}” is now stop ${to + 1} of ${stops.length}.`);
    order.mutate(moved(stops, from, to), {
      onError: (error) => {
        setSaid('');
        toast({ title: 'Couldn’t save the order', description: sentenceOf(error), destructive: true });
      },
    });
  };
  return (
    <>
      <ol aria-label={`Stops on ${dayInWords(format, day.date, 'long')}`} className="grid min-w-0 gap-4">
        {stops.map((stop, index) => (
          <li
            key={`${stop.kind} ${stop.booking.id}`}
            className={cn(
              'stop relative min-w-0',
              drop?.from === index && 'opacity-60',
              drop !== null &&
                drop.before === index &&
                'before:-top-2.5 before:absolute before:inset-x-0 before:h-1 before:rounded-full before:bg-link',
              drop !== null &&
                drop.before > last &&
                index === last &&
                'after:-bottom-2.5 after:absolute after:inset-x-0 after:h-1 after:rounded-full after:bg-link',
            )}
          >
            <StopCard
              stop={stop}
              team={day.team}
              heading={heading}
              currency={currency ?? 'USD'}
              handle={
                day.team !== undefined && last > 0 && stop.time === null && !stop.done ? (
                  <MoveHandle
                    stop={stop}
                    index={index}
                    last={last}
                    onDrag={(before) => setDrop(before === null ? null : { from: index, before })}
                    onMove={(to) => move(index, to)}
                  />
                ) : null
              }
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
