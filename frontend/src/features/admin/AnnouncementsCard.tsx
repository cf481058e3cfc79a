import * as z from 'zod/mini';
import { type Announcement, useAnnounce, useAnnouncements, useDeleteAnnouncement } from '@/api/announcements';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { useServerForm } from '@/components/useServerForm';
import { formatLocalMoment } from '@/lib/local-moment';
import { required } from '@/lib/typed-checks';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { LongTextField, SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const LONGEST = 500;
const audiences = { owners: 'Owners and managers', everybody: 'Everybody' } as const;

const schema = z
  .object({
    text: required('Text is required').check(z.maxLength(LONGEST, `Use at most ${LONGEST} characters`)),
    from: required('Start is required'),
    to: required('End is required'),
    audience: z.enum(['owners', 'everybody']),
  })
  .check(
    z.refine((form) => form.to === '' || form.to > form.from, {
      path: ['to'],
      error: 'The end must be after the start',
    }),
  );

type AnnouncementForm = z.infer<typeof schema>;

const EMPTY: AnnouncementForm = { text: '', from: '', to: '', audience: 'owners' };

/** Announcements to businesses: a form, and the list of those that were made. */
export function AnnouncementsCard() {
  const announcements = useAnnouncements();
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Announcements"
        description="Shown at the top of pages from the start to the end. Those for everybody are also on the status page."
      />
      <CardBody className="grid gap-6">
        <NewAnnouncement />
        {announcements.data === undefined ? (
          <LoadState of={announcements} failed="Couldn’t load announcements">
            <Placeholder what="announcements" bars={['h-16']} />
          </LoadState>
        ) : announcements.data.length === 0 ? (
          <p className="text-faint text-sm">No announcements yet.</p>
        ) : (
          <ul className="divide-y divide-line border-line border-t">
            {announcements.data.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

/** Time of a date and time field, which is in the browser's time zone. */
const instantOf = (local: string) => new Date(local).toISOString();

function NewAnnouncement() {
  const form = useCheckedForm(schema, EMPTY);
  const { submit, failure, pending } = useServerForm({
    form,
    save: useAnnounce(),
    sent: ({ from, to, ...input }: AnnouncementForm) => ({
      ...input,
      from: instantOf(from),
      to: instantOf(to),
    }),
    onSaved: () => {
      form.reset(EMPTY);
      toast({ title: 'Announcement created' });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <LongTextField form={form} name="text" label="Text" required />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="from" label="Start" required type="datetime-local" />
        <TextField form={form} name="to" label="End" required type="datetime-local" />
      </div>
      <SelectField form={form} name="audience" label="Audience">
        <Options of={audiences} />
      </SelectField>
      <FailureAlert failure={failure} />
      <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Announcing...">
        Announce
      </Button>
    </form>
  );
}

function stateOf(row: Announcement, now: number) {
  if (Date.parse(row.to) <= now) return { tone: 'neutral', label: 'Past' } as const;
  return Date.parse(row.from) <= now
    ? ({ tone: 'green', label: 'Current' } as const)
    : ({ tone: 'yellow', label: 'Upcoming' } as const);
}

function Row({ row }: { row: Announcement }) {
  const remove = useDeleteAnnouncement();
  const { tone, label } = stateOf(row, Date.now());
  return (
    <li className="flex flex-wrap items-start gap-3 py-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">{row.text}</p>
        <p className="tabular mt-1 text-faint text-xs">
          {formatLocalMoment(row.from)} to {formatLocalMoment(row.to)}, {audiences[row.audience]}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
      <ConfirmButton
        button={(ask) => (
          <Button kind="secondary" size="sm" onClick={ask}>
            Delete
          </Button>
        )}
        change={remove}
        input={row.id}
        title="Delete this announcement?"
        description="Pages stop showing it."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onDone={() => toast({ title: 'Announcement deleted' })}
      />
    </li>
  );
}
