import { useEmailStatus } from '@/api/email-status';
import { Checkbox } from '@/ui/Checkbox';

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

export interface EmailChoiceProps {
  /** The customer's address; null where there is none to write to. */
  to: string | null;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the customer gets an email, and a warning if none can be sent. */
export function EmailChoice({ to, label, checked, onChange }: EmailChoiceProps) {
  const doubt = useEmailPromise('').trim();
  if (to === null) {
    return (
      <p className="py-2 text-soft text-sm">
        No email is sent: there is no email address. Call your customer.
      </p>
    );
  }
  return (
    <div>
      <Checkbox label={label} checked={checked} onChange={onChange} />
      {checked && doubt !== '' ? (
        <p role="note" className="pb-1 pl-6.5 text-amber text-xs">
          {doubt}
        </p>
      ) : null}
    </div>
  );
}
