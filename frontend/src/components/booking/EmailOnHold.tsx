import { useSendConfirmation } from '@/api/password';
import { MutationButton } from '@/components/MutationButton';
import { toast } from '@/ui/toast-store';
import type { EmailTroubleProps } from './EmailTrouble';

/** Explains why emails to customers are on hold although the mail server works, and what to do. */
export function EmailOnHold({ status }: Pick<EmailTroubleProps, 'status'>) {
  const again = useSendConfirmation();
  if (status.state === 'unconfirmed') {
    return (
      <>
        <p>
          <b className="font-medium text-amber">Confirm your email address.</b> We'll hold emails to customers
          and invitations until you open the link we sent to{' '}
          <span className="break-words">{status.unconfirmed}</span>.
        </p>
        <MutationButton
          kind="secondary"
          size="sm"
          className="mt-1 justify-self-start"
          disabled={again.isPending}
          change={again}
          input={undefined}
          failed="The link couldn't be sent"
          onDone={({ email }) => toast({ title: 'Link sent', description: `To ${email}` })}
        >
          {again.isPending ? 'Sending...' : 'Resend Link'}
        </MutationButton>
      </>
    );
  }
  if (status.state === 'held' || status.state === 'refused') {
    const contact = status.contact.length === 0 ? '' : ` Questions: ${status.contact.join(', ')}.`;
    return (
      <p>
        <b className="font-medium text-amber">
          {status.state === 'held' ? 'Your business is under review.' : 'Your business wasn’t approved.'}
        </b>{' '}
        {status.state === 'held'
          ? 'Until an administrator approves it, your booking form is closed and emails to customers are on hold. You can set everything up in the meantime. We’ll email you once you’re approved.'
          : 'Your booking form stays closed and emails to customers aren’t sent.'}
        {contact}
      </p>
    );
  }
  return status.state === 'stopped' ? (
    <p>
      <b className="font-medium text-amber">An administrator paused your emails.</b> Emails to customers are
      on hold{status.contact.length === 0 ? '.' : `. Questions? Contact ${status.contact.join(', ')}.`}
    </p>
  ) : (
    <p>
      <b className="font-medium text-amber">You've reached today's email limit.</b> You can send{' '}
      {status.dailyLimit} emails to customers a day. The rest will go out tomorrow. Your limit grows with your
      business.
    </p>
  );
}
