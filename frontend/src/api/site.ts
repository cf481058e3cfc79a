import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';

/** What the installation says of itself: its name, how to reach it, and what new things start with. */
export function useSite() {
  return useQuery({ queryKey: ['site'], queryFn: async () => body(await api.GET('/api/site')) });
}
