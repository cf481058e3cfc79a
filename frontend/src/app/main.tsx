import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { showCarriedToast } from '@/ui/toast-store';
import { App } from './App';
import { routes } from './routes';
import './app.css';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('Element #root not found.');
}
showCarriedToast();
createRoot(root).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} />
  </StrictMode>,
);
