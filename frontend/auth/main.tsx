/** Entry of the pages for signing in, which load without the app. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '@/api/query-client';
import { AuthPage } from '@/features/auth/AuthPage';
import { PageSpinner } from '@/ui/Spinner';
import { Toaster } from '@/ui/Toaster';
import { showCarriedToast } from '@/ui/toast-store';
import './auth.css';

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** Pages by path. `LINK_PATHS` in marqueedesk/web/paths.py lists those opened from an email. */
const pages: Readonly<Record<string, ComponentType>> = {
  '/forgot-password': page(async () => (await import('@/features/auth/PasswordPages')).ForgotPasswordPage),
  '/reset-password': page(async () => (await import('@/features/auth/PasswordPages')).ResetPasswordPage),
  '/sign-in': page(async () => (await import('@/features/auth/SignInLinkPage')).SignInLinkPage),
  '/invitation': page(async () => (await import('@/features/auth/InvitationPage')).InvitationPage),
  '/confirm-email': page(async () => (await import('@/features/auth/EmailPages')).ConfirmEmailPage),
  '/keep-email': page(async () => (await import('@/features/auth/EmailPages')).KeepEmailPage),
};

const Page = pages[window.location.pathname] ?? AuthPage;
// No call of these pages requires a session, so none can end.
const client = createQueryClient(() => undefined);

const root = document.getElementById('root');
if (root === null) {
  throw new Error('Element #root not found.');
}
showCarriedToast();
createRoot(root).render(
  <QueryClientProvider client={client}>
    <a
      href="#content"
      className="sr-only z-50 rounded-md bg-bulb px-4 py-2 font-medium text-night focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
    <Suspense fallback={<PageSpinner />}>
      <Page />
    </Suspense>
    <Toaster />
  </QueryClientProvider>,
);
