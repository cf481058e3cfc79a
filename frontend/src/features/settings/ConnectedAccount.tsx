import { CircleCheck, CircleDashed, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '@/api/errors';
import { useCreateAccount, useLoginLink, useOnboardingLink } from '@/api/payments';
import type { AccountStatus } from '@/api/types';
import { redirectTo } from '@/lib/redirect';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Fact } from '@/ui/Section';
import { toast } from '@/ui/toast-store';

const ID_SHOWN = 8;

function sayWhy(title: string, error: unknown, fallback: string): void {
  const known = error instanceof ApiError && (error.explained || error.status === 0);
  toast({ title, description: known ? error.sentence : fallback, destructive: true });
}

/** Whether an answer says that the installation's keys are missing. */
export function needsKey(error: unknown): boolean {
  return error instanceof ApiError && 'needsStripeKey' in error.extra;
}

interface Props {
  status: AccountStatus;
  /** Asks the provider again how far the account is. */
  onRefresh: () => void;
  refreshing: boolean;
  /** The installation's keys turned out to be missing. */
  onNoKey: () => void;
}

/** The business's account at the provider, in whichever state it is. */
export function ConnectedAccount(props: Props) {
  const { hasAccount, detailsSubmitted } = props.status;
  if (!hasAccount) return <NoAccount {...props} />;
  return detailsSubmitted ? <Connected {...props} /> : <Unfinished {...props} />;
}

function NoAccount({ onNoKey }: Props) {
  const create = useCreateAccount();
  const connect = () =>
    create.mutate(undefined, {
      onSuccess: () =>
        toast({ title: 'Account created', description: 'Complete the onboarding to be paid by card.' }),
      onError: (error) => {
        sayWhy('Error creating account', error, 'An error occurred while creating your Stripe account.');
        if (needsKey(error)) onNoKey();
      },
    });
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Get Paid by Card"
        description="Connect an account at Stripe, and your customers can pay deposits and balances online."
      />
      <CardBody className="grid gap-5">
        <ul className="grid gap-2 text-sm">
          <Advantage>Payments go to your own account, and from there to your bank.</Advantage>
          <Advantage>Each booking shows automatically how much was paid and how much is due.</Advantage>
          <Advantage>Card details stay with Stripe.</Advantage>
        </ul>
        <Button
          className="justify-self-start"
          disabled={create.isPending}
          aria-busy={create.isPending}
          onClick={connect}
        >
          <CreditCard aria-hidden="true" />
          {create.isPending ? 'Connecting...' : 'Connect with Stripe'}
        </Button>
      </CardBody>
    </Card>
  );
}

function Advantage({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      {children}
    </li>
  );
}

function Unfinished({ status, onRefresh, refreshing, onNoKey }: Props) {
  const link = useOnboardingLink();
  const go = () =>
    link.mutate(undefined, {
      onSuccess: redirectTo,
      onError: (error) => {
        sayWhy('Error generating link', error, 'An error occurred while generating the onboarding link.');
        if (needsKey(error)) onNoKey();
      },
    });
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Stripe Account"
        description="Your account is there. Stripe still has to know who you are before it can pay you."
        aside={<Badge tone="yellow">Onboarding not finished</Badge>}
      />
      <CardBody className="grid gap-5">
        <dl className="text-sm">
          <AccountId status={status} />
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button disabled={link.isPending || link.isSuccess} aria-busy={link.isPending} onClick={go}>
            {link.isPending || link.isSuccess ? 'Opening Stripe...' : 'Complete Onboarding'}
          </Button>
          <Refresh onRefresh={onRefresh} refreshing={refreshing} />
        </div>
      </CardBody>
    </Card>
  );
}

function Connected({ status, onRefresh, refreshing, onNoKey }: Props) {
  const link = useLoginLink();
  const go = () =>
    link.mutate(undefined, {
      onSuccess: redirectTo,
      onError: (error) => {
        sayWhy('Error generating link', error, 'An error occurred while generating the login link.');
        if (needsKey(error)) onNoKey();
      },
    });
  const ready = status.chargesEnabled && status.payoutsEnabled;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Stripe Account"
        description={
          ready
            ? 'Your customers can pay by card.'
            : 'Stripe is still looking at your details, or asks for more of them. Manage Account shows which.'
        }
        aside={<Badge tone={ready ? 'green' : 'yellow'}>Connected</Badge>}
      />
      <CardBody className="grid gap-5">
        <dl className="text-sm">
          <AccountId status={status} />
          <Fact label="Charges">
            <Enabled enabled={status.chargesEnabled} />
          </Fact>
          <Fact label="Payouts">
            <Enabled enabled={status.payoutsEnabled} />
          </Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button disabled={link.isPending || link.isSuccess} aria-busy={link.isPending} onClick={go}>
            {link.isPending || link.isSuccess ? 'Opening Stripe...' : 'Manage Account'}
          </Button>
          <Refresh onRefresh={onRefresh} refreshing={refreshing} />
        </div>
      </CardBody>
    </Card>
  );
}

function AccountId({ status: { accountId } }: { status: AccountStatus }) {
  return accountId === null ? null : (
    <Fact label="Account">
      <span className="tabular">…{accountId.slice(-ID_SHOWN)}</span>
    </Fact>
  );
}

function Enabled({ enabled }: { enabled: boolean }) {
  const Icon = enabled ? CircleCheck : CircleDashed;
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden="true" className={enabled ? 'size-4 text-good' : 'size-4 text-amber'} />
      {enabled ? 'Enabled' : 'Not yet enabled'}
    </span>
  );
}

function Refresh({ onRefresh, refreshing }: Pick<Props, 'onRefresh' | 'refreshing'>) {
  return (
    <Button kind="secondary" disabled={refreshing} aria-busy={refreshing} onClick={onRefresh}>
      {refreshing ? 'Refreshing...' : 'Refresh Status'}
    </Button>
  );
}
