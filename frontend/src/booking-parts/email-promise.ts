import { useEmailStatus } from '@/api/email-status';

/** What a form says about the email that it causes: the promise while emails are sent, else that none is. */
export function useEmailPromise(promise: string): string {
  const { data } = useEmailStatus();
  switch (data?.state) {
    case 'off':
      return 'No email is sent: no mail server is set up. Tell your customer yourself.';
    case 'unconfirmed':
    case 'stopped':
    case 'used_up':
      return `${promise} Emails to customers are on hold right now, so it may be late.`;
    case 'trouble':
      return `${promise} Emails are not going out right now, so it may be late.`;
    default:
      return promise;
  }
}
