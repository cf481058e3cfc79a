import type { RouteObject } from 'react-router';
import { PageSpinner } from '@/ui/Spinner';
import { ErrorPage } from './ErrorPage';
import { Frame } from './Frame';
import { Home } from './Home';
import { ProtectedRoute } from './ProtectedRoute';

/** Every page. Those for signed-in people stand below ProtectedRoute and are loaded when they are first shown. */
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
        element: <ProtectedRoute />,
        errorElement: <ErrorPage />,
        children: [
          {
            lazy: async () => ({ Component: (await import('./NoBusiness')).NeedsBusiness }),
            children: [
              {
                path: 'dashboard',
                lazy: async () => ({
                  Component: (await import('@/features/dashboard/DashboardPage')).DashboardPage,
                }),
              },
              {
                path: 'bookings',
                lazy: async () => ({
                  Component: (await import('@/features/bookings/BookingsPage')).BookingsPage,
                }),
              },
              {
                path: 'booking',
                lazy: async () => ({
                  Component: (await import('@/features/quote-builder/QuoteBuilderPage')).QuoteBuilderPage,
                }),
              },
              {
                path: 'inventory',
                lazy: async () => ({
                  Component: (await import('@/features/inventory/InventoryPage')).InventoryPage,
                }),
              },
              {
                path: 'venues',
                lazy: async () => ({ Component: (await import('@/features/venues/VenuesPage')).VenuesPage }),
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
      { path: '*', lazy: async () => ({ Component: (await import('./NotFound')).NotFound }) },
    ],
  },
];
