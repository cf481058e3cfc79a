import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';

/** The installation's own details: its name, how to reach it, and the defaults for new records. */
export function useSite() {
  return useQuery({ queryKey: ['site'], queryFn: async () => body(await api.GET('/api/site')) });
}
