import { formatDay } from './dates';
import { formatMoney } from './money';

/** A line of the audit, the administrators' or a business's own. */
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
  'account.password_reset': 'Chose a new password by a link',
  'account.profile_changed': 'Changed the profile',
  'user.created': 'Created the user',
  'user.role': 'Changed the role of',
  'user.activated': 'Activated',
  'user.deactivated': 'Deactivated',
  'user.deleted': 'Deleted the user',
  'user.reset_link': 'Made a password link for',
  'email.read': 'Read an account email to',
  'email.sent_again': 'Sent an account email again to',
  'business.approved': 'Approved the business of',
  'business.refused': 'Refused the business of',
  'email.stopped': 'Stopped the email of',
  'jobs.retried': 'Ran failed jobs again for',
  'email.resumed': 'Let email go out again for',
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
  'subscription.card': 'Gave a card for the plan',
  'subscription.admin_canceled': 'Canceled at its end the plan of',
  'subscription.admin_ended': 'Ended the plan of',
  'subscription.admin_ended_here': 'Ended here the plan of',
  'subscription.admin_resumed': 'Resumed the plan of',
  'subscription.admin_extended': 'Extended the trial of',
  'subscription.admin_refunded': 'Refunded a plan payment of',
  'account.connected': 'Connected the Stripe account',
  'booking.status': 'Changed the booking of',
  'sender.refused': 'Blocked the sender',
  'sender.allowed': 'Unblocked the sender',
  'payment.recorded': 'Entered a payment of',
  'payment.requested': 'Asked for a payment of',
  'payment.voided': 'Struck out a payment of',
  'payment.refunded': 'Refunded',
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
  'business.exported': 'Exported the business',
  'business.closing': 'Closed the business',
  'business.reopened': 'Took the closing back',
  'business.removed': 'Removed the business',
};

/** The kinds of actions to filter by, by a part of their name. */
export const auditKinds = {
  account: 'Sign-ins and passwords',
  user: 'Users',
  team: 'Team',
  settings: 'Settings',
  booking: 'Bookings',
  payment: 'Payments',
  plan: 'Plans',
  subscription: 'Subscriptions',
  business: 'The business itself',
  deleted: 'What was deleted',
} as const;
export type AuditKind = keyof typeof auditKinds;

/** Which actions somebody wants to see; empty text does not matter. Both days are included. */
export interface AuditFilter {
  q: string;
  action: string;
  from: string;
  to: string;
}

export const emptyAuditFilter: AuditFilter = { q: '', action: '', from: '', to: '' };

/** The filter as a query: a kind is the beginning of an action's name; deletions go by its end. */
export function auditQuery({ q, action, from, to }: AuditFilter) {
  return {
    ...(q !== '' && { q }),
    ...(action !== '' && { action: action === 'deleted' ? '.deleted' : `${action}.` }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}

/** What was done, in words; an action that this page does not know yet appears under its own name. */
export function actionLabel({ action }: AuditEntry): string {
  return auditActions[action] ?? action;
}

/** What it was done to, unless that is the person who did it. */
export function subjectOf({ subject, actor }: AuditEntry): string {
  return subject === null || subject === actor ? '' : subject;
}

/** The particulars in a few words: from what to what, which, or how much; `usual` is the currency where none is kept. */
export function particularsOf({ details }: AuditEntry, usual?: string): string {
  const { before, after, changed, role, part, plan, amount, currency = usual } = details;
  if (typeof before === 'string' && typeof after === 'string') {
    return `${dayOrWord(before)} → ${dayOrWord(after)}`;
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

/** A day as pages write it; any other word as it is. */
function dayOrWord(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text;
}

/** A field's name on the wire as people say it: holdDays is hold days. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
