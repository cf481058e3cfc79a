import { useQuery } from '@tanstack/react-query';
import { read } from './read';
import { useCan } from './rights';

/** Whether email is being sent. Enabled only for users who can read messages. */
export function useEmailStatus() {
  return useQuery({ ...read(['messages'], '/api/email-status'), enabled: useCan('writeMessages') });
}
