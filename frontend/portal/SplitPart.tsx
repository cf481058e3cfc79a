import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { formatMoney } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { addShare, readShares, removeShare, type Share, type Shares } from './calls';
import { FormError, SendButton, TextField } from './fields';
import { secondaryButton, textLink } from './looks';
import { TryAgain } from './TryAgain';
import { useTyped } from './useTyped';

interface Props {
  token: string;
  /** Number of shares. */
  number: number;
}

/** Splits the payment: each person gets a link that pays their share and shows nothing else. */
export function SplitPart({ token, number }: Props) {
  const [open, setOpen] = useState(number > 0);
  const [shares, setShares] = useState<Shares | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  // The pressed button is removed from the page, so move focus to the list of shares.
  const section = useRef<HTMLElement | null>(null);
  const pressed = useRef(false);
  const show = (now: Shares) => {
    setShares(now);
    section.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers another load.
  useEffect(() => {
    if (!open) return;
    let over = false;
    readShares(token)
      .then((list) => {
        if (!over) setShares(list);
      })
      .catch((error: unknown) => {
        if (!over) setFailed(sentenceOf(error));
      });
    return () => {
      over = true;
    };
  }, [open, token, tries]);
  if (!open) {
    return (
      <button
        type="button"
        className={`${textLink} text-sm`}
        onClick={() => {
          pressed.current = true;
          setOpen(true);
        }}
      >
        Split the payment
      </button>
    );
  }
  const retry = () => {
    setFailed(null);
    setTries(tries + 1);
  };
  return (
    <section
      ref={(shown) => {
        section.current = shown;
        if (pressed.current) shown?.focus();
        pressed.current = false;
      }}
      aria-label="Split the payment"
      tabIndex={-1}
      className="grid gap-3 border-line border-t pt-3 outline-none"
    >
      <h3 className="font-semibold">Split the payment</h3>
      {shares === null ? (
        failed === null ? (
          <p role="status">Loading…</p>
        ) : (
          <FormError message={failed}>
            <TryAgain onClick={retry} />
          </FormError>
        )
      ) : (
        <>
          {shares.shares.length === 0 ? null : (
            <ul className="grid gap-3" aria-label="Shares">
              {shares.shares.map((share) => (
                <ShareRow
                  key={share.id}
                  token={token}
                  share={share}
                  currency={shares.currency}
                  onChanged={show}
                />
              ))}
            </ul>
          )}
          {shares.left >= shares.smallest ? (
            <NewShare key={shares.shares.length} token={token} shares={shares} onChanged={show} />
          ) : null}
        </>
      )}
    </section>
  );
}

const STATES: Record<Share['state'], string> = {
  open: 'Not paid yet',
  processing: 'Processing',
  paid: 'Paid',
};

interface RowProps {
  token: string;
  share: Share;
  currency: string;
  onChanged: (shares: Shares) => void;
}

function ShareRow({ token, share: { id, name, amount, state, link }, currency, onChanged }: RowProps) {
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const ask = (now: boolean) => {
    setConfirming(now);
    row.current?.focus();
  };
  const pass = async () => {
    const text = `Your share of ${formatMoney(amount, currency)}`;
    try {
      // Phones have their own share sheet; elsewhere the link is copied to the clipboard.
      if (typeof navigator.share === 'function') {
        await navigator.share({ text, url: link });
        return;
      }
      await navigator.clipboard.writeText(link);
      setAnnouncement('Link copied');
    } catch (error) {
      // AbortError: the customer closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setAnnouncement(`Copy this link: ${link}`);
    }
  };
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      onChanged(await removeShare(token, id));
    } catch (error) {
      setRefused(sentenceOf(error));
      setBusy(false);
      ask(false);
    }
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid gap-1 rounded-lg border border-line bg-raised px-4 py-3 text-sm outline-none"
    >
      <div className="flex justify-between gap-4">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <span className="tabular shrink-0">{formatMoney(amount, currency)}</span>
      </div>
      <span className={state === 'paid' ? 'text-good' : 'text-soft'}>{STATES[state]}</span>
      {state !== 'open' ? null : confirming ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <span>Remove this link? It will stop working.</span>
          <button type="button" className={textLink} disabled={busy} onClick={() => void remove()}>
            Yes, remove
          </button>
          <button type="button" className={textLink} onClick={() => ask(false)}>
            Keep the link
          </button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          <button
            type="button"
            className={textLink}
            aria-label={`Share the link with ${name}`}
            onClick={() => void pass()}
          >
            Share the link
          </button>
          <button type="button" className={textLink} aria-label={`Remove ${name}`} onClick={() => ask(true)}>
            Remove
          </button>
        </div>
      )}
      <p role="status" className="break-all text-good empty:absolute">
        {announcement}
      </p>
      {refused === null ? null : (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
    </li>
  );
}

interface NewProps {
  token: string;
  shares: Shares;
  onChanged: (shares: Shares) => void;
}

function NewShare({ token, shares: { left, smallest, currency }, onChanged }: NewProps) {
  const id = useId();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { texts, at } = useTyped({ name: '', amount: '' }, faults);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = texts.name.trim();
    const amount = amountOf(texts.amount);
    const errors = {
      ...(name === '' && { name: 'Enter who pays' }),
      ...((amount === null || amount < smallest || amount > left) && {
        amount: `Enter an amount from ${formatMoney(smallest, currency)} to ${formatMoney(left, currency)}`,
      }),
    };
    setFaults(errors);
    setRefused(null);
    if (amount === null || Object.keys(errors).length > 0 || busy) return;
    setBusy(true);
    try {
      onChanged(await addShare(token, name, amount));
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) setRefused(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField {...at('name')} id={`${id}-name`} label="Who pays?" maxLength={100} />
      <TextField
        {...at('amount')}
        id={`${id}-amount`}
        label={`Amount (${currency})`}
        inputMode="decimal"
        maxLength={15}
      />
      <p className="text-faint text-sm">{`${formatMoney(left, currency)} left to split.`}</p>
      <FormError message={refused} />
      <SendButton sending={busy} meanwhile="Creating link…" className={secondaryButton}>
        Create Link
      </SendButton>
    </form>
  );
}
