import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import { initialsId } from './ContractDocument';
import { contractAddress, type PublicContract } from './contract-calls';
import { DrawnSignature } from './DrawnSignature';
import { FormError, SendButton, TextField } from './fields';
import { card, heading, primaryButton, textLink } from './looks';

const LONGEST_NAME = 200;

interface SignFormProps {
  token: string;
  contract: PublicContract;
  initials: Readonly<Record<string, string>>;
  /** True once the end of the document was on screen. */
  isRead: boolean;
  /** The initials of a section are missing; its field has been focused. */
  onMissing: (index: number) => void;
  onSigned: (to: PublicContract) => void;
  /** The contract has changed since it was opened. */
  onOutdated: () => void;
}

interface Problem {
  readonly sentence: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs the contract with a typed name, and a drawn signature if the signer prefers one. */
export function SignForm({
  token,
  contract,
  initials,
  isRead,
  onMissing,
  onSigned,
  onOutdated,
}: SignFormProps) {
  const [name, setName] = useState('');
  const [drawn, setDrawn] = useState<string | null>();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const sign = async (event: FormEvent) => {
    event.preventDefault();
    if (drawn === null) {
      setProblem({ sentence: null, fields: { image: 'Draw your signature, or type your name only' } });
      return;
    }
    setProblem(undefined);
    const entered = given(initials);
    const missing = contract.document.sections.find((part) => part.initials && !(part.index in entered));
    if (missing !== undefined) {
      onMissing(missing.index);
      document.getElementById(initialsId(missing.index))?.focus();
      return;
    }
    setSending(true);
    const { version } = contract;
    try {
      const body = { name, image: drawn, initials: entered, readToEnd: true, version };
      onSigned(await callPublicly<PublicContract>(contractAddress(token, '/sign'), { body }));
    } catch (error) {
      setSending(false);
      const fields = error instanceof ApiError ? error.fields : {};
      setProblem({ sentence: sentenceOf(error), fields });
      if (error instanceof ApiError && error.code === 'contract_changed') onOutdated();
    }
  };
  const fields = problem?.fields ?? {};
  return (
    <form noValidate className={`${card} grid gap-4`} onSubmit={(event) => void sign(event)}>
      <h2 className={heading}>Sign</h2>
      <TextField
        id="name"
        label="Your full name"
        error={fields.name}
        value={name}
        onChange={setName}
        maxLength={LONGEST_NAME}
        autoComplete="name"
      />
      {drawn === undefined ? (
        <p>
          <button type="button" className={textLink} onClick={() => setDrawn(null)}>
            Draw Signature
          </button>
        </p>
      ) : (
        <>
          <DrawnSignature error={fields.image} onChange={setDrawn} />
          <p>
            <button type="button" className={textLink} onClick={() => setDrawn(undefined)}>
              Type Name Only
            </button>
          </p>
        </>
      )}
      <FormError message={problem?.sentence} />
      {isRead ? null : (
        <p id="unread" className="text-soft text-sm">
          Scroll to the end of the contract to sign it.
        </p>
      )}
      <SendButton
        sending={sending}
        meanwhile="Signing…"
        className={primaryButton}
        disabled={sending || !isRead}
        aria-describedby={isRead ? undefined : 'unread'}
      >
        Sign Contract
      </SendButton>
      <p className="text-soft text-sm">
        {contract.companyName} stores the time, your IP address and your browser with the signature.
      </p>
    </form>
  );
}

/** Return the initials that were entered. */
function given(initials: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(initials).filter(([, text]) => text.trim() !== ''));
}
