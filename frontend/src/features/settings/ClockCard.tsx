import { lazy, Suspense, useState } from 'react';
import {
  type BookingRules,
  type BookingRulesChange,
  useBookingRules,
  useSaveBookingRules,
} from '@/api/booking-rules';
import { refusalOf } from '@/api/form-errors';
import { useWorkLocation } from '@/api/location';
import { Loaded } from '@/components/Loaded';
import { TimeZoneSelect } from '@/components/TimeZoneSelect';
import { dayOrders, useFormat } from '@/lib/format';
import { clockIn } from '@/lib/time-zones';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

const LocationDialog = lazy(async () => ({
  default: (await import('@/components/LocationDialog')).LocationDialog,
}));

/** Button that opens the dialog with the country, which sets all of these and the currency. */
function ChangeCountry() {
  const { data: location } = useWorkLocation();
  const [isOpen, setOpen] = useState(false);
  return location === undefined ? null : (
    <>
      <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Change Country
      </Button>
      {isOpen ? (
        <Suspense>
          <LocationDialog location={location} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The business's time zone, date and time formats, and units. Each choice is saved at once. */
export function ClockCard() {
  return (
    <Loaded read={useBookingRules()} what="Your time zone">
      {(rules) => <Clock {...rules} />}
    </Loaded>
  );
}

function Clock({ timeZone, dateFormat, timeFormat, measures }: BookingRules) {
  const format = useFormat();
  const save = useSaveBookingRules();
  // The field keeps the chosen value while it is being saved, and after an error.
  const [chosen, setChosen] = useState<BookingRulesChange>({});
  const set = (change: BookingRulesChange) => {
    setChosen(change);
    save.mutate(change, {
      onSuccess: () => {
        setChosen({});
        toast({ title: 'Saved' });
      },
    });
  };
  const zone = chosen.timeZone ?? timeZone;
  const clock = clockIn(format, zone, new Date());
  return (
    <Card id="time-dates-and-measures">
      <CardHeader
        title="Time, Dates and Measures"
        description="Your time zone for deliveries and pickups, your date and time formats, and your units."
        aside={<ChangeCountry />}
      />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Time Zone"
          hint={
            clock === '' ? 'Used for delivery and pickup times, and for “today”.' : `Local time is ${clock}.`
          }
        >
          <TimeZoneSelect value={zone} onChange={(timeZone) => set({ timeZone })} />
        </Field>
        <Field label="Date Format" hint="Used on pages, in emails, on documents and in CSV files.">
          <Select
            value={chosen.dateFormat ?? dateFormat}
            onChange={({ target }) => {
              const order = dayOrders.find((dayOrder) => dayOrder === target.value);
              if (order !== undefined) set({ dateFormat: order });
            }}
          >
            {dayOrders.map((order) => (
              <option key={order}>{order}</option>
            ))}
          </Select>
        </Field>
        <Field label="Time Format" hint="Used in the same places.">
          <Select
            value={chosen.timeFormat ?? timeFormat}
            onChange={({ target }) => set({ timeFormat: target.value === '24h' ? '24h' : '12h' })}
          >
            <option value="12h">12 hours (2:30 PM)</option>
            <option value="24h">24 hours (14:30)</option>
          </Select>
        </Field>
        <Field label="Measures" hint="Used for letters, venues, loads and the site check.">
          <Select
            value={chosen.measures ?? measures}
            onChange={({ target }) => set({ measures: target.value === 'metric' ? 'metric' : 'us' })}
          >
            <option value="us">US (in, ft, lb)</option>
            <option value="metric">Metric (cm, m, kg)</option>
          </Select>
        </Field>
        <FailureAlert failure={refusalOf(format, save.error)} className="sm:col-span-2" />
      </CardBody>
    </Card>
  );
}
