import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './NightPage';
import './portal.css';

/** Render the page for the token in an address such as "/q/{token}". */
export function openByLink(page: (token: string) => ReactNode): void {
  const [, , token = ''] = location.pathname.split('/');
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<ErrorBoundary>{page(token)}</ErrorBoundary>);
}
