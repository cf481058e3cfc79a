import * as z from 'zod/mini';
import { newPassword, typedTwice } from '@/lib/new-password';

/** The rules of section 5 of the specification for the profile and the password. */
export const profileSchema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, 'Username is required')),
  email: z.email('Invalid email address'),
  companyName: z.string().check(z.trim(), z.minLength(1, 'Company name is required')),
  phoneNumber: z.string().check(z.trim()),
  currentPassword: z.string(),
});

export const passwordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Current password is required')),
    newPassword,
    confirmPassword: z.string(),
  })
  .check(typedTwice('newPassword'));

export type ProfileForm = z.infer<typeof profileSchema>;
export type PasswordForm = z.infer<typeof passwordSchema>;

export const inviteSchema = z.object({
  email: z.email('Invalid email address'),
  part: z.enum(['manager', 'staff']),
});
export type InviteForm = z.infer<typeof inviteSchema>;
