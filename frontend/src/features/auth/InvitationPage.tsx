import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { roleNames } from '@/api/rights';
import { type JoinInput, type PublicInvitation, useInvitation, useJoin } from '@/api/team';
import { useLogout } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { useSentForm } from '@/components/useSentForm';
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
import { DeclineInvitation } from './DeclineInvitation';
import { joinSchema } from './schemas';

/** Where an invitation's email leads: who invites as what, what accepting means, and the way in. */
export function InvitationPage() {
  usePageTitle('Invitation');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, refetch } = useInvitation(token);
  if (token === '' || (error instanceof ApiError && error.status === 404)) {
    return (
      <Over title="This invitation is not there">
        The link is incomplete, or a newer one has replaced it. Use the latest link that you were given, or
        ask for a new invitation.
      </Over>
    );
  }
  if (data === undefined) {
    return (
      <AuthFrame title="Invitation">
        <div className="mt-6">
          <LoadState of={{ error, refetch }} failed="The invitation could not be loaded">
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
        {data.invitedBy} invites <Address className="font-bold text-ink">{data.email}</Address> to work at{' '}
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
  accepted: ['This invitation has been accepted', 'It works once. If it was you, sign in as usual.'],
  declined: [
    'This invitation has been declined',
    'They were notified. If you changed your mind, ask them for a new one.',
  ],
  revoked: ['This invitation has been taken back', 'If you think that is a mistake, ask for a new one.'],
  expired: ['This invitation is too old', 'It was good for a week. Ask for a new one.'],
} as const;

function Closed({ invitation: { state, company, signedInAs } }: { invitation: PublicInvitation }) {
  const [title, text] = ended[state === 'open' ? 'expired' : state];
  return (
    <Over title={title} signedIn={signedInAs !== null}>
      {company} had invited you to its team. {text}
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

/**
 * Whether somebody may answer the invitation: people signed in with its address, and people not signed in.
 */
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
      <p className="text-soft text-sm">There is an account with this address. Sign in to accept.</p>
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
  const logout = useLogout();
  return (
    <div className="mt-6 grid gap-4 rounded-lg border border-line bg-amber-wash p-4 text-sm">
      <p>
        You are signed in as <Address className="font-bold">{signedInAs ?? ''}</Address>. This invitation is
        for <Address className="font-bold">{email}</Address> alone.
      </p>
      <FailureAlert failure={refusalOf(logout.error)} />
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
  const { join, joined } = useJoined(token, invitation.company);
  const { ownBusiness, obstacle } = invitation;
  return (
    <div className="mt-6 grid gap-4">
      {ownBusiness === null || obstacle !== null ? null : (
        <p className="rounded-lg border border-line bg-surface p-4 text-sm">
          Your own business, <strong>{ownBusiness}</strong>, rests while you work at {invitation.company}: its
          form and pages are off, and nothing in it is lost. It is there again when you leave the team.
        </p>
      )}
      {obstacle === null ? null : (
        <p role="alert" className="rounded-lg border border-line bg-amber-wash p-4 text-sm">
          {obstacle}
        </p>
      )}
      <FailureAlert failure={refusalOf(join.error)} />
      <Button
        size="lg"
        disabled={obstacle !== null}
        pending={join.isPending}
        pendingLabel="Joining..."
        onClick={() => join.mutate(null, { onSuccess: joined })}
      >
        Accept Invitation
      </Button>
      {obstacle === null ? <p className="text-faint text-xs">Your other browsers are signed out.</p> : null}
    </div>
  );
}

function NewAccount({ invitation, token }: { invitation: PublicInvitation; token: string }) {
  const { join, joined } = useJoined(token, invitation.company);
  const form = useCheckedForm(joinSchema, { username: '', password: '', confirmPassword: '' });
  const { submit, failure, pending } = useSentForm({
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
