import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useBookQuote, useDeleteQuote, useDuplicateQuote, useWithdrawQuote } from '@/api/quotes';
import type { Quote, Shortage } from '@/api/types';
import { rentalText } from '@/components/booking/lines-text';
import { OverbookDialog } from '@/components/booking/OverbookDialog';
import { shortagesOf } from '@/components/booking/stock';
import { ConfirmChange } from '@/components/ConfirmChange';
import { copyLink } from '@/components/copy';
import { useFormat } from '@/lib/format';
import { editQuotePath, paths } from '@/lib/paths';
import { quoteName } from '@/lib/status';
import { toast } from '@/ui/toast-store';
import { customerOf, type QuoteAction } from './actions';
import { SendDialog } from './SendDialog';

/** The confirmation dialog that is open. */
type Asking =
  | { kind: 'send' | 'withdraw' | 'delete'; quote: Quote }
  | { kind: 'overbook'; quote: Quote; sentence: string; shortages: readonly Shortage[] };

export interface QuoteActions {
  run: (action: QuoteAction, quote: Quote) => void;
  /** Id of the quote with a pending action. */
  busyId: number | null;
  /** Confirmation dialogs of the actions; render them once on the page. */
  dialogs: ReactNode;
}

/**
 * Error message of a refused action. Field errors are part of it, because this page has no form to show them
 * in.
 */
function allOf(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return fields.length > 0
    ? fields.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ')
    : sentenceOf(error);
}

/**
 * Runs the actions of a quote, with confirmation dialogs and result toasts.
 *
 * @param onOpen shows another quote's details @param onGone called with the id of a quote that no longer
 * exists
 */
export function useQuoteActions({
  onOpen,
  onGone,
}: {
  onOpen: (id: number) => void;
  onGone: (id: number) => void;
}): QuoteActions {
  const format = useFormat();
  const navigate = useNavigate();
  const withdraw = useWithdrawQuote();
  const duplicate = useDuplicateQuote();
  const remove = useDeleteQuote();
  const book = useBookQuote();
  const [asking, setAsking] = useState<Asking | null>(null);
  const done = () => setAsking(null);
  const [booked, setBooked] = useState<number | null>(null);
  useEffect(() => {
    // Navigate only after the dialog has closed, because it guards the typed reason.
    if (booked !== null) void navigate(`${paths.bookings}?id=${booked}`);
  }, [booked, navigate]);

  const bookNow = (quote: Quote, overbookReason?: string) =>
    book.mutate(
      { id: quote.id, ...(overbookReason !== undefined && { overbookReason }) },
      {
        onSuccess: (booking) => {
          done();
          toast({ title: 'Booked', description: `${quoteName(quote)} is now booking #${booking.number}.` });
          setBooked(booking.id);
        },
        onError: (error) => {
          const shortages = shortagesOf(error);
          // The dialog shows the reason; a toast would only cover it.
          if (shortages !== null)
            setAsking({ kind: 'overbook', quote, sentence: sentenceOf(error), shortages });
          else toast({ title: 'Failed to book', description: allOf(error), destructive: true });
        },
      },
    );
  const copyQuote = (quote: Quote) =>
    duplicate.mutate(
      { id: quote.id },
      {
        onSuccess: ({ id }) => {
          toast({ title: 'Quote duplicated', description: 'The copy is a draft at today’s prices.' });
          onOpen(id);
        },
        onError: (error) =>
          toast({ title: 'Failed to duplicate', description: allOf(error), destructive: true }),
      },
    );
  const handlers: Readonly<Record<QuoteAction, (quote: Quote) => void>> = {
    send: (quote) => setAsking({ kind: 'send', quote }),
    edit: (quote) => navigate(editQuotePath(quote.id)),
    copy: (quote) => quote.link !== null && copyLink(quote.link),
    // The response is a download, which does not leave the page.
    pdf: (quote) => window.location.assign(`/api/quotes/${quote.id}/pdf`),
    book: (quote) => bookNow(quote),
    duplicate: copyQuote,
    withdraw: (quote) => setAsking({ kind: 'withdraw', quote }),
    delete: (quote) => setAsking({ kind: 'delete', quote }),
    openBooking: (quote) => navigate(`${paths.bookings}?id=${quote.bookingId}`),
  };
  const run = (action: QuoteAction, quote: Quote) => handlers[action](quote);

  const target = asking?.quote;
  const whose = target === undefined ? '' : `${customerOf(target)}, ${rentalText(format, target)}. `;
  const name = target === undefined ? '' : quoteName(target);
  const dialogs = (
    <>
      {asking?.kind === 'withdraw' ? (
        <ConfirmChange
          change={withdraw}
          input={{ id: asking.quote.id }}
          title={`Withdraw ${name}?`}
          description={`${whose}The link will show that the quote is being revised, and its letters are released. You can send it again at any time.`}
          confirmLabel="Withdraw Quote"
          pendingLabel="Withdrawing..."
          cancelLabel="Keep It Open"
          onDone={() => toast({ title: 'Quote withdrawn', description: 'The quote is a draft again.' })}
          onClose={done}
        />
      ) : null}
      {asking?.kind === 'delete' ? (
        <ConfirmChange
          change={remove}
          input={{ id: asking.quote.id }}
          title={`Delete ${name}?`}
          description={`${whose}All versions and the history are deleted, and the link stops working. This cannot be undone.`}
          confirmLabel="Delete Quote"
          pendingLabel="Deleting..."
          cancelLabel="Keep Quote"
          onDone={() => {
            onGone(asking.quote.id);
            toast({ title: 'Quote deleted', description: whose.trim() });
          }}
          onClose={done}
        />
      ) : null}
      {asking?.kind === 'send' ? <SendDialog quote={asking.quote} onClose={done} /> : null}
      {asking?.kind === 'overbook' ? (
        <OverbookDialog
          message={asking.quote.message}
          explanation="You can still book if you can source the missing letters. The booking will be flagged."
          sentence={asking.sentence}
          shortages={asking.shortages}
          failure={
            book.error === null || shortagesOf(book.error) !== null ? null : failureOf(format, book.error)
          }
          pending={book.isPending}
          onOverbook={(reason) => bookNow(asking.quote, reason)}
          onClose={done}
        />
      ) : null}
    </>
  );
  const busy = [withdraw, duplicate, remove, book].find(({ isPending }) => isPending);
  return { run, busyId: busy?.variables?.id ?? null, dialogs };
}
