import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import { contractAddress, type PublicContract } from './contract-calls';
import { FormError, SendButton, TextBlock } from './fields';
import { card, secondaryButton, textLink } from './looks';

const LONGEST_REASON = 1000;

interface DeclineContractProps {
  token: string;
  /** The displayed version of the contract. */
  version: number;
  onDeclined: (to: PublicContract) => void;
  /** The contract has changed since it was opened. */
  onOutdated: () => void;
}

/** Declines the contract with a reason for the business. */
export function DeclineContract({ token, version, onDeclined, onOutdated }: DeclineContractProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<ApiError | Error>();
  if (!open) {
    return (
      <p className="text-center">
        <button type="button" className={textLink} onClick={() => setOpen(true)}>
          Decline Contract
        </button>
      </p>
    );
  }
  const decline = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      onDeclined(
        await callPublicly<PublicContract>(contractAddress(token, '/decline'), { body: { reason, version } }),
      );
    } catch (problem) {
      setSending(false);
      setError(problem instanceof Error ? problem : new Error(sentenceOf(problem)));
      if (problem instanceof ApiError && problem.code === 'contract_changed') onOutdated();
    }
  };
  const field = error instanceof ApiError ? error.fields.reason : undefined;
  return (
    <form noValidate className={`${card} grid gap-4`} onSubmit={(event) => void decline(event)}>
      <TextBlock
        id="reason"
        label="Reason for declining"
        error={field}
        value={reason}
        onChange={setReason}
        maxLength={LONGEST_REASON}
      />
      <FormError message={error === undefined || field !== undefined ? null : sentenceOf(error)} />
      <SendButton sending={sending} meanwhile="Sending…" className={secondaryButton}>
        Decline Contract
      </SendButton>
    </form>
  );
}
