import { useQuery } from '@tanstack/react-query';
import { read } from './read';
import { useCan } from './rights';

/** Whether emails are sent now. Only asked for people who may read them. */
export function useEmailStatus() {
  return useQuery({ ...read(['messages'], '/api/email-status'), enabled: useCan('writeMessages') });
}
