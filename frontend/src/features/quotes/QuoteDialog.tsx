import { useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { useQuote } from '@/api/quotes';
import type { QuoteDetails } from '@/api/types';
import { SignStage } from '@/booking-parts/SignStage';
import { formatDay } from '@/lib/dates';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';
import { actionsFor, labelOf, nameOf, type QuoteAction } from './actions';
import { QuoteMenu } from './QuoteMenu';
import { QuoteSections } from './QuoteSections';
import { StatusBadge } from './StatusBadge';
import type { QuoteActions } from './useQuoteActions';
import { VersionDialog } from './VersionDialog';

export interface QuoteDialogProps {
  id: number;
  /** Whether it is to be sent as soon as it is shown. */
  send: boolean;
  /** That has been asked: it is not asked again after a reload. */
  onSendAsked: () => void;
  currency: string;
  actions: QuoteActions;
  onClose: () => void;
  hrefOf: (id: number) => string;
}

/** All there is to know about a quote, and what can be done with it. Stays open and shows what came of it. */
export function QuoteDialog({ id, send, onSendAsked, currency, actions, onClose, hrefOf }: QuoteDialogProps) {
  const { data: quote, error, refetch } = useQuote(id);
  const { run } = actions;
  const asked = useRef(false);
  useEffect(() => {
    if (!send || quote === undefined || asked.current) return;
    asked.current = true;
    run('send', quote);
    onSendAsked();
  }, [send, quote, run, onSendAsked]);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={quote === undefined ? 'Quote' : nameOf(quote)}
      description={quote === undefined ? undefined : `Written ${formatDay(quote.createdAt)}`}
      className="sm:max-w-3xl"
    >
      {quote !== undefined ? (
        <Details quote={quote} currency={currency} actions={actions} hrefOf={hrefOf} />
      ) : (
        <>
          <DialogBody>
            {error === null ? (
              <Loading />
            ) : error instanceof ApiError && error.status === 404 ? (
              <Alert title={error.sentence}>It may belong to another account, or have been deleted.</Alert>
            ) : (
              <LoadError
                title="This quote could not be loaded"
                sentence={sentenceOf(error)}
                onRetry={refetch}
              />
            )}
          </DialogBody>
          <DialogFooter>
            <Button kind="secondary" onClick={onClose}>
              Close
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

/** The two actions of each state that have a button; the first is the one to be expected next. */
const foremost: Readonly<Record<QuoteDetails['status'], readonly QuoteAction[]>> = {
  draft: ['send', 'book'],
  sent: ['copy', 'book'],
  seen: ['copy', 'book'],
  expired: ['send', 'edit'],
  declined: ['edit', 'duplicate'],
  accepted: ['openBooking'],
};

function Details({
  quote,
  currency,
  actions,
  hrefOf,
}: { quote: QuoteDetails } & Pick<QuoteDialogProps, 'currency' | 'actions' | 'hrefOf'>) {
  const [shown, setShown] = useState<number | null>(null);
  const state = useRef<HTMLDivElement>(null);
  const busy = actions.busyId === quote.id;
  const { status, changedSinceSent, sentVersion } = quote;

  // The button that was pressed goes with the old state; the focus moves to the words of the new one.
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    const timer = setTimeout(() => state.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, [status]);

  const buttons = foremost[status].filter((action) => actionsFor(quote).includes(action));
  const missing = status === 'accepted' ? [] : quote.fit.shortages.map(({ letter }) => letter);
  return (
    <>
      <DialogBody className="p-0">
        <SignStage
          message={quote.message}
          size={quote.size}
          missing={missing}
          lit={status !== 'declined' && status !== 'expired'}
          height={72}
        />
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-5 py-2.5">
          <div
            ref={state}
            tabIndex={-1}
            role="status"
            className="flex flex-1 flex-wrap items-center gap-2 rounded-sm text-sm outline-none"
          >
            <StatusBadge quote={quote} />
            {changedSinceSent && quote.link !== null && status === 'draft' ? (
              <span className="text-soft">Your customer sees version {sentVersion}.</span>
            ) : null}
          </div>
          <QuoteMenu quote={quote} onAction={actions.run} without={buttons} />
        </div>
        <QuoteSections quote={quote} currency={currency} hrefOf={hrefOf} onVersion={setShown} />
      </DialogBody>
      <DialogFooter>
        {buttons.toReversed().map((action, index) => (
          <Button
            key={action}
            kind={index === buttons.length - 1 ? 'primary' : 'secondary'}
            disabled={busy}
            aria-busy={busy}
            onClick={() => actions.run(action, quote)}
          >
            {labelOf(action, quote)}
          </Button>
        ))}
      </DialogFooter>
      {shown === null ? null : (
        <VersionDialog id={quote.id} version={shown} currency={currency} onClose={() => setShown(null)} />
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the quote</span>
      <Skeleton className="h-36" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
