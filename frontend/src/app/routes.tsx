import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Right } from '@/api/rights';
import { PageSpinner } from '@/ui/Spinner';
import { ErrorPage } from './ErrorPage';
import { Frame } from './Frame';
import { Home } from './Home';
import { NeedsBusiness, NeedsRight, ProtectedRoute } from './ProtectedRoute';

/** Route of a lazily loaded page. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** Route that requires a permission. */
const withRight = (right: Right, route: RouteObject): RouteObject => ({
  element: <NeedsRight right={right} />,
  children: [route],
});

/** All pages, loaded lazily. Pages for signed-in users are nested under ProtectedRoute. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      { index: true, element: <Home /> },
      page('auth', async () => (await import('@/features/auth/AuthPage')).AuthPage),
      page('invitation', async () => (await import('@/features/auth/InvitationPage')).InvitationPage),
      page('forgot-password', async () => (await import('@/features/auth/PasswordPages')).ForgotPasswordPage),
      page('reset-password', async () => (await import('@/features/auth/PasswordPages')).ResetPasswordPage),
      page('sign-in', async () => (await import('@/features/auth/SignInLinkPage')).SignInLinkPage),
      page('confirm-email', async () => (await import('@/features/auth/EmailPages')).ConfirmEmailPage),
      page('keep-email', async () => (await import('@/features/auth/EmailPages')).KeepEmailPage),
      {
        lazy: async () => ({ Component: (await import('./PublicPages')).PublicPages }),
        errorElement: <ErrorPage />,
        children: [
          page('help/:chapter?', async () => (await import('@/features/help/HelpPage')).HelpPage),
          page('privacy', async () => (await import('@/features/legal/PrivacyPage')).PrivacyPage),
          page('terms', async () => (await import('@/features/legal/TermsPage')).TermsPage),
          page('status', async () => (await import('@/features/status/StatusPage')).StatusPage),
          {
            lazy: async () => ({ Component: (await import('./PaymentGate')).PaymentGate }),
            errorElement: <ErrorPage />,
            children: [
              page('checkout', async () => (await import('@/features/checkout/CheckoutPage')).CheckoutPage),
              page(
                'payment-success',
                async () => (await import('@/features/checkout/PaymentSuccessPage')).PaymentSuccessPage,
              ),
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
              withRight(
                'seeMoney',
                page(
                  'dashboard',
                  async () => (await import('@/features/dashboard/DashboardPage')).DashboardPage,
                ),
              ),
              withRight(
                'seeBookings',
                page('day', async () => (await import('@/features/day/DayPage')).DayPage),
              ),
              withRight(
                'seeBookings',
                page('bookings', async () => (await import('@/features/bookings/BookingsPage')).BookingsPage),
              ),
              withRight(
                'manageDocuments',
                page(
                  'booking',
                  async () => (await import('@/features/quote-builder/QuoteBuilderPage')).QuoteBuilderPage,
                ),
              ),
              withRight(
                'manageDocuments',
                page('quotes', async () => (await import('@/features/quotes/QuotesPage')).QuotesPage),
              ),
              withRight(
                'manageDocuments',
                page(
                  'quotes/edit',
                  async () => (await import('@/features/quote-builder/QuoteBuilderPage')).EditQuotePage,
                ),
              ),
              withRight(
                'seeBooks',
                page('reports', async () => (await import('@/features/reports/ReportsPage')).ReportsPage),
              ),
              withRight(
                'seeStock',
                page(
                  'inventory',
                  async () => (await import('@/features/inventory/InventoryPage')).InventoryPage,
                ),
              ),
              withRight(
                'seeStock',
                page('repairs', async () => (await import('@/features/repairs/RepairsPage')).RepairsPage),
              ),
              withRight(
                'seeStock',
                page(
                  'stocktakes',
                  async () => (await import('@/features/stocktakes/StocktakesPage')).StocktakesPage,
                ),
              ),
              withRight(
                'seeStock',
                page('venues', async () => (await import('@/features/venues/VenuesPage')).VenuesPage),
              ),
              withRight(
                'seeBookings',
                page(
                  'customers',
                  async () => (await import('@/features/customers/CustomersPage')).CustomersPage,
                ),
              ),
              withRight(
                'seeBookings',
                page(
                  'customers/:id',
                  async () => (await import('@/features/customers/CustomerPage')).CustomerPage,
                ),
              ),
              withRight(
                'seeBookings',
                page(
                  'conversations',
                  async () => (await import('@/features/conversations/InboxPage')).InboxPage,
                ),
              ),
              withRight(
                'seeBooks',
                page(
                  'gift-cards',
                  async () => (await import('@/features/gift-cards/GiftCardsPage')).GiftCardsPage,
                ),
              ),
              withRight(
                'handleBookings',
                page('reviews', async () => (await import('@/features/reviews/ReviewsPage')).ReviewsPage),
              ),
              withRight(
                'manageSubscription',
                page(
                  'subscription',
                  async () => (await import('@/features/subscription/SubscriptionPage')).SubscriptionPage,
                ),
              ),
            ],
          },
          page('settings', async () => (await import('@/features/settings/SettingsPage')).SettingsPage),
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
          page(
            'businesses/:id?',
            async () => (await import('@/features/admin/BusinessesPage')).BusinessesPage,
          ),
          page('users', async () => (await import('@/features/admin/UsersPage')).UsersPage),
          page(
            'subscriptions',
            async () => (await import('@/features/admin/SubscriptionsPage')).SubscriptionsPage,
          ),
          page('audit', async () => (await import('@/features/admin/AuditPage')).AuditPage),
          page(
            'settings',
            async () => (await import('@/features/admin/AdminSettingsPage')).AdminSettingsPage,
          ),
        ],
      },
      page('*', async () => (await import('./NotFound')).NotFound),
    ],
  },
];
