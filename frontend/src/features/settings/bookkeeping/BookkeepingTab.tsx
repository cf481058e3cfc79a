import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Bookkeeping,
  type BookkeepingSystem,
  systemNames,
  useBookkeeping,
  useChoosePushed,
  useConnectBookkeeping,
  useDisconnectBookkeeping,
} from '@/api/bookkeeping';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { redirectTo } from '@/lib/redirect';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { AccountsDialog } from './AccountsDialog';
import { Journals } from './Journals';

const RETURNS: Readonly<Record<string, string>> = {
  consent_declined: 'You canceled the connection. Nothing was changed.',
  state_refused: 'The link has expired or was used before. Connect again.',
};

/** Handles the return from the partner's page: removes ?books= from the URL and shows the result. */
function useReturnFromPartner(): void {
  const [params, setParams] = useSearchParams();
  const result = params.get('books');
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (result === handled.current) return;
    handled.current = result;
    if (result === null) return;
    setParams({ tab: 'bookkeeping' }, { replace: true });
    toast(
      result === 'connected'
        ? { title: 'Bookkeeping software connected', description: 'Next, choose your accounts.' }
        : {
            title: 'Not connected',
            description: RETURNS[result] ?? 'The software could not be reached. Please try again.',
            destructive: true,
          },
    );
  }, [result, setParams]);
}

/** QuickBooks or Xero: the connection, the accounts, and the journals pushed there. */
export function BookkeepingTab() {
  useReturnFromPartner();
  const { data, error, refetch } = useBookkeeping();
  const keeps = useCan('keepBooks');
  if (data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed="The bookkeeping software could not be loaded">
        <Placeholder what="the bookkeeping software" className="max-w-2xl" bars={['h-40']} />
      </LoadState>
    );
  }
  return (
    <div className="grid max-w-2xl gap-5">
      <Software books={data} />
      {keeps && (data.connected || data.needsReconnect) ? <Journals books={data} /> : null}
    </div>
  );
}

function Software({ books }: { books: Bookkeeping }) {
  return (
    <Card id="bookkeeping-software">
      <CardHeader
        title="Bookkeeping Software"
        description="Push your books to QuickBooks Online or Xero: one journal for each day, or each invoice, payment and refund."
      />
      <CardBody className="grid gap-4">
        {books.needsReconnect && books.system !== null ? (
          <Alert
            title={`${systemNames[books.system]} no longer accepts the connection`}
            action={<ConnectButtons systems={[books.system]} again />}
          >
            Connect again to continue. Everything already pushed is kept.
          </Alert>
        ) : books.connected && books.system !== null ? (
          <Connected books={books} system={books.system} />
        ) : books.available.length === 0 ? (
          <p className="text-soft text-sm">
            QuickBooks and Xero aren't set up on this site. Please contact the administrator.
          </p>
        ) : (
          <ConnectButtons systems={books.available} />
        )}
      </CardBody>
    </Card>
  );
}

function ConnectButtons({
  systems,
  again = false,
}: {
  systems: readonly BookkeepingSystem[];
  again?: boolean;
}) {
  const changes = useCan('changeSettings');
  const connect = useConnectBookkeeping();
  if (!changes)
    return <p className="text-soft text-sm">Ask the owner or a manager to connect your software.</p>;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {systems.map((system) => (
          <Button
            key={system}
            pending={connect.isPending && connect.variables === system}
            onClick={() => connect.mutate(system, { onSuccess: ({ url }) => redirectTo(url) })}
          >
            Connect {systemNames[system]}
            {again ? ' Again' : ''}
          </Button>
        ))}
      </div>
      {connect.error === null ? null : <Alert title={sentenceOf(connect.error)} />}
    </div>
  );
}

function Connected({ books, system }: { books: Bookkeeping; system: BookkeepingSystem }) {
  const format = useFormat();
  const changes = useCan('changeSettings');
  const [mapping, setMapping] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const disconnect = useDisconnectBookkeeping();
  const missing = books.missing.length;
  const name = systemNames[system];
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="[overflow-wrap:anywhere]">{books.companyName}</span>
          <Badge tone="green">Connected to {name}</Badge>
        </p>
        <p className="mt-1 text-soft text-sm">
          {missing === 0
            ? 'All accounts that your books use are chosen.'
            : missing === 1
              ? 'One account that your books use is not chosen yet.'
              : `${missing} accounts that your books use are not chosen yet.`}
        </p>
      </div>
      {changes ? (
        <div className="flex flex-wrap gap-2">
          <Button kind={missing === 0 ? 'secondary' : 'primary'} onClick={() => setMapping(true)}>
            Choose Accounts
          </Button>
          <Button kind="quiet" onClick={() => setLeaving(true)}>
            Disconnect
          </Button>
        </div>
      ) : null}
      {changes ? <PushedChoice books={books} name={name} /> : null}
      {mapping ? <AccountsDialog books={books} name={name} onClose={() => setMapping(false)} /> : null}
      {leaving ? (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          description={`Everything already pushed stays in ${name}. If you connect the same company again, your accounts are still chosen and nothing is pushed twice.`}
          confirmLabel="Disconnect"
          pendingLabel="Disconnecting…"
          onConfirm={() => disconnect.mutate(undefined, { onSuccess: () => setLeaving(false) })}
          onClose={() => setLeaving(false)}
          error={refusalOf(format, disconnect.error)}
          pending={disconnect.isPending}
        />
      ) : null}
    </>
  );
}

/** Chooses between daily totals and single documents. Days already pushed as journals stay journals. */
function PushedChoice({ books, name }: { books: Bookkeeping; name: string }) {
  const choose = useChoosePushed();
  return (
    <div className="grid gap-2">
      <Field
        label="What to Push"
        hint={
          books.mode === 'daily'
            ? 'Each day is one journal with the totals of your accounts.'
            : `Invoices, credit notes, payments, refunds, fees and payouts one by one, with your customers as contacts in ${name}. Days already pushed as journals stay journals.`
        }
      >
        <Select
          value={books.mode}
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate(target.value === 'documents' ? 'documents' : 'daily')}
        >
          <Options
            of={[
              ['daily', 'Daily totals'],
              ['documents', 'Single documents'],
            ]}
          />
        </Select>
      </Field>
      {choose.error === null ? null : <Alert title={sentenceOf(choose.error)} />}
    </div>
  );
}
