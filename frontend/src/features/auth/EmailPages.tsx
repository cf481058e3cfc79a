import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
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
  const client = useQueryClient();
  const confirm = useConfirmEmail();
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
      <ByLink
        text="From then on you sign in with this address."
        change={confirm}
        label="Confirm This Address"
        pendingLabel="Confirming..."
        onDone={(answer) => {
          setEmail(answer.email);
          void client.invalidateQueries({ queryKey: userQuery.queryKey });
        }}
      />
    </AuthFrame>
  );
}

/** Takes back another email address, and leads to a new password: somebody else may know the present one. */
export function KeepEmailPage() {
  usePageTitle('Keep your email address');
  const navigate = useNavigate();
  return (
    <AuthFrame title="Keep your email address">
      <ByLink
        text="Your account keeps this address, or gets it back. Everybody who is signed in to it is signed out, and you choose a new password."
        change={useKeepEmail()}
        label="Keep This Address"
        pendingLabel="Keeping..."
        onDone={({ email, resetToken }) => {
          toast({ title: 'You keep your address', description: email });
          void navigate(`/reset-password?token=${resetToken}`, { replace: true });
        }}
      />
    </AuthFrame>
  );
}

interface ByLinkProps<Answer> {
  text: string;
  /** What the link of the email does, by its token. */
  change: UseMutationResult<Answer, Error, string>;
  label: string;
  pendingLabel: string;
  onDone: (answer: Answer) => void;
}

/** What the link of an email asks for, and the button that does it. */
function ByLink<Answer>({ text, change, label, pendingLabel, onDone }: ByLinkProps<Answer>) {
  const [params] = useSearchParams();
  return (
    <div className="mt-6 grid gap-5">
      <p className="text-soft">{text}</p>
      <FailureAlert failure={refusalOf(change.error)} />
      <Button
        size="lg"
        pending={change.isPending}
        pendingLabel={pendingLabel}
        onClick={() => change.mutate(params.get('token') ?? '', { onSuccess: onDone })}
      >
        {label}
      </Button>
    </div>
  );
}
