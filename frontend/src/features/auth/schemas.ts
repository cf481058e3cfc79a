import * as z from 'zod/mini';

/** The rules of section 5 of the specification for signing in and registering. */
export const loginSchema = z.object({
  email: z.email('Invalid email address'),
  password: z.string().check(z.minLength(1, 'Password is required')),
});

export const registerSchema = z
  .object({
    email: z.email('Invalid email address'),
    password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
    confirmPassword: z.string(),
    companyName: z.string().check(z.trim(), z.minLength(1, 'Company name is required')),
    phoneNumber: z.string().check(z.trim()),
    termsVersion: z.string(),
  })
  .check(
    z.refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      // Judged even while another field is still wrong, so that nobody finds out one error at a time.
      when: () => true,
    }),
  );

export const forgotSchema = z.object({ email: z.email('Invalid email address') });

export const resetSchema = z
  .object({
    newPassword: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
    confirmPassword: z.string(),
  })
  .check(
    z.refine((input) => input.newPassword === input.confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      when: () => true,
    }),
  );

export const joinSchema = z
  .object({
    username: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100)),
    password: z.string().check(z.minLength(6, 'Password must be at least 6 characters')),
    confirmPassword: z.string(),
  })
  .check(
    z.refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      when: () => true,
    }),
  );

export type ForgotForm = z.infer<typeof forgotSchema>;
export type ResetForm = z.infer<typeof resetSchema>;
export type LoginForm = z.infer<typeof loginSchema>;
export type RegisterForm = z.infer<typeof registerSchema>;
