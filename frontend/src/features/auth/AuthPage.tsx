import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { can } from '@/api/rights';
import { useUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths, safeNext } from '@/lib/paths';
import { takeRegisterFirst } from '@/lib/register-first';
import { siteName } from '@/lib/site-name';
import { useWide } from '@/lib/use-wide';
import { PageSpinner } from '@/ui/Spinner';
import { TabList, TabPanels, Tabs } from '@/ui/Tabs';
import { AuthHeader } from './AuthFrame';
import { LoginForm } from './LoginForm';

// Loaded on demand: phones show no promises, and most visitors sign in.
const Promises = lazy(async () => ({ default: (await import('./Promises')).Promises }));
const RegisterForm = lazy(async () => ({ default: (await import('./RegisterForm')).RegisterForm }));

/** Target path after signing in, as passed by an internal link; used if the URL has no `next`. */
function nextOf(state: unknown): string | null {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : null;
  return typeof next === 'string' ? next : null;
}

/**
 * Sign-in and registration. Signed-in users are redirected to `next` if it is an internal path, otherwise to
 * their start page.
 */
export function AuthPage() {
  usePageTitle();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const [tab, setTab] = useState('login');
  const wide = useWide();
  useEffect(() => {
    if (takeRegisterFirst()) setTab('register');
  }, []);
  const { data: user, error } = useUser();
  if (user === undefined && error === null) {
    return <PageSpinner />;
  }
  if (user) {
    const next = safeNext(params.get('next') ?? nextOf(state));
    // The dashboard shows revenue; users without that permission start on another page.
    const isTheirs = next !== paths.dashboard || user.operatorId === null || can(user, 'seeMoney');
    return <Navigate to={isTheirs ? next : paths.home} replace />;
  }
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col">
        <AuthHeader />
        {/* Not vertically centered, so that the tabs stay in place when the form below them grows. */}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto mb-auto w-full max-w-md px-5 py-8 outline-none lg:pt-[12vh]"
        >
          <h1 className="font-semibold text-3xl tracking-tight">
            {tab === 'login' ? 'Sign in to your account' : 'Create a new account'}
          </h1>
          <Tabs value={tab} onValueChange={setTab} className="mt-6">
            <TabList aria-label="Sign in or register" of={{ login: 'Login', register: 'Register' }} />
            <TabPanels of={{ login: <LoginForm />, register: <Register /> }} />
          </Tabs>
          <p className="mt-6 text-soft text-sm">
            {tab === 'login' ? `New to ${siteName}?` : 'Already have an account?'}{' '}
            <button
              type="button"
              onClick={() => setTab(tab === 'login' ? 'register' : 'login')}
              className="cursor-pointer rounded-sm font-medium text-link hover:underline"
            >
              {tab === 'login' ? 'Register here' : 'Log in here'}
            </button>
          </p>
        </main>
        <footer className="px-5 py-5 text-center text-faint text-sm sm:px-8">
          © {new Date().getFullYear()} {siteName}. All rights reserved.
        </footer>
      </div>
      {wide ? (
        <Suspense>
          <Promises />
        </Suspense>
      ) : null}
    </div>
  );
}

function Register() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <RegisterForm />
    </Suspense>
  );
}
