import { MailCheck, MailX } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useForgotPassword, useResetPassword } from '@/api/password';
import { useSite } from '@/api/site';
import { useServerForm } from '@/components/useServerForm';
import { cn } from '@/lib/cn';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { NewPasswordFields } from '@/ui/NewPasswordFields';
import { toast } from '@/ui/toast-store';
import { AuthFrame } from './AuthFrame';
import { type ForgotForm, forgotSchema, type ResetForm, resetSchema } from './schemas';

/** Requests a password link by email. The confirmation does not reveal whether the address has an account. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCheckedForm(forgotSchema, { email: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useForgotPassword(),
    sent: (input: ForgotForm) => input,
    onSaved: (_saved, { email }) => setSentTo(email),
  });
  const site = useSite();
  if (site.data?.emailWorks === false) {
    return <WithoutEmail contact={[site.data.email, site.data.phone].filter((way) => way !== null)} />;
  }
  if (sentTo !== null) {
    return (
      <AuthFrame title="Check your email">
        <div role="status" className="mt-6 grid gap-4">
          <MailCheck aria-hidden="true" className="size-10 text-link" />
          <p>
            If there is an account for <strong className="break-words">{sentTo}</strong>, you’ll get an email
            with a link. The link works once and expires in one hour.
          </p>
          <p className="text-soft">
            No email after a few minutes? Check your spam folder, or ask your administrator for a link.
          </p>
          <BackToSignIn />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Forgot your password?">
      <p className="mt-3 text-soft">
        Enter your email address and we’ll send you a link to choose a new password.
      </p>
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
        <FailureAlert failure={failure} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Sending...">
          Send Link
        </Button>
        <BackToSignIn className="text-center text-sm" />
      </form>
    </AuthFrame>
  );
}

function BackToSignIn({ className }: { className?: string }) {
  return (
    <Link to={paths.auth} className={cn('font-medium text-link hover:underline', className)}>
      Back to sign in
    </Link>
  );
}

/** Instructions for installations without a mail server: an administrator creates the link. */
function WithoutEmail({ contact }: { contact: readonly string[] }) {
  return (
    <AuthFrame title="Forgot your password?">
      <div className="mt-6 grid gap-4">
        <MailX aria-hidden="true" className="size-10 text-amber" />
        <p>This site isn’t set up to send email, so we can’t send you a link.</p>
        <p>
          Ask your administrator for a password link
          {contact.length === 0 ? '.' : `: ${contact.join(' · ')}.`}
        </p>
        <p className="text-soft text-sm">
          Administrators can create one under Users. If no one can sign in, the person who manages the server
          can run <code className="break-words">marqueedesk reset-link --email you@example.com</code>.
        </p>
        <BackToSignIn />
      </div>
    </AuthFrame>
  );
}

/** Sets a new password from a link. */
export function ResetPasswordPage() {
  usePageTitle('New password');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const form = useCheckedForm(resetSchema, { newPassword: '', confirmPassword: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useResetPassword(),
    sent: (input: ResetForm) => ({ ...input, token }),
    onSaved: () => {
      toast({ title: 'Password changed', description: 'Sign in with your new password.' });
      void navigate(paths.auth, { replace: true });
    },
  });
  return (
    <AuthFrame title="Choose a new password">
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        <NewPasswordFields form={form} name="newPassword" label="New Password" />
        <FailureAlert failure={failure} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Saving...">
          Save Password
        </Button>
        <Link to={paths.forgot} className="text-center font-medium text-link text-sm hover:underline">
          Request a new link
        </Link>
      </form>
    </AuthFrame>
  );
}
