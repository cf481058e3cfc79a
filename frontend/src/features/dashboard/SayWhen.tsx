import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { useExpectReturn } from '@/api/goods';
import type { Booking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/components/DayField';
import { TimeField } from '@/components/TimeField';
import { timeFault, withTime } from '@/components/typed-time';
import { dayIn, dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/**
 * Aligns buttons with the fields rather than with their labels, even while an error is shown below a field.
 */
const BESIDE_FIELDS = 'sm:mt-6.5';

/** Form for the expected return of overdue goods. Their pieces stay unavailable until then. */
export function SayWhen({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const format = useFormat();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const expected = booking.expectedBack;
  const [day, setDay] = useState(() => typedFromIso(format, expected === null ? today : dayOf(expected)));
  const [time, setTime] = useState(() => (expected?.includes('T') ? expected.slice(11, 16) : ''));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const expect = useExpectReturn(booking.id);
  const done = (atRisk: number) => {
    onDone();
    toast({
      title: 'Return time saved',
      ...(atRisk > 0 && { description: `${counted(atRisk, 'booking')} at risk, listed below.` }),
    });
  };
  return (
    <form
      className="flex basis-full flex-wrap items-start gap-2"
      aria-label={`Return of #${booking.number}`}
      onSubmit={(event) => {
        event.preventDefault();
        const on = isoFromTyped(format, day);
        if (on === null) {
          setFault(FAULTS.dateForm(format));
          return;
        }
        if (timeFault(format, time) !== undefined) {
          const field = event.currentTarget.elements.namedItem('expectedTime');
          if (field instanceof HTMLElement) field.focus();
          return;
        }
        expect.mutate(withTime(on, time), { onSuccess: ({ atRisk }) => done(atRisk.length) });
      }}
    >
      <DayField
        label="Expected back"
        name="expectedBack"
        error={fault ?? (expect.error === null ? undefined : sentenceOf(expect.error))}
        value={day}
        today={today}
        first={today}
        time={{ value: time, onChange: setTime }}
        onChange={(typed) => {
          setDay(typed);
          setFault(undefined);
          expect.reset();
        }}
      />
      <TimeField label="Time (Optional)" name="expectedTime" value={time} onChange={setTime} />
      <Button type="submit" disabled={expect.isPending} className={BESIDE_FIELDS}>
        Save
      </Button>
      {expected === null ? null : (
        <Button
          kind="quiet"
          className={BESIDE_FIELDS}
          disabled={expect.isPending}
          onClick={() => expect.mutate(null, { onSuccess: ({ atRisk }) => done(atRisk.length) })}
        >
          Clear
        </Button>
      )}
    </form>
  );
}
