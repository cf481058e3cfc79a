/** The roles in a business, in words. */
export const partNames = { owner: 'Owner', manager: 'Manager', staff: 'Staff' } as const;
export type Part = keyof typeof partNames;
