import { useSignedInUser } from './user';

/** The roles in a business, in words. */
export const roleNames = { owner: 'Owner', manager: 'Manager', staff: 'Staff' } as const;
export type Role = keyof typeof roleNames;

/** What somebody may do in their business, by the names of the server's one table. */
export type Right =
  | 'seeBookings'
  | 'note'
  | 'seeStock'
  | 'handleBookings'
  | 'changeStock'
  | 'seeMoney'
  | 'makePapers'
  | 'writeMessages'
  | 'changeSettings'
  | 'changeTeam'
  | 'seeActivity'
  | 'pay'
  | 'endBusiness';

/**
 * True if a person has a right. The server checks rights on its own; screens ask so that they offer nothing
 * that would be refused.
 */
export function can({ rights }: { rights: readonly string[] }, right: Right): boolean {
  return rights.includes(right);
}

/** Whether the signed-in person has a right. */
export function useCan(right: Right): boolean {
  return can(useSignedInUser(), right);
}
