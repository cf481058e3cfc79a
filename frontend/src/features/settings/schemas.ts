import { z } from 'zod';

/** The rules of section 5 of the specification for the profile and the password. */
export const profileSchema = z.object({
  username: z.string().trim().min(1, 'Username is required'),
  email: z.email('Invalid email address'),
  companyName: z.string().trim().min(1, 'Company name is required'),
  phoneNumber: z.string().trim(),
});

export const passwordSchema = z
  .object({
    currentPassword: z.string().min(1, 'Current password is required'),
    newPassword: z.string().min(6, 'Password must be at least 6 characters'),
    confirmPassword: z.string(),
  })
  .refine((input) => input.newPassword === input.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null && 'newPassword' in value,
  });

export type ProfileForm = z.infer<typeof profileSchema>;
export type PasswordForm = z.infer<typeof passwordSchema>;
