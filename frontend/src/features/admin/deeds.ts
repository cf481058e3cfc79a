import type { AuditLine } from '@/api/admin';

const deeds: Record<string, string> = {
  'account.registered': 'Registered',
  'account.signed_in': 'Signed in',
  'account.password_changed': 'Changed the password',
  'user.created': 'Created the user',
  'user.role': 'Changed the role of',
  'user.activated': 'Activated',
  'user.deactivated': 'Deactivated',
  'user.deleted': 'Deleted the user',
  'settings.changed': 'Changed settings',
  'booking.status': 'Changed the booking of',
};

/** What was done, in words; a deed that this page does not know yet is named as it is. */
export function deedOf({ action }: AuditLine): string {
  return deeds[action] ?? action;
}

/** What it was done to, unless that is the person who did it. */
export function subjectOf({ subject, actor }: AuditLine): string {
  return subject === null || subject === actor ? '' : subject;
}

/** The particulars in a few words: from what to what, or which. */
export function particularsOf({ details }: AuditLine): string {
  const { before, after, changed, role } = details as Record<string, unknown>;
  if (typeof before === 'string' && typeof after === 'string') {
    return `${before} → ${after}`;
  }
  if (Array.isArray(changed)) {
    return changed.join(', ');
  }
  return typeof role === 'string' ? role : '';
}
