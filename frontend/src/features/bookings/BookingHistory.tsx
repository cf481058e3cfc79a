import type { BookingDetails } from '@/api/types';
import { useVenues } from '@/api/venues';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Section } from '@/ui/Section';
import { Timeline, TimelineEntry } from '@/ui/Timeline';
import { changeLines, entryTitle } from './history';

/** What happened to a booking, oldest first. */
export function BookingHistory({ booking, currency }: { booking: BookingDetails; currency: string }) {
  const format = useFormat();
  const venues = useVenues();
  const venueName = (id: number) => venues.data?.find((venue) => venue.id === id)?.name;
  return (
    <Section title="History">
      <Timeline>
        {booking.history.map((entry, index) => (
          <TimelineEntry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
            key={index}
            title={entryTitle(entry, booking.source === 'form')}
            when={formatMoment(format, entry.at)}
          >
            {changeLines(format, entry.changes, currency, venueName).map((line) => (
              <p key={line} className="break-words text-soft">
                {line}
              </p>
            ))}
          </TimelineEntry>
        ))}
      </Timeline>
    </Section>
  );
}
