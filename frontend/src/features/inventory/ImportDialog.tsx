import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useImportInventory } from '@/api/inventory';
import type { ImportInput, ImportRowAnswer, InventoryItem } from '@/api/types';
import type { Failure } from '@/lib/failure';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FailureAlert } from '@/ui/FailureAlert';
import { toast } from '@/ui/toast-store';
import { useUnsaved } from '@/ui/UnsavedGuard';
import { ImportRows } from './ImportRows';
import { inWords, summaryOf } from './import-preview';

export interface ImportDialogProps {
  title: string;
  description: string;
  /** What is asked for, without `apply`; null when the form has something to say first. */
  request: () => ImportInput | null;
  /** The form. It keeps what was typed while the preview is looked at. */
  children: ReactNode;
  /** A line beside the buttons of the form. */
  note?: ReactNode;
  items: readonly InventoryItem[];
  currency: string;
  /** True where the rows have line numbers that a person can find again. */
  numbered: boolean;
  /** True while the form holds something that closing would lose. */
  unsaved: boolean;
  onClose: () => void;
}

/** Many letters at once: a form, then a look at what would happen, then the deed. Nothing changes before that. */
export function ImportDialog({
  title,
  description,
  request,
  children,
  note,
  items,
  currency,
  numbered,
  unsaved,
  onClose,
}: ImportDialogProps) {
  const preview = useImportInventory();
  const apply = useImportInventory();
  const [asked, setAsked] = useState<ImportInput | null>(null);
  const [rows, setRows] = useState<ImportRowAnswer[] | null>(null);
  const pending = preview.isPending || apply.isPending;
  const { leave, question } = useUnsaved(unsaved);

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = request();
    preview.reset();
    if (input !== null) {
      setAsked(input);
      preview.mutate({ ...input, apply: false }, { onSuccess: (answer) => setRows(answer.rows) });
    }
  };
  const doIt = () => {
    if (asked === null) {
      return;
    }
    apply.mutate(
      { ...asked, apply: true },
      {
        onSuccess: (answer) => {
          if (answer.applied) {
            const summary = summaryOf(answer.rows);
            toast({
              title: summary.added > 0 ? 'Inventory added' : 'Inventory updated',
              description: inWords(summary, 'after'),
            });
            onClose();
          } else {
            // A booking came in between: the rows say what is in the way now.
            setRows(answer.rows);
          }
        },
        onError: (error) =>
          toast({ title: 'Failed to add inventory', description: sentenceOf(error), destructive: true }),
      },
    );
  };
  const back = () => {
    apply.reset();
    setRows(null);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || pending || leave(onClose)}
      title={title}
      description={description}
      className="sm:max-w-2xl"
    >
      {rows === null ? (
        <form onSubmit={look} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody>{children}</DialogBody>
          <Fault error={preview.error} />
          <DialogFooter>
            {note === undefined ? null : <div className="mr-auto">{note}</div>}
            <Button
              kind="secondary"
              className="max-sm:hidden"
              disabled={pending}
              onClick={() => leave(onClose)}
            >
              Cancel
            </Button>
            <Button type="submit" disabled={pending} aria-busy={pending}>
              {pending ? 'Checking...' : 'Preview'}
            </Button>
          </DialogFooter>
        </form>
      ) : (
        <Preview
          rows={rows}
          items={items}
          currency={currency}
          numbered={numbered}
          pending={apply.isPending}
          error={apply.error}
          onBack={back}
          onApply={doIt}
        />
      )}
      {question}
    </Dialog>
  );
}

interface PreviewProps extends Pick<ImportDialogProps, 'items' | 'currency' | 'numbered'> {
  rows: readonly ImportRowAnswer[];
  pending: boolean;
  error: unknown;
  onBack: () => void;
  onApply: () => void;
}

function Preview({ rows, items, currency, numbered, pending, error, onBack, onApply }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = summaryOf(rows);
  const { added, changed, refused } = summary;
  const nothing = added + changed === 0;
  // The form is gone, so the keyboard and a screen reader go on at what took its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come anew are to be read anew.
  useEffect(() => heading.current?.focus(), [rows]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section aria-label="Preview" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          {refused > 0
            ? `${counted(refused, 'row')} cannot be taken`
            : nothing
              ? 'Nothing would change'
              : inWords(summary, 'before')}
        </h3>
        <p className="mt-1 text-soft text-sm">
          {refused > 0
            ? 'Nothing is changed until every row is right. Go back and correct what is marked.'
            : nothing
              ? 'Your inventory says all of this already.'
              : 'This is what will happen. Nothing has changed yet.'}
        </p>
        <ImportRows rows={rows} items={items} currency={currency} numbered={numbered} />
      </section>
      <Fault error={error} />
      <DialogFooter>
        <Button kind="quiet" className="mr-auto" disabled={pending} onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          Back
        </Button>
        {refused > 0 || nothing ? null : (
          <Button disabled={pending} aria-busy={pending} onClick={onApply}>
            {pending ? 'Saving...' : applyLabel(added, changed)}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

function applyLabel(added: number, changed: number): string {
  if (changed === 0) {
    return `Add ${counted(added, 'Letter')}`;
  }
  return added === 0 ? `Change ${counted(changed, 'Letter')}` : `Add ${added} and Change ${changed}`;
}

function Fault({ error }: { error: unknown }) {
  return error === null ? null : (
    <div className="px-5 pb-4">
      <FailureAlert failure={faultOf(error)} />
    </div>
  );
}

/** The server's sentence; where it names what is wrong with the list as a whole, that. */
function faultOf(error: unknown): Failure {
  const faults = error instanceof ApiError ? Object.values(error.fields) : [];
  const [only] = faults;
  return faults.length === 1 && only !== undefined
    ? { sentence: only, details: [] }
    : { ...failureOf(error), details: faults };
}
