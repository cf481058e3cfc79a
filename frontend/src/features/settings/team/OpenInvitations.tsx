import { Link2, MailQuestion } from 'lucide-react';
import { type Mail, useInvitationEmails } from '@/api/messages';
import { roleNames } from '@/api/rights';
import { type Invitation, type Team, useResendInvitation, useRevokeInvitation } from '@/api/team';
import { emailState } from '@/components/booking/Mails';
import { copyLink } from '@/components/copy';
import { MutationButton } from '@/components/MutationButton';
import { ago } from '@/lib/ago';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Address } from '@/ui/Address';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** Open and declined invitations, with actions to resend and revoke them. */
export function OpenInvitations({ invitations, mailServer }: Pick<Team, 'invitations' | 'mailServer'>) {
  const emails = useInvitationEmails().data?.items ?? [];
  return invitations.length === 0 ? null : (
    <section aria-labelledby="open-invitations">
      <h3 id="open-invitations" className="font-semibold text-sm">
        Open Invitations
      </h3>
      <ul className="mt-1">
        {invitations.map((invitation) => (
          <OpenInvitation
            key={invitation.id}
            invitation={invitation}
            mailServer={mailServer}
            sending={mailServer ? emails.find(({ to }) => to === invitation.email) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

interface OpenInvitationProps {
  invitation: Invitation;
  mailServer: boolean;
  /** The invitation's latest email. */
  sending: Mail | undefined;
}

function OpenInvitation({ invitation, mailServer, sending }: OpenInvitationProps) {
  const format = useFormat();
  const { id, email, part, invitedBy, sentAt, expiresAt, state, link } = invitation;
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const busy = resend.isPending || revoke.isPending;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <MailQuestion aria-hidden="true" className="size-5 shrink-0 text-soft" />
      <div className="min-w-52 flex-1">
        <p className="font-medium text-sm">
          <Address>{email}</Address>
        </p>
        <p className="text-faint text-sm">
          {roleNames[part]} · invited {ago(sentAt, new Date())} by {invitedBy}
          {state === 'open' ? ` · expires ${formatDay(format, expiresAt)}` : ''}
        </p>
        {sending?.problem ? <p className="wrap-anywhere text-danger text-sm">{sending.problem}</p> : null}
      </div>
      {sending === undefined || state !== 'open' ? null : (
        <Badge tone={emailState(sending).tone}>{emailState(sending).word}</Badge>
      )}
      {state === 'expired' ? <Badge tone="yellow">Expired</Badge> : null}
      {state === 'declined' ? <Badge tone="red">Declined</Badge> : null}
      <div className="flex flex-wrap gap-2">
        {link === null ? null : (
          <Button
            kind="secondary"
            size="sm"
            aria-label={`Copy the link for ${email}`}
            onClick={() => copyLink(link)}
          >
            <Link2 aria-hidden="true" />
            Copy Link
          </Button>
        )}
        <MutationButton
          kind="secondary"
          size="sm"
          disabled={busy}
          aria-label={mailServer ? `Resend the invitation to ${email}` : `Renew the link for ${email}`}
          change={resend}
          input={id}
          failed={mailServer ? "We couldn't resend the invitation" : "We couldn't renew the link"}
          onDone={() =>
            toast({
              title: mailServer ? 'Resending invitation' : 'Link renewed',
              description: email,
            })
          }
        >
          {mailServer ? 'Resend' : 'Renew Link'}
        </MutationButton>
        <MutationButton
          kind="quiet"
          size="sm"
          className="text-danger"
          disabled={busy}
          aria-label={`Revoke the invitation to ${email}`}
          change={revoke}
          input={id}
          failed="We couldn't revoke the invitation"
          onDone={() => toast({ title: 'Invitation revoked', description: email })}
        >
          Revoke
        </MutationButton>
      </div>
    </li>
  );
}
