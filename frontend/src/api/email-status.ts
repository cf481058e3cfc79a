import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import { useCan } from './rights';

/** Every read of emails starts with this key. */
export const messagesKey = ['messages'] as const;

/** Whether emails are sent now. Only asked for people who may read them. */
export function useEmailStatus() {
  return useQuery({
    queryKey: [...messagesKey, 'status'],
    enabled: useCan('writeMessages'),
    queryFn: async () => body(await api.GET('/api/email-status')),
    retry: false,
  });
}
