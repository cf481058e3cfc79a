import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';

/** What the operator charges: letters by size, colors, add-ons, difficulties. */
export function usePriceList() {
  return useQuery({ queryKey: ['price-list'], queryFn: async () => body(await api.GET('/api/price-list')) });
}
