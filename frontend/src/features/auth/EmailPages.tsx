import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { refusalOf } from '@/api/form-errors';
import { useConfirmEmail, useKeepEmail } from '@/api/password';
import { userQuery } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { toast } from '@/ui/toast-store';
import { AuthFrame } from './AuthFrame';

/** Confirms a new email address. It takes a click, because programs that check email open every link. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your email address');
  const confirm = useConfirmEmail();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) {
    return (
      <AuthFrame title="Your address is confirmed">
        <div role="status" className="mt-6 grid gap-4">
          <p>
            From now on you sign in with <strong className="break-words">{email}</strong>.
          </p>
          <Link to={paths.dashboard} className="font-medium text-link hover:underline">
            Go on
          </Link>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Confirm your email address">
      <div className="mt-6 grid gap-5">
        <p className="text-soft">From then on you sign in with this address.</p>
        <FailureAlert failure={refusalOf(confirm.error)} />
        <Button
          size="lg"
          pending={confirm.isPending}
          pendingLabel="Confirming..."
          onClick={() =>
            confirm.mutate(params.get('token') ?? '', {
              onSuccess: (answer) => {
                setEmail(answer.email);
                void client.invalidateQueries({ queryKey: userQuery.queryKey });
              },
            })
          }
        >
          Confirm This Address
        </Button>
      </div>
    </AuthFrame>
  );
}

/** Takes back another email address, and leads to a new password: somebody else may know the present one. */
export function KeepEmailPage() {
  usePageTitle('Keep your email address');
  const keep = useKeepEmail();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <AuthFrame title="Keep your email address">
      <div className="mt-6 grid gap-5">
        <p className="text-soft">
          Your account keeps this address, or gets it back. Everybody who is signed in to it is signed out,
          and you choose a new password.
        </p>
        <FailureAlert failure={refusalOf(keep.error)} />
        <Button
          size="lg"
          pending={keep.isPending}
          pendingLabel="Keeping..."
          onClick={() =>
            keep.mutate(params.get('token') ?? '', {
              onSuccess: ({ email, resetToken }) => {
                toast({ title: 'You keep your address', description: email });
                void navigate(`/reset-password?token=${resetToken}`, { replace: true });
              },
            })
          }
        >
          Keep This Address
        </Button>
      </div>
    </AuthFrame>
  );
}
