import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { refusalOf } from '@/api/form-errors';
import { useConfirmEmail, useKeepEmail } from '@/api/password';
import { userQuery } from '@/api/user';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { toast } from '@/ui/toast-store';
import { AuthFrame } from './AuthFrame';

/** Confirms a new email address. Requires a click because mail scanners open every link. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your email address');
  const client = useQueryClient();
  const confirm = useConfirmEmail();
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) {
    return (
      <AuthFrame title="Email confirmed">
        <div role="status" className="mt-6 grid gap-4">
          <p>
            You now sign in with <strong className="break-words">{email}</strong>.
          </p>
          <Link to={paths.dashboard} className="font-medium text-link hover:underline">
            Continue
          </Link>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Confirm your email address">
      <ByLink
        text="After you confirm, use this address to sign in."
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

/** Reverts an email change and continues to a new password, because someone else may know the current one. */
export function KeepEmailPage() {
  usePageTitle('Keep your email address');
  const navigate = useNavigate();
  return (
    <AuthFrame title="Keep your email address">
      <ByLink
        text="Your account will keep this address, or switch back to it. We’ll sign out every device, and you’ll choose a new password."
        change={useKeepEmail()}
        label="Keep This Address"
        pendingLabel="Keeping..."
        onDone={({ email, resetToken }) => {
          toast({ title: 'Email address not changed', description: email });
          void navigate(`/reset-password?token=${resetToken}`, { replace: true });
        }}
      />
    </AuthFrame>
  );
}

interface ByLinkProps<Answer> {
  text: string;
  /** Mutation that redeems the token of the email link. */
  change: UseMutationResult<Answer, Error, string>;
  label: string;
  pendingLabel: string;
  onDone: (answer: Answer) => void;
}

/** Explanation of an email link and the button that redeems it. */
function ByLink<Answer>({ text, change, label, pendingLabel, onDone }: ByLinkProps<Answer>) {
  const format = useFormat();
  const [params] = useSearchParams();
  return (
    <div className="mt-6 grid gap-5">
      <p className="text-soft">{text}</p>
      <FailureAlert failure={refusalOf(format, change.error)} />
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
