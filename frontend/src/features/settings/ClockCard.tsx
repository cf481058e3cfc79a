import { lazy, Suspense, useState } from 'react';
import { useWorkLocation } from '@/api/location';
import { TimeZoneSelect } from '@/components/TimeZoneSelect';
import { dayOrders, useFormat } from '@/lib/format';
import { clockIn } from '@/lib/time-zones';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Input';
import type { Clock } from './page-parts';

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

interface ClockCardProps {
  clock: Clock;
  onChange: (change: Partial<Clock>) => void;
}

/** The business's time zone, date and time formats, and units. */
export function ClockCard({ clock: chosen, onChange }: ClockCardProps) {
  const format = useFormat();
  const local = clockIn(format, chosen.timeZone, new Date());
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
            local === '' ? 'Used for delivery and pickup times, and for “today”.' : `Local time is ${local}.`
          }
        >
          <TimeZoneSelect value={chosen.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
        </Field>
        <Field label="Date Format" hint="Used on pages, in emails, on documents and in CSV files.">
          <Select
            value={chosen.dateFormat}
            onChange={({ target }) => {
              const order = dayOrders.find((dayOrder) => dayOrder === target.value);
              if (order !== undefined) onChange({ dateFormat: order });
            }}
          >
            {dayOrders.map((order) => (
              <option key={order}>{order}</option>
            ))}
          </Select>
        </Field>
        <Field label="Time Format" hint="Used in the same places.">
          <Select
            value={chosen.timeFormat}
            onChange={({ target }) => onChange({ timeFormat: target.value === '24h' ? '24h' : '12h' })}
          >
            <option value="12h">12 hours (2:30 PM)</option>
            <option value="24h">24 hours (14:30)</option>
          </Select>
        </Field>
        <Field label="Measures" hint="Used for letters, venues, loads and the site check.">
          <Select
            value={chosen.measures}
            onChange={({ target }) => onChange({ measures: target.value === 'metric' ? 'metric' : 'us' })}
          >
            <option value="us">US (in, ft, lb)</option>
            <option value="metric">Metric (cm, m, kg)</option>
          </Select>
        </Field>
      </CardBody>
    </Card>
  );
}
