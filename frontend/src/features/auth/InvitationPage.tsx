import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { roleNames } from '@/api/rights';
import { type JoinInput, type PublicInvitation, useDecline, useInvitation, useJoin } from '@/api/team';
import { useLogout } from '@/api/user';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { useServerForm } from '@/components/useServerForm';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { paths, signInPath } from '@/lib/paths';
import { Address } from '@/ui/Address';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { AuthFrame } from './AuthFrame';
import { joinSchema } from './schemas';

/**
 * Page of an invitation link: the business, the role with its permissions, and the forms to accept or
 * decline.
 */
export function InvitationPage() {
  usePageTitle('Invitation');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, refetch } = useInvitation(token);
  if (token === '' || (error instanceof ApiError && error.status === 404)) {
    return (
      <Over title="Invitation not found">
        The link is incomplete or was replaced by a newer one. Use the latest link you received, or ask for a
        new invitation.
      </Over>
    );
  }
  if (data === undefined) {
    return (
      <AuthFrame title="Invitation">
        <div className="mt-6">
          <LoadState of={{ error, refetch }} failed="Couldn’t load the invitation">
            <Placeholder what="the invitation" className="grid gap-4" bars={['h-24', 'h-12']} />
          </LoadState>
        </div>
      </AuthFrame>
    );
  }
  if (data.state !== 'open') {
    return <Closed invitation={data} />;
  }
  return (
    <AuthFrame title={`Join ${data.company}`}>
      <p className="mt-3 text-soft">
        {data.invitedBy} invited <Address className="font-bold text-ink">{data.email}</Address> to join{' '}
        {data.company} as <strong className="text-ink">{roleNames[data.part].toLowerCase()}</strong>.
      </p>
      <h2 className="mt-6 font-semibold">What you will be able to do</h2>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {data.may.map((does) => (
          <li key={does} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {does}
          </li>
        ))}
      </ul>
      <WayIn invitation={data} token={token} onSignedOut={() => void refetch()} />
      {isFor(data, data.signedInAs) ? <DeclineInvitation token={token} company={data.company} /> : null}
    </AuthFrame>
  );
}

const ended = {
  accepted: [
    'Invitation already accepted',
    'Each invitation works once. If you accepted it, sign in as usual.',
  ],
  declined: [
    'Invitation declined',
    'The sender was notified. If you changed your mind, ask for a new invitation.',
  ],
  revoked: ['Invitation withdrawn', 'If you think this is a mistake, ask for a new invitation.'],
  expired: ['Invitation expired', 'Invitations expire after a week. Ask for a new one.'],
} as const;

function Closed({ invitation: { state, company, signedInAs } }: { invitation: PublicInvitation }) {
  const [title, text] = ended[state === 'open' ? 'expired' : state];
  return (
    <Over title={title} signedIn={signedInAs !== null}>
      {company} invited you to join their team. {text}
    </Over>
  );
}

function Over({
  title,
  signedIn = false,
  children,
}: {
  title: string;
  signedIn?: boolean;
  children: ReactNode;
}) {
  return (
    <AuthFrame title={title}>
      <p className="mt-3 text-soft">{children}</p>
      <Button asChild size="lg" className="mt-6 w-full">
        <Link to={signedIn ? paths.home : paths.auth}>{signedIn ? 'Go to Your Business' : 'Sign In'}</Link>
      </Button>
    </AuthFrame>
  );
}

/** Whether the visitor can respond: either signed out, or signed in with the invited address. */
function isFor({ email }: PublicInvitation, signedInAs: string | null): boolean {
  return signedInAs === null || signedInAs.toLowerCase() === email.toLowerCase();
}

interface WayInProps {
  invitation: PublicInvitation;
  token: string;
  onSignedOut: () => void;
}

function WayIn({ invitation, token, onSignedOut }: WayInProps) {
  const { signedInAs, hasAccount } = invitation;
  const here = `${paths.invitation}?token=${token}`;
  if (!isFor(invitation, signedInAs)) {
    return <AnotherAccount invitation={invitation} onSignedOut={onSignedOut} />;
  }
  if (signedInAs !== null) {
    return <Accept invitation={invitation} token={token} />;
  }
  return hasAccount ? (
    <div className="mt-6 grid gap-3">
      <p className="text-soft text-sm">You already have an account with this email. Sign in to accept.</p>
      <Button asChild size="lg">
        <Link to={signInPath(here)}>Sign In</Link>
      </Button>
    </div>
  ) : (
    <NewAccount invitation={invitation} token={token} />
  );
}

function AnotherAccount({
  invitation: { signedInAs, email },
  onSignedOut,
}: Pick<WayInProps, 'invitation' | 'onSignedOut'>) {
  const format = useFormat();
  const logout = useLogout();
  return (
    <div className="mt-6 grid gap-4 rounded-lg border border-line bg-amber-wash p-4 text-sm">
      <p>
        You are signed in as <Address className="font-bold">{signedInAs ?? ''}</Address>. This invitation is
        for <Address className="font-bold">{email}</Address> only.
      </p>
      <FailureAlert failure={refusalOf(format, logout.error)} />
      <Button
        kind="secondary"
        disabled={logout.isPending}
        onClick={() => logout.mutate(undefined, { onSuccess: onSignedOut })}
        className="justify-self-start"
      >
        Sign Out
      </Button>
    </div>
  );
}

function useJoined(token: string, company: string) {
  const navigate = useNavigate();
  const join = useJoin(token);
  const joined = () => {
    toast({ title: `Welcome to ${company}` });
    void navigate(paths.home, { replace: true });
  };
  return { join, joined };
}

function Accept({ invitation, token }: { invitation: PublicInvitation; token: string }) {
  const format = useFormat();
  const { join, joined } = useJoined(token, invitation.company);
  const { ownBusiness, obstacle } = invitation;
  return (
    <div className="mt-6 grid gap-4">
      {ownBusiness === null || obstacle !== null ? null : (
        <p className="rounded-lg border border-line bg-surface p-4 text-sm">
          Your own business, <strong>{ownBusiness}</strong>, is paused while you work at {invitation.company}.
          Its booking form and pages are turned off, and its data is kept. It becomes active again when you
          leave the team.
        </p>
      )}
      {obstacle === null ? null : (
        <p role="alert" className="rounded-lg border border-line bg-amber-wash p-4 text-sm">
          {obstacle}
        </p>
      )}
      <FailureAlert failure={refusalOf(format, join.error)} />
      <Button
        size="lg"
        disabled={obstacle !== null}
        pending={join.isPending}
        pendingLabel="Joining..."
        onClick={() => join.mutate(null, { onSuccess: joined })}
      >
        Accept Invitation
      </Button>
      {obstacle === null ? (
        <p className="text-faint text-xs">We’ll sign you out of your other browsers.</p>
      ) : null}
    </div>
  );
}

function NewAccount({ invitation, token }: { invitation: PublicInvitation; token: string }) {
  const { join, joined } = useJoined(token, invitation.company);
  const form = useCheckedForm(joinSchema, { username: '', password: '', confirmPassword: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: join,
    sent: (input: JoinInput) => input,
    onSaved: joined,
  });
  return (
    <form onSubmit={submit} noValidate className="mt-7 grid gap-5">
      <TextField form={form} name="username" label="Your Name" required autoComplete="name" />
      <NewPasswordFields form={form} name="password" label="Password" />
      <FailureAlert failure={failure} />
      <Button type="submit" size="lg" pending={pending} pendingLabel="Joining...">
        Create Account and Join
      </Button>
    </form>
  );
}

/** Button that declines an invitation. The page around it shows the confirmation. */
export function DeclineInvitation({ token, company }: { token: string; company: string }) {
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="quiet" size="lg" className="mt-3 w-full" onClick={ask}>
          Decline
        </Button>
      )}
      change={useDecline(token)}
      input={undefined}
      title="Decline this invitation?"
      description={`${company} will be notified. If you change your mind, they can invite you again.`}
      confirmLabel="Decline"
      pendingLabel="Declining..."
      cancelLabel="Go Back"
    />
  );
}
