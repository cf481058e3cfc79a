import { useQuery } from '@tanstack/react-query';
import { read } from './read';

/** Installation details: name, contact and defaults for new records. */
export function useSite() {
  return useQuery(read([], '/api/site'));
}
