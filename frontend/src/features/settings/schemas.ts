import * as z from 'zod/mini';
import { newPassword, typedTwice } from '@/lib/new-password';
import { email, required, visible } from '@/lib/typed-checks';

/** Validation of the profile and the password (specification, section 5). */
export const profileSchema = z.object({
  username: required('Username is required'),
  email: email('Invalid email address'),
  companyName: required('Company name is required'),
  phoneNumber: z.string().check(visible()),
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
  email: email('Invalid email address'),
  part: z.enum(['manager', 'staff', 'accountant']),
});
export type InviteForm = z.infer<typeof inviteSchema>;
