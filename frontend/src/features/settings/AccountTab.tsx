import { Download, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useCloseBusiness, useClosing, useExport, useReopenBusiness } from '@/api/account';
import { refusalOf } from '@/api/form-errors';
import type { User } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { StorageCard } from './StorageCard';
import { UsageCard } from './UsageCard';

/** The owner's account settings: export data, close the business, and reopen it. */
export function AccountTab({ user }: { user: User }) {
  const closing = useClosing();
  return (
    <>
      <StorageCard />
      <UsageCard />
      <ExportCard />
      <Loaded read={closing} what="Your account">
        {(data) => (
          <CloseCard name={user.team?.name ?? 'Your business'} timeZone={user.timeZone ?? 'UTC'} {...data} />
        )}
      </Loaded>
    </>
  );
}

function ExportCard() {
  const [asking, setAsking] = useState(false);
  const save = useExport();
  return (
    <Card id="export-everything" className="max-w-2xl">
      <CardHeader
        title="Export Everything"
        description="Bookings, quotes, invoices, letters, venues, settings and activity, as JSON and CSV files in one archive with a table of contents."
      />
      <CardBody>
        <Button kind="secondary" onClick={() => setAsking(true)}>
          <Download aria-hidden="true" />
          Export Everything
        </Button>
        {asking ? (
          <PasswordDialog
            title="Export everything?"
            description="The archive contains your customers' names and addresses. Keep it in a safe place."
            submitLabel="Export"
            pendingLabel="Exporting..."
            change={save}
            onDone={() => {
              setAsking(false);
              toast({ title: 'Your archive has been saved' });
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

interface CloseCardProps {
  name: string;
  timeZone: string;
  closesAt: string | null;
  waitingDays: number;
  comingBookings: number;
  subscription: boolean;
  waitingRequests: number;
  people: number;
}

function CloseCard(props: CloseCardProps) {
  return props.closesAt === null ? <Close {...props} /> : <Closing {...props} closesAt={props.closesAt} />;
}

function Closing({ name, timeZone, closesAt }: CloseCardProps & { closesAt: string }) {
  const format = useFormat();
  const reopen = useReopenBusiness();
  return (
    <Card id="close-your-business" className="max-w-2xl border-danger/40">
      <CardHeader
        title="Your Business Is Closed"
        description={`On ${formatLongDay(format, closesAt, timeZone)}, ${name}, all of its data and your account will be permanently deleted. You can reopen it until then.`}
      />
      <CardBody className="grid gap-4">
        <FailureAlert failure={refusalOf(format, reopen.error)} />
        <Button
          className="justify-self-start"
          pending={reopen.isPending}
          onClick={() =>
            reopen.mutate(undefined, {
              onSuccess: () =>
                toast({ title: `${name} is open again`, description: 'All of your data is still there.' }),
            })
          }
        >
          <RotateCcw aria-hidden="true" />
          {reopen.isPending ? 'Reopening...' : 'Reopen'}
        </Button>
      </CardBody>
    </Card>
  );
}

function Close({ name, waitingDays, comingBookings, subscription, waitingRequests, people }: CloseCardProps) {
  const [asking, setAsking] = useState(false);
  const close = useCloseBusiness();
  const obstacles = [
    ...(comingBookings > 0
      ? [`${counted(comingBookings, 'confirmed booking')} coming up. Complete or cancel them first.`]
      : []),
    ...(subscription ? ['You have an active subscription. Cancel it first.'] : []),
  ];
  const notes = [
    `Your booking form, customer pages, calendar feed and emails are turned off immediately.`,
    `After ${waitingDays} days, everything is permanently deleted, including invoices and your account. Export your data first: you may have to keep records for years.`,
    ...(waitingRequests > 0
      ? [
          `${counted(waitingRequests, 'pending request')} will be declined, and we'll email the ${waitingRequests === 1 ? 'customer' : 'customers'}.`,
        ]
      : []),
    ...(people > 0
      ? [
          `${people === 1 ? 'The other person' : `The ${people} other people`} on your team will go back to a business of their own.`,
        ]
      : []),
  ];
  return (
    <Card id="close-your-business" className="max-w-2xl">
      <CardHeader
        title="Close Your Business Account"
        description={`After closing, you have ${waitingDays} days to sign in and reopen your account.`}
      />
      <CardBody className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {obstacles.length === 0 ? null : (
          <div className="rounded-lg border border-amber-line bg-amber-wash p-4 text-sm">
            {obstacles.map((obstacle) => (
              <p key={obstacle}>{obstacle}</p>
            ))}
          </div>
        )}
        <Button
          kind="danger"
          className="h-auto min-h-10 justify-self-start whitespace-normal py-2 text-left"
          disabled={obstacles.length > 0}
          onClick={() => setAsking(true)}
        >
          Close {name}
        </Button>
        {asking ? (
          <PasswordDialog
            title={`Close ${name}?`}
            description={`Your account is turned off immediately and permanently deleted after ${waitingDays} days.`}
            submitLabel="Close Account"
            pendingLabel="Closing..."
            change={close}
            onDone={() => {
              setAsking(false);
              toast({
                title: `${name} is closed`,
                description: 'You can reopen it in Settings > Account.',
              });
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

interface PasswordDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  pendingLabel: string;
  change: Pick<ReturnType<typeof useExport>, 'error' | 'isPending' | 'reset'> & {
    mutate: (password: string, options: { onSuccess: () => void }) => void;
  };
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the password before an action that must not happen from an unattended screen. */
function PasswordDialog({ change, onDone, onClose, ...texts }: PasswordDialogProps) {
  const format = useFormat();
  const [password, setPassword] = useState('');
  const submit = () => {
    change.mutate(password, { onSuccess: onDone });
  };
  return (
    <FormDialog
      onClose={() => {
        change.reset();
        onClose();
      }}
      {...texts}
      onSubmit={submit}
      error={refusalOf(format, change.error)}
      pending={change.isPending}
      unsaved={false}
    >
      <Field label="Your Password" required>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
