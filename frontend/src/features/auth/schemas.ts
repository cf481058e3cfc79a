import { z } from 'zod';

/** The rules of section 5 of the specification for signing in and registering. */
export const loginSchema = z.object({
  email: z.email('Invalid email address'),
  password: z.string().min(1, 'Password is required'),
});

export const registerSchema = z
  .object({
    email: z.email('Invalid email address'),
    password: z.string().min(6, 'Password must be at least 6 characters'),
    confirmPassword: z.string(),
    companyName: z.string().trim().min(1, 'Company name is required'),
    phoneNumber: z.string().trim(),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // The two are compared even while another field is still wrong, so that nobody finds out one error at a time.
    when: ({ value }) => typeof value === 'object' && value !== null && 'password' in value,
  });

export type LoginForm = z.infer<typeof loginSchema>;
export type RegisterForm = z.infer<typeof registerSchema>;
