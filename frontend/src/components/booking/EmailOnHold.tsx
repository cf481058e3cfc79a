import { useSendConfirmation } from '@/api/password';
import { ChangeButton } from '@/components/ChangeButton';
import { toast } from '@/ui/toast-store';
import type { EmailTroubleProps } from './EmailTrouble';

/** Why emails to customers wait although the mail server works, and what to do about it. */
export function EmailOnHold({ status }: Pick<EmailTroubleProps, 'status'>) {
  const again = useSendConfirmation();
  if (status.state === 'unconfirmed') {
    return (
      <>
        <p>
          <b className="font-medium text-amber">Confirm your email address.</b> Emails to customers and
          invitations wait until you open the link that was sent to{' '}
          <span className="break-words">{status.unconfirmed}</span>.
        </p>
        <ChangeButton
          kind="secondary"
          size="sm"
          className="mt-1 justify-self-start"
          disabled={again.isPending}
          change={again}
          input={undefined}
          failed="Sending failed"
          onDone={({ email }) => toast({ title: 'Link sent', description: `To ${email}` })}
        >
          {again.isPending ? 'Sending...' : 'Send the Link Again'}
        </ChangeButton>
      </>
    );
  }
  if (status.state === 'held' || status.state === 'refused') {
    const contact = status.contact.length === 0 ? '' : ` Questions: ${status.contact.join(', ')}.`;
    return (
      <p>
        <b className="font-medium text-amber">
          {status.state === 'held' ? 'Your business is being reviewed.' : 'Your business was not approved.'}
        </b>{' '}
        {status.state === 'held'
          ? 'Until an administrator approves it, your booking form is closed and emails to customers wait. You can set up everything meanwhile, and get an email then.'
          : 'Your booking form stays closed, and emails to customers are not sent.'}
        {contact}
      </p>
    );
  }
  return status.state === 'stopped' ? (
    <p>
      <b className="font-medium text-amber">An administrator has stopped your emails.</b> Emails to customers
      wait{status.contact.length === 0 ? '.' : `. To change that: ${status.contact.join(', ')}.`}
    </p>
  ) : (
    <p>
      <b className="font-medium text-amber">Today's emails to customers are used up.</b> You can send{' '}
      {status.dailyLimit} a day; the rest follows tomorrow. The number grows with your business.
    </p>
  );
}
