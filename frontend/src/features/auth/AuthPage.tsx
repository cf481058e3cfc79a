import { CalendarCheck2, Code2, ReceiptText, SquareStack } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { can } from '@/api/rights';
import { useUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths, safeNext } from '@/lib/paths';
import { takeRegisterFirst } from '@/lib/register-first';
import { siteName } from '@/lib/site-name';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { PageSpinner } from '@/ui/Spinner';
import { TabList, TabPanels, Tabs } from '@/ui/Tabs';
import { AuthHeader } from './AuthFrame';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

const promises = [
  {
    Icon: SquareStack,
    text: 'Manage letter inventory',
    more: 'Every letter, every size, and where it is on any given day.',
  },
  {
    Icon: CalendarCheck2,
    text: 'Process bookings with a few clicks',
    more: 'Never double-book a letter.',
  },
  {
    Icon: ReceiptText,
    text: 'Generate quotes instantly',
    more: 'Letters, venue and extras, priced as you type.',
  },
  { Icon: Code2, text: 'Embed booking widgets', more: 'Your form on your own website, in your colors.' },
];

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
            <TabPanels of={{ login: <LoginForm />, register: <RegisterForm /> }} />
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
      <aside className="night night-ground hidden flex-col justify-center gap-12 px-14 py-12 text-ink lg:flex xl:px-20">
        <div className="max-w-xl">
          <MarqueeSign message="Say it in lights" height={84} surface="night" switchOn chase />
        </div>
        <div aria-hidden="true" className="bulb-rule max-w-xl opacity-80" />
        <ul className="grid max-w-xl gap-x-10 gap-y-7 xl:grid-cols-2">
          {promises.map(({ Icon, text, more }) => (
            <li key={text} className="flex gap-3.5">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bulb" />
              <div>
                <p className="font-medium">{text}</p>
                <p className="mt-0.5 text-soft text-sm">{more}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
