import { useEmailStatus } from '@/api/email-status';
import { Checkbox } from '@/ui/Checkbox';

/** A form's note about the email it sends: the given text, or that emails are off or delayed. */
export function useEmailPromise(promise: string): string {
  const { data } = useEmailStatus();
  switch (data?.state) {
    case 'off':
      return 'No email will be sent because no mail server is set up. Please contact your customer yourself.';
    case 'unconfirmed':
    case 'stopped':
    case 'used_up':
      return `${promise} Emails to customers are on hold right now, so this one may be delayed.`;
    case 'trouble':
      return `${promise} Emails aren’t going out right now, so this one may be delayed.`;
    default:
      return promise;
  }
}

export interface EmailChoiceProps {
  /** The customer's email address; null if there is none. */
  to: string | null;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Checkbox to email the customer, with a warning if no email can be sent. */
export function EmailChoice({ to, label, checked, onChange }: EmailChoiceProps) {
  const doubt = useEmailPromise('').trim();
  if (to === null) {
    return (
      <p className="py-2 text-soft text-sm">
        No email will be sent because there is no email address. Please call your customer.
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
