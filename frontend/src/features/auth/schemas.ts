import * as z from 'zod/mini';
import { newPassword, typedTwice } from '@/lib/new-password';

/** The rules of section 5 of the specification for signing in and registering. */
export const loginSchema = z.object({
  email: z.email('Invalid email address'),
  password: z.string().check(z.minLength(1, 'Password is required')),
});

export const registerSchema = z
  .object({
    email: z.email('Invalid email address'),
    password: newPassword,
    confirmPassword: z.string(),
    companyName: z.string().check(z.trim(), z.minLength(1, 'Company name is required')),
    phoneNumber: z.string().check(z.trim()),
    termsVersion: z.string(),
  })
  .check(typedTwice('password'));

export const forgotSchema = z.object({ email: z.email('Invalid email address') });

export const resetSchema = z
  .object({
    newPassword,
    confirmPassword: z.string(),
  })
  .check(typedTwice('newPassword'));

export const joinSchema = z
  .object({
    username: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100)),
    password: newPassword,
    confirmPassword: z.string(),
  })
  .check(typedTwice('password'));

export type ForgotForm = z.infer<typeof forgotSchema>;
export type ResetForm = z.infer<typeof resetSchema>;
export type LoginForm = z.infer<typeof loginSchema>;
export type RegisterForm = z.infer<typeof registerSchema>;
