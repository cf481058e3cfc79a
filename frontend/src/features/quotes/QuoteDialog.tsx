import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { useQuote, useSetLostReason } from '@/api/quotes';
import type { LostReason, QuoteDetails } from '@/api/types';
import { LostReasons } from '@/components/booking/LostReasons';
import { oneSize, signMessage } from '@/components/booking/lines-text';
import { SignStage } from '@/components/booking/SignStage';
import { RecordDialog, RecordState } from '@/components/RecordDialog';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { quoteName } from '@/lib/status';
import { Button } from '@/ui/Button';
import { DialogBody, DialogFooter } from '@/ui/Dialog';
import { toast } from '@/ui/toast-store';
import { actionsFor, labelOf, type QuoteAction } from './actions';
import { QuoteMenu } from './QuoteMenu';
import { QuoteSections } from './QuoteSections';
import { StatusBadge } from './StatusBadge';
import type { QuoteActions } from './useQuoteActions';
import { VersionDialog } from './VersionDialog';

export interface QuoteDialogProps {
  id: number;
  /** Open the send dialog as soon as the quote is shown. */
  send: boolean;
  /** Called once the send dialog has opened, so that a reload does not open it again. */
  onSendAsked: () => void;
  currency: string;
  actions: QuoteActions;
  onClose: () => void;
  hrefOf: (id: number) => string;
}

/** Details of a quote and its actions. Stays open to show the result. */
export function QuoteDialog({ id, send, onSendAsked, currency, actions, onClose, hrefOf }: QuoteDialogProps) {
  const format = useFormat();
  const record = useQuote(id);
  const quote = record.data;
  const { run } = actions;
  const handled = useRef(false);
  useEffect(() => {
    if (!send || quote === undefined || handled.current) return;
    handled.current = true;
    run('send', quote);
    onSendAsked();
  }, [send, quote, run, onSendAsked]);
  return (
    <RecordDialog
      what="quote"
      title={quote === undefined ? 'Quote' : quoteName(quote)}
      description={quote === undefined ? undefined : `Created ${formatDay(format, quote.createdAt)}`}
      record={record}
      missing="It may belong to another account, or have been deleted."
      onClose={onClose}
    >
      {(quote) => <Details quote={quote} currency={currency} actions={actions} hrefOf={hrefOf} />}
    </RecordDialog>
  );
}

/** The two actions of each state that are shown as buttons; the first is the expected next step. */
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
  const busy = actions.busyId === quote.id;
  const { status, changedSinceSent, sentVersion } = quote;

  const buttons = foremost[status].filter((action) => actionsFor(quote).includes(action));
  const missing = status === 'accepted' ? [] : quote.fit.shortages.flatMap(({ letter }) => letter ?? []);
  return (
    <>
      <DialogBody className="p-0">
        <SignStage
          message={signMessage(quote)}
          size={oneSize(quote)}
          texts={quote.sign}
          missing={missing}
          lit={status !== 'declined' && status !== 'expired'}
          compact
        />
        <RecordState
          status={status}
          actions={<QuoteMenu quote={quote} onAction={actions.run} without={buttons} />}
          className="py-2.5"
        >
          <StatusBadge quote={quote} />
          {changedSinceSent && quote.link !== null && status === 'draft' ? (
            <span className="text-soft">Your customer sees version {sentVersion}.</span>
          ) : null}
        </RecordState>
        <LostReasonRow quote={quote} />
        <QuoteSections quote={quote} currency={currency} hrefOf={hrefOf} onVersion={setShown} />
      </DialogBody>
      <DialogFooter>
        {buttons.toReversed().map((action, index) => (
          <Button
            key={action}
            kind={index === buttons.length - 1 ? 'primary' : 'secondary'}
            pending={busy}
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

/** Question why a declined or expired quote was lost; nothing for other quotes. */
function LostReasonRow({ quote }: { quote: QuoteDetails }) {
  const save = useSetLostReason();
  if (quote.status !== 'declined' && quote.status !== 'expired') return null;
  const choose = (lostReason: LostReason | null) =>
    save.mutate(
      { id: quote.id, lostReason },
      { onError: (error) => toast({ title: 'The reason was not saved', description: sentenceOf(error) }) },
    );
  const shown = save.isPending ? save.variables.lostReason : quote.lostReason;
  return (
    <div className="border-line border-b px-5 py-3">
      <LostReasons value={shown} disabled={save.isPending} onChange={choose} />
    </div>
  );
}
