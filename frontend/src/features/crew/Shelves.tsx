import { type FormEvent, useId, useState } from 'react';
import { useFormat } from '@/lib/format';
import { finishBesideOthers, sizeName } from '@/lib/words';
import type { LetterToCount } from './actions';
import { button, card, choice, control, primary } from './looks';

const keyOf = ({ letter, size, finish }: LetterToCount) => `${letter} ${size} ${finish}`;

interface ShelvesProps {
  /** Letters along the shelves, with the counts of this phone. */
  rows: readonly LetterToCount[];
  onCount: (row: LetterToCount, counted: number) => Promise<void>;
}

/** Counts letters along the shelves: one tap if the expected number is there, else the number is entered. */
export function Shelves({ rows, onCount }: ShelvesProps) {
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const open = rows.filter(({ counted }) => counted === null);
  const record = async (row: LetterToCount, counted: number) => {
    try {
      await onCount(row, counted);
      setFailed(false);
      setEditing(null);
    } catch {
      setFailed(true);
    }
  };
  return (
    <main className="grid gap-4">
      <header className="grid gap-1">
        <h1 className="font-semibold text-2xl tracking-tight">Count the Shelves</h1>
        <p className="text-soft">
          {rows.length - open.length} of {rows.length} counted
        </p>
      </header>
      {failed ? (
        <p role="alert" className="text-danger">
          This phone could not store the count. Free some space and try again.
        </p>
      ) : null}
      {open.length === 0 ? (
        <p className={card}>Everything is counted. The differences are in the inventory, under Stocktakes.</p>
      ) : (
        <button
          type="button"
          aria-pressed={onlyOpen}
          className={button}
          onClick={() => setOnlyOpen(!onlyOpen)}
        >
          {onlyOpen ? 'Show All Letters' : 'Show Uncounted Letters Only'}
        </button>
      )}
      <ol className="grid gap-2">
        {(onlyOpen ? open : rows).map((row) => (
          <li
            key={keyOf(row)}
            className={`${card} flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2`}
          >
            <Letter row={row} />
            {editing === keyOf(row) ? (
              <Entry
                row={row}
                onCancel={() => setEditing(null)}
                onSubmit={(counted) => void record(row, counted)}
              />
            ) : (
              <div className="flex gap-2">
                <button
                  type="button"
                  aria-pressed={row.counted === row.expected}
                  className={`${choice} min-w-20`}
                  onClick={() => void record(row, row.expected)}
                >
                  {row.expected} There
                </button>
                <button type="button" className={`${choice} min-w-16`} onClick={() => setEditing(keyOf(row))}>
                  Other
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </main>
  );
}

function Letter({ row }: { row: LetterToCount }) {
  const format = useFormat();
  const difference = row.counted === null ? null : row.counted - row.expected;
  return (
    <div className="grid min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <b className="font-semibold text-xl">{row.name}</b>
        {difference === null ? null : (
          <span className={difference === 0 ? 'text-good' : 'font-semibold text-danger'}>
            {row.counted} of {row.expected}
          </span>
        )}
      </span>
      <span className="wrap-anywhere text-soft text-sm">
        {[row.slot, sizeName(format, row.size ?? ''), finishBesideOthers(format, row.finish ?? '')]
          .filter(Boolean)
          .join(', ')}
      </span>
    </div>
  );
}

interface EntryProps {
  row: LetterToCount;
  onCancel: () => void;
  onSubmit: (counted: number) => void;
}

function Entry({ row, onCancel, onSubmit }: EntryProps) {
  const id = useId();
  const [typed, setTyped] = useState(row.counted === null ? '' : String(row.counted));
  const [fault, setFault] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (/^[0-9]{1,5}$/.test(typed.trim())) onSubmit(Number(typed));
    else setFault(true);
  };
  return (
    <form noValidate className="grid w-full gap-2" onSubmit={submit}>
      <label className="grid gap-1 text-sm" htmlFor={id}>
        How many are there?
        <input
          id={id}
          className={control}
          inputMode="numeric"
          // biome-ignore lint/a11y/noAutofocus: opened by a tap on this letter.
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(false);
          }}
        />
      </label>
      {fault ? (
        <p role="alert" className="text-danger text-sm">
          Enter a whole number, for example 3.
        </p>
      ) : null}
      <button type="submit" className={primary}>
        Record
      </button>
      <button type="button" className={button} onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
