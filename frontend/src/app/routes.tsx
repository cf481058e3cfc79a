import type { RouteObject } from 'react-router';
import { PageSpinner } from '@/ui/Spinner';
import { ErrorPage } from './ErrorPage';
import { Frame } from './Frame';
import { Home } from './Home';
import { NeedsBusiness, NeedsRight, ProtectedRoute } from './ProtectedRoute';

/** Every page, loaded when it is first shown. Those for signed-in people are below ProtectedRoute. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      { index: true, element: <Home /> },
      {
        path: 'auth',
        lazy: async () => ({ Component: (await import('@/features/auth/AuthPage')).AuthPage }),
      },
      {
        path: 'invitation',
        lazy: async () => ({ Component: (await import('@/features/auth/InvitationPage')).InvitationPage }),
      },
      {
        path: 'forgot-password',
        lazy: async () => ({
          Component: (await import('@/features/auth/PasswordPages')).ForgotPasswordPage,
        }),
      },
      {
        path: 'reset-password',
        lazy: async () => ({
          Component: (await import('@/features/auth/PasswordPages')).ResetPasswordPage,
        }),
      },
      {
        path: 'confirm-email',
        lazy: async () => ({
          Component: (await import('@/features/auth/EmailPages')).ConfirmEmailPage,
        }),
      },
      {
        path: 'keep-email',
        lazy: async () => ({ Component: (await import('@/features/auth/EmailPages')).KeepEmailPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./PublicPages')).PublicPages }),
        errorElement: <ErrorPage />,
        children: [
          {
            path: 'help/:chapter?',
            lazy: async () => ({ Component: (await import('@/features/help/HelpPage')).HelpPage }),
          },
          {
            path: 'privacy',
            lazy: async () => ({ Component: (await import('@/features/legal/PrivacyPage')).PrivacyPage }),
          },
          {
            path: 'terms',
            lazy: async () => ({ Component: (await import('@/features/legal/TermsPage')).TermsPage }),
          },
          {
            path: 'status',
            lazy: async () => ({ Component: (await import('@/features/status/StatusPage')).StatusPage }),
          },
          {
            lazy: async () => ({ Component: (await import('./PaymentGate')).PaymentGate }),
            errorElement: <ErrorPage />,
            children: [
              {
                path: 'checkout',
                lazy: async () => ({
                  Component: (await import('@/features/checkout/CheckoutPage')).CheckoutPage,
                }),
              },
              {
                path: 'payment-success',
                lazy: async () => ({
                  Component: (await import('@/features/checkout/PaymentSuccessPage')).PaymentSuccessPage,
                }),
              },
            ],
          },
        ],
      },
      {
        element: <ProtectedRoute />,
        errorElement: <ErrorPage />,
        children: [
          {
            element: <NeedsBusiness />,
            children: [
              {
                element: <NeedsRight right="seeMoney" />,
                children: [
                  {
                    path: 'dashboard',
                    lazy: async () => ({
                      Component: (await import('@/features/dashboard/DashboardPage')).DashboardPage,
                    }),
                  },
                ],
              },
              {
                path: 'day',
                lazy: async () => ({ Component: (await import('@/features/day/DayPage')).DayPage }),
              },
              {
                path: 'bookings',
                lazy: async () => ({
                  Component: (await import('@/features/bookings/BookingsPage')).BookingsPage,
                }),
              },
              {
                element: <NeedsRight right="makePapers" />,
                children: [
                  {
                    path: 'booking',
                    lazy: async () => ({
                      Component: (await import('@/features/quote-builder/QuoteBuilderPage')).QuoteBuilderPage,
                    }),
                  },
                ],
              },
              {
                element: <NeedsRight right="makePapers" />,
                children: [
                  {
                    path: 'quotes',
                    lazy: async () => ({
                      Component: (await import('@/features/quotes/QuotesPage')).QuotesPage,
                    }),
                  },
                ],
              },
              {
                element: <NeedsRight right="makePapers" />,
                children: [
                  {
                    path: 'quotes/edit',
                    lazy: async () => ({
                      Component: (await import('@/features/quote-builder/QuoteBuilderPage')).EditQuotePage,
                    }),
                  },
                ],
              },
              {
                path: 'inventory',
                lazy: async () => ({
                  Component: (await import('@/features/inventory/InventoryPage')).InventoryPage,
                }),
              },
              {
                path: 'repairs',
                lazy: async () => ({
                  Component: (await import('@/features/repairs/RepairsPage')).RepairsPage,
                }),
              },
              {
                path: 'venues',
                lazy: async () => ({ Component: (await import('@/features/venues/VenuesPage')).VenuesPage }),
              },
              {
                element: <NeedsRight right="pay" />,
                children: [
                  {
                    path: 'subscription',
                    lazy: async () => ({
                      Component: (await import('@/features/subscription/SubscriptionPage')).SubscriptionPage,
                    }),
                  },
                ],
              },
            ],
          },
          {
            path: 'settings',
            lazy: async () => ({
              Component: (await import('@/features/settings/SettingsPage')).SettingsPage,
            }),
          },
        ],
      },
      {
        path: 'admin',
        lazy: async () => ({ Component: (await import('./AdminArea')).AdminArea }),
        errorElement: <ErrorPage />,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('@/features/admin/OverviewPage')).OverviewPage }),
          },
          {
            path: 'users',
            lazy: async () => ({ Component: (await import('@/features/admin/UsersPage')).UsersPage }),
          },
          {
            path: 'subscriptions',
            lazy: async () => ({
              Component: (await import('@/features/admin/SubscriptionsPage')).SubscriptionsPage,
            }),
          },
          {
            path: 'audit',
            lazy: async () => ({ Component: (await import('@/features/admin/AuditPage')).AuditPage }),
          },
          {
            path: 'settings',
            lazy: async () => ({
              Component: (await import('@/features/admin/AdminSettingsPage')).AdminSettingsPage,
            }),
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('./NotFound')).NotFound }) },
    ],
  },
];
