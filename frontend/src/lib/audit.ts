import type { Format } from '@/lib/format';
import { formatDay } from './dates';
import { formatMoney } from './money';

/** Entry of the admin audit log or of a business's activity log. */
export interface AuditEntry {
  action: string;
  actor: string | null;
  subject: string | null;
  details: Record<string, unknown>;
}

const auditActions: Record<string, string> = {
  'account.registered': 'Registered',
  'account.signed_in': 'Signed in',
  'account.second_factor_on': 'Set up an authenticator app',
  'account.second_factor_off': 'Removed the authenticator app',
  'account.passkey_added': 'Added a passkey',
  'account.passkey_removed': 'Removed a passkey',
  'account.password_changed': 'Changed the password',
  'account.password_reset': 'Reset the password by link',
  'account.profile_changed': 'Changed the profile',
  'user.created': 'Created the user',
  'user.role': 'Changed the role of',
  'user.activated': 'Activated',
  'user.deactivated': 'Deactivated',
  'user.deleted': 'Deleted the user',
  'user.reset_link': 'Created a password link for',
  'email.read': 'Read an account email to',
  'email.sent_again': 'Resent an account email to',
  'business.approved': 'Approved the business of',
  'business.refused': 'Declined the business of',
  'business.suspended': 'Suspended the business of',
  'business.slowed': 'Slowed the business of',
  'business.resumed': 'Resumed the business of',
  'business.signed_out': 'Signed out the business of',
  'support.allowed': 'Allowed support access for an hour',
  'support.ended': 'Ended support access',
  'support.read': 'Viewed with support access:',
  'email.stopped': 'Paused email for',
  'jobs.retried': 'Retried failed jobs for',
  'email.resumed': 'Resumed email for',
  'announcement.created': 'Announced',
  'announcement.emailed': 'Emailed to owners:',
  'announcement.deleted': 'Deleted the announcement',
  'texts.freed': 'Released the number of',
  'settings.changed': 'Changed settings',
  'settings.template': 'Changed the email',
  'plan.created': 'Created the plan',
  'plan.changed': 'Changed the plan',
  'plan.activated': 'Activated the plan',
  'plan.deactivated': 'Deactivated the plan',
  'plan.deleted': 'Deleted the plan',
  'subscription.taken': 'Subscribed to the plan',
  'subscription.canceled': 'Canceled the plan',
  'subscription.changed': 'Changed the plan',
  'subscription.resumed': 'Resumed the plan',
  'subscription.card': 'Added a card for the plan',
  'subscription.admin_canceled': 'Scheduled cancellation of the plan of',
  'subscription.admin_ended': 'Ended the plan of',
  'subscription.admin_ended_here': 'Ended (here only) the plan of',
  'subscription.admin_resumed': 'Resumed the plan of',
  'subscription.admin_extended': 'Extended the trial of',
  'subscription.admin_refunded': 'Refunded a plan payment of',
  'account.connected': 'Connected the Stripe account',
  'books.connected': 'Connected the bookkeeping software',
  'books.disconnected': 'Disconnected the bookkeeping software',
  'booking.status': 'Changed the booking of',
  'sender.refused': 'Blocked the sender',
  'sender.allowed': 'Unblocked the sender',
  'payment.recorded': 'Recorded a payment of',
  'payment.requested': 'Requested a payment of',
  'payment.voided': 'Voided a payment of',
  'payment.refunded': 'Refunded',
  'payment.charged': 'Charged the card of',
  'payment.announced': 'Announced a charge to the card of',
  'payment.withdrawn': 'Withdrew a charge to the card of',
  'hold.captured': 'Captured the security hold of',
  'letter.deleted': 'Deleted the letter',
  'outage.deleted': 'Ended the repair of',
  'venue.deleted': 'Deleted the venue',
  'quote.deleted': 'Deleted the quote',
  'team.invited': 'Invited',
  'team.revoked': 'Revoked the invitation of',
  'team.declined': 'Declined the invitation',
  'team.joined': 'Joined the team',
  'team.left': 'Left the team',
  'team.part': 'Changed the role of',
  'team.removed': 'Removed from the team',
  'import.applied': 'Imported',
  'import.undone': 'Undid the import of',
  'business.exported': 'Exported the business',
  'business.closing': 'Closed the business',
  'business.reopened': 'Reopened the business',
  'business.removed': 'Removed the business',
};

/** Action categories of the filter, keyed by prefix. */
export const auditKinds = {
  account: 'Sign-ins and passwords',
  user: 'Users',
  team: 'Team',
  settings: 'Settings',
  booking: 'Bookings',
  payment: 'Payments',
  plan: 'Plans',
  subscription: 'Subscriptions',
  business: 'Business account',
  deleted: 'Deletions',
} as const;
export type AuditKind = keyof typeof auditKinds;

/** Filters of the audit log; empty text means no filter. Both dates are inclusive. */
export interface AuditFilter {
  q: string;
  action: string;
  from: string;
  to: string;
}

export const emptyAuditFilter: AuditFilter = { q: '', action: '', from: '', to: '' };

/**
 * Convert the filter to query parameters. A category is an action prefix, except deletions, which match by
 * suffix.
 */
export function auditQuery({ q, action, from, to }: AuditFilter) {
  return {
    ...(q !== '' && { q }),
    ...(action !== '' && { action: action === 'deleted' ? '.deleted' : `${action}.` }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}

/** Label of an action; an action unknown to this page is shown by its code. */
export function actionLabel({ action }: AuditEntry): string {
  return auditActions[action] ?? action;
}

/** Subject of the action, unless it equals the actor. */
export function subjectOf({ subject, actor }: AuditEntry): string {
  return subject === null || subject === actor ? '' : subject;
}

/**
 * Short details of an entry: old and new values, item or amount. `usual` is the currency if the entry has
 * none.
 */
export function particularsOf(format: Format, { details }: AuditEntry, usual?: string): string {
  const { before, after, changed, role, part, plan, amount, currency = usual } = details;
  if (typeof before === 'string' && typeof after === 'string') {
    return `${dayOrWord(format, before)} → ${dayOrWord(format, after)}`;
  }
  if (Array.isArray(changed)) {
    return changed.map((name) => inWords(String(name))).join(', ');
  }
  if (typeof amount === 'number') {
    return typeof currency === 'string' ? formatMoney(amount, currency) : amount.toFixed(2);
  }
  const plain = role ?? part ?? plan;
  return typeof plain === 'string' ? plain : '';
}

/** Format a date; return other text unchanged. */
function dayOrWord(format: Format, text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(format, text) : text;
}

/** Convert a wire field name to words: holdDays becomes "hold days". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
