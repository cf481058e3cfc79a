import type { User } from './types';
import { useSignedInUser } from './user';

/** Display names of team roles. */
export const roleNames = {
  owner: 'Owner',
  manager: 'Manager',
  staff: 'Staff',
  accountant: 'Accountant',
} as const;
export type Role = keyof typeof roleNames;

/** True if the text is a role that can be assigned to a team member. */
export const isGivenRole = (text: string): text is Exclude<Role, 'owner'> =>
  text !== 'owner' && text in roleNames;

/** Permissions in a business, as named in the server's table. */
export type Right = User['rights'][number];

/**
 * Whether a user has a permission. The server enforces permissions; pages check them to hide unavailable
 * actions.
 */
export function can({ rights }: { rights: readonly string[] }, right: Right): boolean {
  return rights.includes(right);
}

/** Whether the signed-in user has a permission. */
export function useCan(right: Right): boolean {
  return can(useSignedInUser(), right);
}
