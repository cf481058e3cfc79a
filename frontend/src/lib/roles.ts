/** The roles in a business, in words. */
export const roleNames = { owner: 'Owner', manager: 'Manager', staff: 'Staff' } as const;
export type Role = keyof typeof roleNames;
