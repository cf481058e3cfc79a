import * as z from 'zod/mini';

/** Validation of every new-password field. */
export const newPassword = z.string().check(z.minLength(6, 'Password must be at least 6 characters'));

/** Check that the confirmation equals the password. */
export const typedTwice = <Name extends string>(name: Name) =>
  z.refine<Readonly<Record<Name | 'confirmPassword', string>>>(
    (input) => input[name] === input.confirmPassword,
    {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      // Runs even if other fields are invalid, so all errors appear at once.
      when: () => true,
    },
  );
