import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { type DataRouter, RouterProvider } from 'react-router';
import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/ui/Toaster';
import { toast } from '@/ui/toast-store';

function tellSessionEnded() {
  toast({
    title: 'You have been signed out',
    description: 'Your session has ended. Please sign in again.',
    destructive: true,
  });
}

/** Providers and elements shared by all pages. */
export function App({ router }: { router: DataRouter }) {
  const [client] = useState(() => createQueryClient(tellSessionEnded));
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
