import * as z from 'zod/mini';
import { newPassword, typedTwice } from '@/lib/new-password';
import { email, required, visible } from '@/lib/typed-checks';

/** Validation of sign-in and registration (specification, section 5). */
export const loginSchema = z.object({
  email: email('Invalid email address'),
  password: z.string().check(z.minLength(1, 'Password is required')),
});

export const registerSchema = z
  .object({
    email: email('Invalid email address'),
    password: newPassword,
    confirmPassword: z.string(),
    companyName: required('Company name is required'),
    username: z.string().check(visible(), z.maxLength(100, 'Name can have at most 100 characters')),
    phoneNumber: z.string().check(visible()),
    termsVersion: z.string(),
  })
  .check(typedTwice('password'));

export const forgotSchema = z.object({ email: email('Invalid email address') });

export const resetSchema = z
  .object({
    newPassword,
    confirmPassword: z.string(),
  })
  .check(typedTwice('newPassword'));

export const joinSchema = z
  .object({
    username: required('Name is required').check(z.maxLength(100)),
    password: newPassword,
    confirmPassword: z.string(),
  })
  .check(typedTwice('password'));

export type ForgotForm = z.infer<typeof forgotSchema>;
export type ResetForm = z.infer<typeof resetSchema>;
export type LoginForm = z.infer<typeof loginSchema>;
export type RegisterForm = z.infer<typeof registerSchema>;
