import * as z from 'zod/mini';

export const roles = { admin: 'Admin', manager: 'Manager', staff: 'Staff', user: 'User' } as const;

/** The rules of section 5 of the specification for a user that an administrator creates. */
export const newUserSchema = z.object({
  email: z.email('Please enter a valid email address'),
  password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
  companyName: z.string().check(z.trim()),
  phoneNumber: z.string().check(z.trim()),
  role: z.enum(['admin', 'manager', 'staff', 'user']),
  isActive: z.boolean(),
});

export type NewUserForm = z.infer<typeof newUserSchema>;
