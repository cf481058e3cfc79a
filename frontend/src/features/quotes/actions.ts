/** What can be done with a quote in each state. */
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

/** The actions of a quote, in the order in which the screens list them. */
export function actionsFor(quote: Pick<Quote, 'status' | 'link' | 'changedSinceSent'>): QuoteAction[] {
  const { status, link, changedSinceSent } = quote;
  return allowed[status].filter((action) => {
    if (action === 'copy') return link !== null;
    // A draft is only withdrawn where an earlier version of it can still be accepted.
    return action !== 'withdraw' || status !== 'draft' || (changedSinceSent && link !== null);
  });
}

/** The label of an action for this quote: what was sent before is sent again. */
export function labelOf(action: QuoteAction, { status, changedSinceSent, version }: Quote): string {
  if (action === 'send' && changedSinceSent) return `Send Version ${version}`;
  return action === 'send' && status !== 'draft' ? 'Send Again' : actionLabels[action];
}

/** The quote's customer, if known. */
export function customerOf({ customerName, customerEmail }: Pick<Quote, 'customerName' | 'customerEmail'>) {
  return customerName ?? customerEmail ?? 'No customer yet';
}
