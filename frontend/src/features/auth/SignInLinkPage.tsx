import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { refusalOf } from '@/api/form-errors';
import { useLoginByLink } from '@/api/user';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { AuthFrame } from './AuthFrame';
import { type AskedStep, askedStep } from './LoginForm';
import { SecondStep } from './SecondStep';

/** Signs in from an email link. Requires a click because mail scanners open every link. */
export function SignInLinkPage() {
  const format = useFormat();
  usePageTitle('Sign in');
  const [params] = useSearchParams();
  const login = useLoginByLink();
  const [step, setStep] = useState<AskedStep | null>(null);
  if (login.isSuccess) return <Navigate to={paths.home} replace />;
  if (step !== null) {
    return (
      <AuthFrame title="Sign in to your account">
        <div className="mt-6">
          <SecondStep {...step} onBack={() => setStep(null)} />
        </div>
      </AuthFrame>
    );
  }
  const refused = login.error !== null && askedStep(login.error) === null;
  return (
    <AuthFrame title="Sign in to your account">
      <div className="mt-6 grid gap-5">
        <p className="text-soft">Open this page on the device you want to sign in on.</p>
        <FailureAlert failure={refused ? refusalOf(format, login.error) : null} />
        <Button
          size="lg"
          pending={login.isPending}
          pendingLabel="Signing in..."
          onClick={() =>
            login.mutate(params.get('token') ?? '', { onError: (error) => setStep(askedStep(error)) })
          }
        >
          Sign In
        </Button>
        <Link to={paths.auth} className="font-medium text-link hover:underline">
          Sign in with your password
        </Link>
      </div>
    </AuthFrame>
  );
}
