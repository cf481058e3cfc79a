import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from './change';
import { api, body } from './client';
import { read, reload } from './read';
import { isUser } from './user';

/** Closing status of the business and its blockers; reloaded on each visit. */
export function useClosing() {
  return useQuery({ ...read([], '/api/account/closing'), refetchOnMount: 'always' });
}

/** Invalidate all data after the closing begins or is canceled. */
function useAfterClosing() {
  const client = useQueryClient();
  return {
    onSuccess: () => {
      // All business data has become unavailable, or available again.
      void client.invalidateQueries({ predicate: (query) => !isUser(query) });
      return reload(client, '/api/user');
    },
    onError: () => reload(client, '/api/account/closing'),
  };
}

/** Close the business. Requires the owner's password. */
export const useCloseBusiness = () =>
  useCall((password: string) => api.POST('/api/account/close', { body: { password } }), useAfterClosing());

/** Cancel the closing. */
export const useReopenBusiness = () => useCall(() => api.POST('/api/account/reopen'), useAfterClosing());

/** Download all business data as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async (password: string) => {
      const exported = await api.POST('/api/account/export', {
        body: { password },
        parseAs: 'blob',
      });
      const name = /filename="([^"]+)"/.exec(exported.response.headers.get('content-disposition') ?? '')?.[1];
      const address = URL.createObjectURL(body(exported));
      const link = document.createElement('a');
      link.href = address;
      link.download = name ?? 'export.zip';
      link.click();
      URL.revokeObjectURL(address);
    },
  });
}
