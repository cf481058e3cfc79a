import { useQuery } from '@tanstack/react-query';
import { read } from './read';

/** The installation's own details: its name, how to reach it, and the defaults for new records. */
export function useSite() {
  return useQuery(read([], '/api/site'));
}
