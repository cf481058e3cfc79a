import { ArrowLeft, Download } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useImportInventory } from '@/api/inventory';
import type { ImportInput, ImportOut, InventoryItem } from '@/api/types';
import { tellFailed } from '@/components/tell-failed';
import type { Failure } from '@/lib/failure';
import { type Format, useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FailureAlert } from '@/ui/FailureAlert';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';
import { useUnsaved } from '@/ui/UnsavedGuard';
import { ImportRows } from './ImportRows';
import { type ImportSummary, inWords, isRefused, pricesInWords, summaryOf } from './import-preview';

export interface ImportDialogProps {
  title: string;
  description: string;
  /** The import request without `apply`; null if the form has errors. */
  request: () => ImportInput | null;
  /** The form. It stays mounted during the preview and keeps its values. */
  children: ReactNode;
  /** Text beside the form's buttons. */
  note?: ReactNode;
  items: readonly InventoryItem[];
  currency: string;
  /** True if rows have line numbers that users can look up. */
  numbered: boolean;
  /** True if the form has input that closing would lose. */
  unsaved: boolean;
  onClose: () => void;
}

/** Imports many letters in three steps: form, preview, import. Nothing changes before the last step. */
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
  const [submitted, setSubmitted] = useState<ImportInput | null>(null);
  const [seen, setSeen] = useState<ImportOut | null>(null);
  const [setListPrice, setSetListPrice] = useState(true);
  const pending = preview.isPending || apply.isPending;
  const { leave, question } = useUnsaved(unsaved);

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = request();
    preview.reset();
    if (input !== null) {
      setSubmitted(input);
      preview.mutate({ ...input, apply: false }, { onSuccess: setSeen });
    }
  };
  const doIt = () => {
    if (submitted === null || seen === null) {
      return;
    }
    // Skip only errors that the user has seen: a new error returns to the preview first.
    const partial = summaryOf(seen.rows).refused > 0;
    const prices = seen.sizePrices.length > 0 && setListPrice ? { setListPrice } : {};
    apply.mutate(
      { ...submitted, apply: true, ...(partial ? { partial } : {}), ...prices },
      {
        onSuccess: (answer) => {
          if (answer.applied && summaryOf(answer.rows).refused > 0) {
            setSeen(answer);
          } else if (answer.applied) {
            const summary = summaryOf(answer.rows);
            toast({
              title: summary.added > 0 ? 'Inventory added' : 'Inventory updated',
              description: inWords(summary, 'after'),
            });
            onClose();
          } else {
            // A booking came in meanwhile: the rows show the conflict.
            setSeen(answer);
          }
        },
        onError: tellFailed('Failed to add inventory'),
      },
    );
  };
  const back = () => {
    apply.reset();
    setSeen(null);
  };

  return (
    <Dialog
      onClose={() => pending || (seen?.applied === true ? onClose() : leave(onClose))}
      title={title}
      description={description}
      className="sm:max-w-2xl"
    >
      {seen === null ? (
        <form onSubmit={look} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody>{children}</DialogBody>
          <FormError error={preview.error} />
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
            <Button type="submit" pending={pending} pendingLabel="Checking...">
              Preview
            </Button>
          </DialogFooter>
        </form>
      ) : (
        <Preview
          seen={seen}
          setListPrice={setListPrice}
          onSetListPrice={setSetListPrice}
          items={items}
          currency={currency}
          numbered={numbered}
          pending={apply.isPending}
          error={apply.error}
          onBack={back}
          onApply={doIt}
          onClose={onClose}
        />
      )}
      {question}
    </Dialog>
  );
}

interface PreviewProps extends Pick<ImportDialogProps, 'items' | 'currency' | 'numbered'> {
  seen: ImportOut;
  setListPrice: boolean;
  onSetListPrice: (on: boolean) => void;
  pending: boolean;
  error: unknown;
  onBack: () => void;
  onApply: () => void;
  onClose: () => void;
}

function Preview({
  seen,
  setListPrice,
  onSetListPrice,
  items,
  currency,
  numbered,
  pending,
  error,
  onBack,
  onApply,
  onClose,
}: PreviewProps) {
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, applied, refusedCsv, sizePrices, pricesIgnored } = seen;
  const summary = summaryOf(rows);
  const { added, changed, refused } = summary;
  const nothing = added + changed === 0;
  const { title, text } = headingOf(summary, applied);
  // The form is unmounted, so move the focus to the preview that replaced it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows move the focus again.
  useEffect(() => heading.current?.focus(), [rows]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be keyboard accessible. */}
      <section aria-label="Preview" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          {title}
        </h3>
        <p className="mt-1 text-soft text-sm">{text}</p>
        {refused > 0 && numbered && refusedCsv !== null ? (
          <Button asChild kind="secondary" size="sm" className="mt-3">
            <a
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(refusedCsv)}`}
              download="to-correct.csv"
            >
              <Download aria-hidden="true" />
              Download Rows with Errors
            </a>
          </Button>
        ) : null}
        {applied || sizePrices.length === 0 ? null : (
          <div className="mt-4">
            <SwitchField
              label={`Charge ${pricesInWords(format, sizePrices, currency, 'price')}`}
              hint={
                setListPrice
                  ? `Updates your price list, which is ${pricesInWords(format, sizePrices, currency, 'before')} now. All letters of a size have the same price.`
                  : `These prices won't be used. Your price list charges ${pricesInWords(format, sizePrices, currency, 'before')}.`
              }
              checked={setListPrice}
              onChange={onSetListPrice}
            />
          </div>
        )}
        {pricesIgnored && !applied ? (
          <p className="mt-4 rounded-md border border-line bg-surface px-3 py-2.5 text-sm">
            <span className="font-medium">Some of these prices won't be used.</span> Your price list charges
            the same for all letters of a size. To price letters individually, change that in Settings,
            Pricing.
          </p>
        ) : null}
        <ImportRows
          rows={applied ? rows.filter((row) => isRefused(row)) : rows}
          items={items}
          currency={currency}
          numbered={numbered}
        />
      </section>
      <FormError error={error} />
      <DialogFooter>
        {applied ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button kind="quiet" className="mr-auto" disabled={pending} onClick={onBack}>
              <ArrowLeft aria-hidden="true" />
              Back
            </Button>
            {nothing ? null : (
              <Button pending={pending} pendingLabel="Saving..." onClick={onApply}>
                {applyLabel(summary)}
              </Button>
            )}
          </>
        )}
      </DialogFooter>
    </>
  );
}

function headingOf(summary: ImportSummary, applied: boolean): { title: string; text: string } {
  const { added, changed, refused } = summary;
  const nothing = added + changed === 0;
  if (applied) {
    return {
      title: `${counted(refused, 'row')} ${refused === 1 ? 'wasn’t' : 'weren’t'} imported`,
      text: `${inWords(summary, 'after')} Correct the rows below and import them again.`,
    };
  }
  if (refused > 0) {
    return {
      title: `${counted(refused, 'row')} can’t be imported`,
      text: nothing
        ? 'Nothing has changed. Go back and correct the marked rows.'
        : 'Nothing has changed yet. Go back and correct the marked rows, or import the other rows now and fix these later.',
    };
  }
  return nothing
    ? { title: 'No changes', text: 'Your inventory already matches this list.' }
    : {
        title: inWords(summary, 'before'),
        text: 'Please review. Nothing has changed yet.',
      };
}

function applyLabel({ added, changed, refused }: ImportSummary): string {
  if (refused > 0) {
    return `Import ${counted(added + changed, 'Valid Row')}`;
  }
  if (changed === 0) {
    return `Add ${counted(added, 'Letter')}`;
  }
  return added === 0 ? `Change ${counted(changed, 'Letter')}` : `Add ${added} and Change ${changed}`;
}

function FormError({ error }: { error: unknown }) {
  const format = useFormat();
  return error === null ? null : (
    <div className="px-5 pb-4">
      <FailureAlert failure={faultOf(format, error)} />
    </div>
  );
}

/** The server's error message; for an error about the list as a whole, its specific reason. */
function faultOf(format: Format, error: unknown): Failure {
  const faults = error instanceof ApiError ? Object.values(error.fields) : [];
  const [only] = faults;
  return faults.length === 1 && only !== undefined
    ? { sentence: only, details: [] }
    : { ...failureOf(format, error), details: faults };
}
