import * as z from 'zod/mini';

/** The rule of every field for a new password. */
export const newPassword = z.string().check(z.minLength(6, 'Password must be at least 6 characters'));

/** The check that a password was typed twice alike. */
export const typedTwice = <Name extends string>(name: Name) =>
  z.refine<Readonly<Record<Name | 'confirmPassword', string>>>(
    (input) => input[name] === input.confirmPassword,
    {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      // Judged even while another field is still wrong, so that nobody finds out one error at a time.
      when: () => true,
    },
  );
