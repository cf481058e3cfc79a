import { type MutationFunctionContext, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '@/lib/save-file';
import { api, body, unwrap } from './client';
import { read, reload } from './read';
import { isUser } from './user';

/** Closing status of the business and its blockers; reloaded on each visit. */
export function useClosing() {
  return useQuery({ ...read([], '/api/account/closing'), refetchOnMount: 'always' });
}

/** Mutation options: invalidate all data after account closure starts or is canceled. */
const changesClosing = {
  onSuccess: (_body: unknown, _input: unknown, _result: unknown, { client }: MutationFunctionContext) => {
    // All business data has become unavailable, or available again.
    void client.invalidateQueries({ predicate: (query) => !isUser(query) });
    return reload(client, '/api/user');
  },
  onError: (_error: Error, _input: unknown, _result: unknown, { client }: MutationFunctionContext) =>
    reload(client, '/api/account/closing'),
};

/** Close the business. Requires the owner's password. */
export const useCloseBusiness = () =>
  useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/account/close', { body: { password } })),
    ...changesClosing,
  });

/** Cancel the closing. */
export const useReopenBusiness = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/account/reopen')), ...changesClosing });

/** Download all business data as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async (password: string) => {
      const exported = await api.POST('/api/account/export', {
        body: { password },
        parseAs: 'blob',
      });
      const name = /filename="([^"]+)"/.exec(exported.response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(body(exported), name ?? 'export.zip');
    },
  });
}
