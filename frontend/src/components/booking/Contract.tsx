import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  type ContractOf,
  type ContractSigner,
  type Contract as ContractState,
  contractFile,
  useContract,
  useCountersign,
  useRemindSigner,
} from '@/api/contracts';
import { sentenceOf } from '@/api/errors';
import { LinkField } from '@/components/LinkField';
import { formatMoment } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/toast-store';

const ContractDialog = lazy(async () => ({ default: (await import('./ContractDialog')).ContractDialog }));

const STATES: Record<ContractState['state'], { word: string; tone: BadgeTone }> = {
  not_needed: { word: 'Not needed', tone: 'neutral' },
  draft: { word: 'Not sent', tone: 'yellow' },
  waiting: { word: 'Waiting for signature', tone: 'yellow' },
  signed: { word: 'Signed', tone: 'green' },
  declined: { word: 'Declined', tone: 'red' },
  expired: { word: 'Expired', tone: 'red' },
};

export interface ContractProps {
  of: ContractOf;
  /** The first signer. */
  customer: { name: string; email: string };
  /** True for a canceled booking and a declined quote. */
  closed: boolean;
  currency: string;
}

/**
 * The contract of a booking or quote: its state, its signers with their links, and what changed since it was
 * signed.
 */
export function Contract({ currency, ...props }: ContractProps) {
  const format = useFormat();
  const { data: contract } = useContract(props.of);
  if (contract === undefined) return null;
  const { state, signers, binding, waiting } = contract;
  const { word, tone } = STATES[state];
  if (signers === undefined || signers === null) {
    if (state === 'not_needed') return null;
    return (
      <Section title="Contract">
        <Badge tone={tone}>{contract.signed ? 'Signed' : 'Not signed'}</Badge>
      </Section>
    );
  }
  return (
    <Section title="Contract">
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{word}</Badge>
          {binding && waiting ? (
            <span className="text-soft">
              {formatMoney(waiting.total, currency)} waits for signature. Version {binding.version} with{' '}
              {formatMoney(binding.total, currency)} is valid until then.
            </span>
          ) : null}
        </p>
        <Differences contract={contract} />
        {state === 'declined' ? (
          <p className="wrap-anywhere">
            {contract.declinedBy}: {contract.declineReason}
          </p>
        ) : null}
        {signers.map((signer) => (
          <Signer key={signer.link} signer={signer} format={format} />
        ))}
        <Actions {...props} contract={contract} />
      </div>
    </Section>
  );
}

/** What changed since the version that everyone signed. */
function Differences({ contract: { differences } }: { contract: ContractState }) {
  if (!differences || differences.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {differences.map(({ field, label, fromText, toText }) => (
        <li key={field} className="wrap-anywhere">
          {label}: {fromText} → {toText}
        </li>
      ))}
    </ul>
  );
}

function Signer({ signer, format }: { signer: ContractSigner; format: Format }) {
  const { name, role, state, signedAt, openedAt, isNext, link, email, emailFailed } = signer;
  const done = {
    signed: signedAt === null ? 'Signed' : `Signed on ${formatMoment(format, signedAt)}`,
    declined: 'Declined',
    waiting: openedAt === null ? 'Not opened yet' : `Opened on ${formatMoment(format, openedAt)}`,
  };
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">
        {name} <span className="text-soft">({role})</span>
        <span className="block text-soft text-sm">{done[state]}</span>
        {emailFailed && state === 'waiting' ? (
          <span className="block text-danger text-sm">
            The email to {email} was not delivered. Correct the address, or copy the link.
          </span>
        ) : null}
      </p>
      {isNext ? <LinkField link={link} label={`Link for ${name}`} /> : null}
    </div>
  );
}

function Actions({
  of,
  customer,
  closed,
  contract,
}: Omit<ContractProps, 'currency'> & { contract: ContractState }) {
  const [sending, setSending] = useState(false);
  const remind = useRemindSigner(of);
  const countersign = useCountersign(of);
  const { state } = contract;
  const hasSigners = (contract.signers ?? []).length > 0;
  const next = contract.signers?.find((signer) => signer.isNext);
  const failed = (error: unknown) =>
    toast({ title: 'That didn’t work', description: sentenceOf(error), destructive: true });
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'signed' || closed ? null : (
        <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setSending(true)}>
          {hasSigners ? 'Send Again' : 'Send Contract'}
        </Button>
      )}
      {next?.email ? (
        <Button
          kind="secondary"
          size="sm"
          disabled={remind.isPending}
          onClick={() =>
            remind.mutate(undefined, {
              onSuccess: () => toast({ title: 'Sending a reminder', description: `To ${next.email}` }),
              onError: failed,
            })
          }
        >
          Send Reminder
        </Button>
      ) : null}
      {contract.awaitsCountersignature ? (
        <Button
          size="sm"
          disabled={countersign.isPending}
          onClick={() =>
            countersign.mutate(undefined, {
              onSuccess: () => toast({ title: 'Contract signed' }),
              onError: failed,
            })
          }
        >
          Countersign
        </Button>
      ) : null}
      {hasSigners ? (
        <Button asChild kind="secondary" size="sm">
          <a href={contractFile(of, 'contract')} download>
            <Download aria-hidden="true" />
            Contract PDF
          </a>
        </Button>
      ) : null}
      {contract.binding ? (
        <Button asChild kind="secondary" size="sm">
          <a href={contractFile(of, 'certificate')} download>
            <Download aria-hidden="true" />
            Certificate PDF
          </a>
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {sending ? (
          <ContractDialog of={of} customer={customer} contract={contract} onClose={() => setSending(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
