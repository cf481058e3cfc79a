import { useConversationsOverview } from '@/api/conversations-overview';
import { can } from '@/api/rights';
import type { User } from '@/api/types';
import { isClosed } from './navigation';

/** Whether a user may read conversations. Staff may if the business allows it. */
export function useSeesConversations(user: User): boolean {
  const writes = can(user, 'writeMessages');
  const asks = !writes && can(user, 'seeBookings') && !isClosed(user);
  return useConversationsOverview(asks).data?.visible ?? writes;
}
