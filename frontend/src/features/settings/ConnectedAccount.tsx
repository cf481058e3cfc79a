import { CircleCheck, CircleDashed, CreditCard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@/api/errors';
import { useCreateAccount, useLoginLink, useOnboardingLink, usePaymentSetup } from '@/api/payments';
import type { AccountStatus } from '@/api/types';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { redirectTo } from '@/lib/redirect';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Fact } from '@/ui/facts';
import { Options, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

const ID_SHOWN = 8;

function showFailure(title: string, error: unknown, fallback: string): void {
  const explained = error instanceof ApiError && (error.explained || error.status === 0);
  toast({ title, description: explained ? error.sentence : fallback, destructive: true });
}

/** Return whether an error means that the installation's Stripe keys are missing. */
export function needsKey(error: unknown): boolean {
  return error instanceof ApiError && 'needsStripeKey' in error.extra;
}

interface Props {
  status: AccountStatus;
  /** Reloads the account status from the provider. */
  onRefresh: () => void;
  refreshing: boolean;
  /** Called when the installation's keys turn out to be missing. */
  onNoKey: () => void;
}

/** The business's Stripe account in its current state. */
export function ConnectedAccount(props: Props) {
  const { hasAccount, detailsSubmitted, chargeModel } = props.status;
  if (!hasAccount) return <NoAccount {...props} />;
  if (!detailsSubmitted) return <Unfinished {...props} />;
  return (
    <>
      <Connected {...props} />
      {chargeModel === 'destination' ? <Replace {...props} /> : null}
    </>
  );
}

/** Creates an account, the first or a replacement, and shows the result in a toast. */
function useConnect(onNoKey: () => void, replace: boolean) {
  const create = useCreateAccount();
  const connect = (country: string) =>
    create.mutate(
      { country, replace },
      {
        onSuccess: () =>
          toast({ title: 'Account created', description: 'Complete onboarding to accept card payments.' }),
        onError: (error) => {
          showFailure(
            'Error creating account',
            error,
            'An error occurred while creating your Stripe account.',
          );
          if (needsKey(error)) onNoKey();
        },
      },
    );
  return { connect, isPending: create.isPending };
}

/** The country of the business, which is fixed once the account is created. */
function CountryField({
  codes,
  value,
  onChange,
}: {
  codes: readonly string[];
  value: string;
  onChange: (code: string) => void;
}) {
  return (
    <Field label="Country of your business" hint="You can't change this later." className="max-w-xs">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <Options of={countryChoices(codes).map(({ code, name }) => [code, name])} />
      </Select>
    </Field>
  );
}

/** The platform's fee on each payment, before and after connecting. */
function PlatformFee({ status }: { status: AccountStatus }) {
  const { data: setup } = usePaymentSetup();
  return <p className="text-soft text-sm">{feeSentence(status.platformFee, setup?.currency ?? 'USD')}</p>;
}

function NoAccount({ status, onNoKey }: Props) {
  const [country, setCountry] = useState(status.country ?? 'US');
  const { connect, isPending } = useConnect(onNoKey, false);
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Get Paid by Card"
        description="Connect a Stripe account so that customers can pay deposits and balances online."
      />
      <CardBody className="grid gap-5">
        <ul className="grid gap-2 text-sm">
          <Advantage>
            Payments go to your own Stripe account, and from there to your bank. Your name is on your
            customers' card statements.
          </Advantage>
          <Advantage>Each booking shows how much was paid and how much is due, automatically.</Advantage>
          <Advantage>Card details stay with Stripe.</Advantage>
        </ul>
        <CountryField codes={status.countries} value={country} onChange={setCountry} />
        <PlatformFee status={status} />
        <Button className="justify-self-start" pending={isPending} onClick={() => connect(country)}>
          <CreditCard aria-hidden="true" />
          {isPending ? 'Connecting...' : 'Connect with Stripe'}
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

interface AtStripeProps extends Props {
  link: ReturnType<typeof useLoginLink>;
  label: string;
  failed: string;
}

/** Opens the account's pages at Stripe, and refreshes its status. */
function AtStripe({ link, label, failed, onNoKey, onRefresh, refreshing }: AtStripeProps) {
  const go = () =>
    link.mutate(undefined, {
      onSuccess: redirectTo,
      onError: (error) => {
        showFailure('Error generating link', error, failed);
        if (needsKey(error)) onNoKey();
      },
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={link.isSuccess} pending={link.isPending} onClick={go}>
        {link.isPending || link.isSuccess ? 'Opening Stripe...' : label}
      </Button>
      <Button kind="secondary" pending={refreshing} pendingLabel="Refreshing..." onClick={onRefresh}>
        Refresh Status
      </Button>
    </div>
  );
}

function Unfinished({ description, ...props }: Props & { description?: string }) {
  const { status } = props;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Stripe Account"
        description={
          description ?? 'Your account is created. Stripe needs to verify your details before it can pay you.'
        }
        aside={<Badge tone="yellow">Onboarding not finished</Badge>}
      />
      <CardBody className="grid gap-5">
        <dl className="text-sm">
          <AccountId status={status} />
        </dl>
        <AtStripe
          {...props}
          link={useOnboardingLink()}
          label="Complete Onboarding"
          failed="An error occurred while generating the onboarding link."
        />
      </CardBody>
    </Card>
  );
}

function Connected(props: Props) {
  const { status } = props;
  const ready = status.chargesEnabled && status.payoutsEnabled;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Stripe Account"
        description={
          ready
            ? 'Your customers can pay by card.'
            : 'Stripe is still reviewing your details or needs more information. See Manage Account for details.'
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
        <Requirements status={status} />
        <OtherCurrency status={status} />
        <PlatformFee status={status} />
        <AtStripe
          {...props}
          link={useLoginLink()}
          label="Manage Account"
          failed="An error occurred while generating the login link."
        />
      </CardBody>
    </Card>
  );
}

/** Information that Stripe requires; payments or payouts stop if it is not provided. */
function Requirements({ status: { requirements, requirementsDueBy } }: { status: AccountStatus }) {
  const format = useFormat();
  if (requirements.length === 0) return null;
  return (
    <div className="rounded-lg border border-amber-line bg-amber-wash px-4 py-3 text-sm">
      <p className="font-medium text-amber">
        {requirementsDueBy === null
          ? 'Stripe needs from you:'
          : `Stripe needs from you by ${formatMoment(format, requirementsDueBy)}:`}
      </p>
      <ul className="mt-1 list-inside list-disc">
        {requirementNames(requirements).map((name) => (
          <li key={name} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Warns that Stripe converts every payment, because the account has another currency than the prices. */
function OtherCurrency({ status }: { status: AccountStatus }) {
  const { currency, businessCurrency, currencyDiffers } = status;
  if (!currencyDiffers || currency === null) return null;
  return (
    <div className="rounded-lg border border-amber-line bg-amber-wash px-4 py-3 text-sm">
      <p className="font-medium text-amber">
        Your prices are in {businessCurrency}, but your Stripe account is in {currency}.
      </p>
      <p className="mt-1">
        Stripe converts each payment to {currency}, usually for a fee, and charges its fees in {currency}. To
        avoid this, add a bank account for {businessCurrency} in your Stripe account.
      </p>
    </div>
  );
}

/** Offers to replace an Express account with a standard one that receives payments directly. */
function Replace(props: Props) {
  const { status, onNoKey } = props;
  const [country, setCountry] = useState(status.country ?? 'US');
  const { connect, isPending } = useConnect(onNoKey, true);
  if (status.successor !== null) {
    return (
      <Unfinished
        {...props}
        status={{ ...status, accountId: status.successor }}
        description="Your new account will replace the one above once it can accept payments."
      />
    );
  }
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Your Own Stripe Account"
        description="You have a Stripe Express account. With your own account, you get the full Stripe Dashboard and can respond to disputes there."
      />
      <CardBody className="grid gap-5">
        <p className="text-sm">
          Nothing changes until the new account can accept payments. Payments you have received stay where
          they are, and you can refund them here as before.
        </p>
        <CountryField codes={status.countries} value={country} onChange={setCountry} />
        <Button
          kind="secondary"
          className="justify-self-start"
          pending={isPending}
          pendingLabel="Connecting..."
          onClick={() => connect(country)}
        >
          Set Up Your Own Account
        </Button>
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

const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** Countries where accounts can be created, sorted by name. */
export function countryChoices(codes: readonly string[]): { readonly code: string; readonly name: string }[] {
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Describe the platform's fee on each payment. */
export function feeSentence(
  { percent, fixed, onRefund }: AccountStatus['platformFee'],
  currency: string,
): string {
  const parts = [percent > 0 ? `${percent}%` : '', fixed > 0 ? formatMoney(fixed, currency) : ''].filter(
    Boolean,
  );
  if (parts.length === 0) return "We don't charge a fee. Stripe charges you its standard fees.";
  const back =
    onRefund === 'return'
      ? 'If you refund a payment, we return our fee.'
      : 'If you refund a payment, our fee is not returned.';
  return `We charge ${parts.join(' + ')} of each card payment. ${back} Stripe charges you its standard fees.`;
}

/**
 * Return requirement codes as words: `individual.verification.document` is "individual verification
 * document".
 */
export function requirementNames(codes: readonly string[]): string[] {
  return codes.map((code) => code.replaceAll(/[._]/g, ' '));
}
