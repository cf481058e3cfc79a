import { CalendarPlus, Check, Copy, RefreshCw, Trash2 } from 'lucide-react';
import { type CalendarFeed, useCalendarFeed, useEndCalendarFeed, useMakeCalendarFeed } from '@/api/business';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { ConfirmButton } from './ConfirmChange';
import { useCopy } from './copy';
import { LoadState } from './LoadState';
import { MutationButton } from './MutationButton';

const about = 'See deliveries and pickups in your own calendar: place, times, letters, and contacts.';

/** The business's calendar feed on a settings page (E3). */
export function CalendarFeedCard() {
  return (
    <Card>
      <CardHeader title="Your Calendar" description={about} />
      <CardBody className="grid gap-4">
        <LoadedFeed />
      </CardBody>
    </Card>
  );
}

/** The calendar feed as a dialog of the bookings calendar. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Your Calendar" description={about}>
      <DialogBody className="grid content-start gap-4">
        <LoadedFeed />
      </DialogBody>
    </Dialog>
  );
}

function LoadedFeed() {
  const feed = useCalendarFeed();
  if (feed.data !== undefined) return <Feed feed={feed.data} />;
  return (
    <LoadState of={feed} failed="Your calendar could not be loaded">
      <Skeleton className="h-20" />
    </LoadState>
  );
}

function Feed({ feed: { url, createdAt } }: { feed: CalendarFeed }) {
  const make = useMakeCalendarFeed();
  if (createdAt === null) {
    return (
      <>
        <p className="text-soft text-sm">
          You’ll get a secret address that your calendar app updates from automatically. You can turn it off
          at any time.
        </p>
        <MutationButton
          className="justify-self-start"
          change={make}
          input={undefined}
          failed="The address could not be created"
        >
          <CalendarPlus aria-hidden="true" />
          Create Address
        </MutationButton>
      </>
    );
  }
  return (
    <>
      {url === null ? (
        <p className="text-sm">
          The address can no longer be shown because this installation's secret key changed. Renew the
          address.
        </p>
      ) : (
        <Address url={url} since={createdAt} />
      )}
      <Deeds />
    </>
  );
}

function Address({ url, since }: { url: string; since: string }) {
  const format = useFormat();
  const { copied, copy } = useCopy({
    title: 'Address copied',
    description: "Paste it into your calendar app's subscribe field.",
  });
  return (
    <>
      <Field
        label="Secret Address"
        hint={`Created ${formatDay(format, since)}. Anyone with this address can read your calendar, so keep it to yourself.`}
      >
        <FixedInput value={url} className="font-mono text-xs sm:text-xs" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(url)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? 'Copied' : 'Copy Address'}
        </Button>
        <Button asChild kind="secondary">
          <a href={url.replace(/^https?:/, 'webcal:')}>
            <CalendarPlus aria-hidden="true" />
            Open in Calendar
          </a>
        </Button>
      </div>
      <ul className="grid gap-2 text-sm">
        {guides.map(({ name, steps }) => (
          <li key={name}>
            <details className="rounded-md border border-line px-3.5 py-2">
              <summary className="cursor-pointer rounded-sm font-medium">{name}</summary>
              <p className="mt-1.5 text-soft">{steps}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

const guides = [
  {
    name: 'Google Calendar',
    steps:
      'On a computer, select + next to “Other calendars”, choose “From URL”, paste the address and select “Add calendar”. Google updates every few hours.',
  },
  {
    name: 'Apple Calendar',
    steps:
      'Select “Open in Calendar”. To add it manually on a Mac, choose File > New Calendar Subscription. On an iPhone, choose Calendars > Add Calendar > Add Subscription Calendar. Then paste the address.',
  },
  {
    name: 'Outlook',
    steps:
      'In your calendar, choose “Add calendar”, then “Subscribe from web”. Paste the address and select “Import”.',
  },
] as const;

/** Buttons to renew the address or turn off the feed. */
function Deeds() {
  const renew = useMakeCalendarFeed();
  const end = useEndCalendarFeed();
  return (
    <div className="flex flex-wrap gap-2 border-line border-t pt-4">
      <ConfirmButton
        title="Renew the address?"
        description="The current address stops working right away. Every calendar that subscribes to it needs the new one."
        confirmLabel="Renew Address"
        pendingLabel="Renewing..."
        change={renew}
        input={undefined}
        onDone={() => toast({ title: 'Address renewed' })}
        button={(ask) => (
          <Button kind="quiet" size="sm" onClick={ask}>
            <RefreshCw aria-hidden="true" />
            Renew Address
          </Button>
        )}
      />
      <ConfirmButton
        title="Turn off the calendar?"
        description="The address stops working right away, and calendars that subscribe to it stop updating."
        confirmLabel="Turn Off Calendar"
        pendingLabel="Turning off..."
        change={end}
        input={undefined}
        onDone={() => toast({ title: 'Calendar turned off' })}
        button={(ask) => (
          <Button kind="quiet" size="sm" className="text-danger" onClick={ask}>
            <Trash2 aria-hidden="true" />
            Turn Off Calendar
          </Button>
        )}
      />
    </div>
  );
}
