/** Available actions of a quote by state. */
import type { Quote, QuoteStatus } from '@/api/types';

export type QuoteAction =
  | 'send'
  | 'edit'
  | 'copy'
  | 'pdf'
  | 'book'
  | 'duplicate'
  | 'withdraw'
  | 'delete'
  | 'openBooking';

export const actionLabels: Readonly<Record<QuoteAction, string>> = {
  send: 'Send Quote',
  edit: 'Edit',
  copy: 'Copy Link',
  pdf: 'Save as PDF',
  book: 'Book Now',
  duplicate: 'Duplicate',
  withdraw: 'Withdraw',
  delete: 'Delete',
  openBooking: 'Open Booking',
};

const allowed: Readonly<Record<QuoteStatus, readonly QuoteAction[]>> = {
  draft: ['send', 'edit', 'copy', 'book', 'pdf', 'duplicate', 'withdraw', 'delete'],
  sent: ['copy', 'send', 'edit', 'book', 'pdf', 'duplicate', 'withdraw', 'delete'],
  seen: ['copy', 'send', 'edit', 'book', 'pdf', 'duplicate', 'withdraw', 'delete'],
  expired: ['send', 'edit', 'copy', 'book', 'pdf', 'duplicate', 'delete'],
  declined: ['edit', 'book', 'pdf', 'duplicate', 'delete'],
  accepted: ['openBooking', 'copy', 'pdf', 'duplicate'],
};

/** Actions of a quote in display order. */
export function actionsFor(quote: Pick<Quote, 'status' | 'link' | 'changedSinceSent'>): QuoteAction[] {
  const { status, link, changedSinceSent } = quote;
  return allowed[status].filter((action) => {
    if (action === 'copy') return link !== null;
    // A draft can be withdrawn only if an earlier version can still be accepted.
    return action !== 'withdraw' || status !== 'draft' || (changedSinceSent && link !== null);
  });
}

/** Label of an action for this quote: "Send Again" if it was sent before. */
export function labelOf(action: QuoteAction, { status, changedSinceSent, version }: Quote): string {
  if (action === 'send' && changedSinceSent) return `Send Version ${version}`;
  return action === 'send' && status !== 'draft' ? 'Send Again' : actionLabels[action];
}

/** Name of the quote's customer, if known. */
export function customerOf({ customerName, customerEmail }: Pick<Quote, 'customerName' | 'customerEmail'>) {
  return customerName ?? customerEmail ?? 'No customer yet';
}
