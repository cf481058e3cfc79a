import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import { ContractDocument } from './ContractDocument';
import { contractAddress, type PublicContract, readContract } from './contract-calls';
import { DeclineContract } from './DeclineContract';
import { FormError } from './fields';
import { PlainLinkPage } from './LinkPage';
import { card, heading, primaryButton, secondaryButton } from './looks';
import { SignForm } from './SignForm';

/** Where a person reads a contract, agrees to electronic records, and signs or declines it. */
export function ContractPage({ token }: { token: string }) {
  return (
    <PlainLinkPage
      token={token}
      read={readContract}
      title="Your Contract"
      missing="This contract is not available"
      failed="We couldn’t load this contract"
    >
      {(contract, onChanged, load) => (
        <main className="mx-auto grid w-full max-w-2xl flex-1 content-start gap-5 px-4 py-8">
          <Head contract={contract} />
          <Body token={token} contract={contract} onChanged={onChanged} load={load} />
        </main>
      )}
    </PlainLinkPage>
  );
}

/** The contract's title. It is focused after each step, because the next one starts at the top. */
function Head({ contract }: { contract: PublicContract }) {
  const { state, signed, version, consent } = contract;
  const title = useRef<HTMLHeadingElement>(null);
  const opened = useRef(version);
  const step = `${state} ${signed} ${version} ${consent.givenAt !== null}`;
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) title.current?.focus();
    before.current = step;
  }, [step]);
  return (
    <header className="grid gap-1">
      <p className="break-words font-semibold text-soft">{contract.companyName}</p>
      <h1 ref={title} tabIndex={-1} className="font-semibold text-2xl tracking-tight outline-none">
        {titleOf(contract)}
      </h1>
      {state === 'waiting' && !signed && version !== opened.current ? (
        <p className="font-medium">
          The contract has changed since you opened this page. Please read it again.
        </p>
      ) : null}
      <p className="text-soft text-sm">{explanationOf(contract)}</p>
    </header>
  );
}

function titleOf({ state, signed, document }: PublicContract): string {
  if (state === 'declined') return 'This contract was declined';
  if (state === 'expired') return 'The deadline has passed';
  if (state === 'signed') return 'Your contract is signed';
  return signed ? 'Thanks for signing' : `${document.title} ${document.number}`;
}

function explanationOf(contract: PublicContract): string {
  const { state, signed, yourTurn, companyName, name, role } = contract;
  if (state === 'declined' || state === 'expired') return `Contact ${companyName} for a new contract.`;
  if (state === 'signed') return 'Everyone has signed. You can download the contract at any time.';
  if (signed) return 'We’ll email you a copy once everyone has signed.';
  if (!yourTurn) return 'Another person signs first. We’ll email you when it’s your turn.';
  return `Please read this contract and sign it at the end, ${name} (${role}).`;
}

interface BodyProps {
  token: string;
  contract: PublicContract;
  onChanged: (to: PublicContract) => void;
  load: () => Promise<void>;
}

function Body({ token, contract, onChanged, load }: BodyProps) {
  const mayAct = contract.state === 'waiting' && !contract.signed;
  const [initials, setInitials] = useState<Readonly<Record<string, string>>>({});
  const [isRead, setRead] = useState(false);
  const [missing, setMissing] = useState<number>();
  if (mayAct && contract.consent.givenAt === null) {
    return <Consent token={token} contract={contract} onChanged={onChanged} />;
  }
  const asksForInitials = mayAct && contract.yourTurn;
  // The new version has to be read and initialed from the start.
  const reload = () => {
    setRead(false);
    setInitials({});
    void load();
  };
  return (
    <>
      <Changes contract={contract} />
      <ContractDocument
        key={contract.version}
        contract={contract}
        initials={asksForInitials ? initials : null}
        missing={missing}
        onInitials={(index, text) => {
          setInitials({ ...initials, [index]: text });
          setMissing(undefined);
        }}
        onEnd={() => setRead(true)}
      />
      <a className={secondaryButton} href={contractAddress(token, '/contract.pdf')} download>
        Download PDF
      </a>
      {contract.signers.length > 1 ? <Signers contract={contract} /> : null}
      {asksForInitials ? (
        <SignForm
          token={token}
          contract={contract}
          initials={initials}
          isRead={isRead}
          onMissing={setMissing}
          onSigned={onChanged}
          onOutdated={reload}
        />
      ) : null}
      {mayAct ? (
        <DeclineContract
          token={token}
          version={contract.version}
          onDeclined={onChanged}
          onOutdated={reload}
        />
      ) : null}
    </>
  );
}

function Consent({ token, contract, onChanged }: Omit<BodyProps, 'load'>) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const agree = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      const body = { version: contract.consent.version };
      onChanged(await callPublicly<PublicContract>(contractAddress(token, '/consent'), { body }));
    } catch (error) {
      setProblem(sentenceOf(error));
      setSending(false);
    }
  };
  return (
    <section className={`${card} grid gap-4`}>
      <h2 className={heading}>Electronic records and signatures</h2>
      {contract.consent.text.split('\n\n').map((part) => (
        <p key={part} className="break-words">
          {part}
        </p>
      ))}
      <FormError message={problem} />
      <button
        type="button"
        className={primaryButton}
        disabled={sending}
        aria-busy={sending}
        onClick={() => void agree()}
      >
        {sending ? 'Opening…' : 'Agree and Continue'}
      </button>
    </section>
  );
}

/** Changes since the version that everyone signed. */
function Changes({ contract }: { contract: PublicContract }) {
  const { differences, binding, state } = contract;
  if (differences.length === 0 || binding === null || state === 'signed') return null;
  return (
    <section className={`${card} grid gap-3`}>
      <h2 className={heading}>What changed</h2>
      <p className="text-soft">{validUntilSigned(contract)}</p>
      <dl className="grid gap-2">
        {differences.map(({ field, label, fromText, toText }) => (
          <div key={field}>
            <dt className="font-medium text-sm">{label}</dt>
            <dd className="break-words">
              {fromText} → {toText}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Describes the version in effect until the changed one is signed, with both totals if they differ. */
function validUntilSigned({ binding, differences }: PublicContract): string {
  const total = differences.find(({ field }) => field === 'totalPrice');
  return total === undefined
    ? `Version ${binding?.version} stays in effect until everyone has signed this one.`
    : `${total.toText} waits for your signature. Version ${binding?.version}, with a total of ${total.fromText}, stays in effect until everyone has signed.`;
}

const STATES = { waiting: 'Not signed yet', signed: 'Signed', declined: 'Declined' };

function Signers({ contract }: { contract: PublicContract }) {
  return (
    <section className={`${card} grid gap-3`}>
      <h2 className={heading}>Signers</h2>
      <ol className="grid gap-2">
        {contract.signers.map((signer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: signers have no other key, and keep their order.
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <span className="break-words">
              {signer.name} <span className="text-soft">({signer.role})</span>
            </span>
            <span className="text-soft">{STATES[signer.state]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
