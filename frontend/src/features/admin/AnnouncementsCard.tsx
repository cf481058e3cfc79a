import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Announcement,
  useAnnounce,
  useAnnouncementEmails,
  useAnnouncements,
  useDeleteAnnouncement,
  useEmailAnnouncement,
} from '@/api/announcements';
import { ConfirmButton, ConfirmChange } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { useServerForm } from '@/components/useServerForm';
import { formatLocalMoment } from '@/lib/local-moment';
import { required } from '@/lib/typed-checks';
import { counted } from '@/lib/words';
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
        {row.emailedAt !== null && <EmailedTo row={row} emailedAt={row.emailedAt} />}
      </div>
      <Badge tone={tone}>{label}</Badge>
      {row.emailedAt === null && label !== 'Past' && <EmailButton row={row} />}
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

function EmailedTo({ row, emailedAt }: { row: Announcement; emailedAt: string }) {
  const emails = useAnnouncementEmails(row.id, true).data;
  const open = [
    emails !== undefined && emails.waiting > 0 && `${emails.waiting} waiting`,
    emails !== undefined && emails.failed > 0 && `${emails.failed} failed`,
  ].filter(Boolean);
  return (
    <p className="tabular mt-1 text-faint text-xs">
      Emailed to {counted(row.emailedTo ?? 0, 'owner')} on {formatLocalMoment(emailedAt)}
      {open.length > 0 && ` (${open.join(', ')})`}
    </p>
  );
}

function EmailButton({ row }: { row: Announcement }) {
  const [asking, setAsking] = useState(false);
  const emails = useAnnouncementEmails(row.id, asking);
  const recipients = emails.data?.recipients;
  return (
    <>
      <Button kind="secondary" size="sm" onClick={() => setAsking(true)}>
        Email to Owners
      </Button>
      <ConfirmChange
        open={asking}
        onClose={() => setAsking(false)}
        change={useEmailAnnouncement()}
        input={row.id}
        title="Email this announcement?"
        description={`${recipients === undefined ? 'The owners' : counted(recipients, 'owner')} of active businesses will get it once. You can’t undo this.`}
        confirmLabel="Send Emails"
        pendingLabel="Sending..."
        onDone={(sent) => toast({ title: `Emailing ${counted(sent.recipients, 'owner')}` })}
      />
    </>
  );
}
