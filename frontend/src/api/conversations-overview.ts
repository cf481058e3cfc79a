import { useQuery } from '@tanstack/react-query';
import { read } from './read';

/** Whether the user may read and text customers, and the number of unread conversations. */
export function useConversationsOverview(enabled = true) {
  return useQuery({ ...read(['conversations', 'settings'], '/api/conversations/overview'), enabled });
}
