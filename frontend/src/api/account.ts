import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from './change';
import { api, body } from './client';
import { read, reload } from './read';
import { isUser } from './user';

/** Whether the business is being closed, and what there is to settle before; read at each visit. */
export function useClosing() {
  return useQuery({ ...read([], '/api/account/closing'), refetchOnMount: 'always' });
}

/** Brings everything else up to date when the closing begins or ends. */
function useAfterClosing() {
  const client = useQueryClient();
  return {
    onSuccess: () => {
      // Everything in the business has disappeared, or is back.
      void client.invalidateQueries({ predicate: (query) => !isUser(query) });
      return reload(client, '/api/user');
    },
    onError: () => reload(client, '/api/account/closing'),
  };
}

/** Closes the business; the password proves that it is the owner. */
export const useCloseBusiness = () =>
  useCall((password: string) => api.POST('/api/account/close', { body: { password } }), useAfterClosing());

/** Cancels the closing. */
export const useReopenBusiness = () => useCall(() => api.POST('/api/account/reopen'), useAfterClosing());

/** Everything in the business, downloaded as a file. */
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
