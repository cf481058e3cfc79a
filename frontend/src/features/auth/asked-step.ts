import { ApiError } from '@/api/errors';
import type { SecondStepProps } from './SecondStep';

export type AskedStep = Pick<SecondStepProps, 'ticket' | 'methods'>;

/** Return the second step requested by a sign-in error, with its ticket; null for any other error. */
export function askedStep(error: unknown): AskedStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return null;
  const methods = Array.isArray(error.extra.methods) ? error.extra.methods : [];
  return {
    ticket: String(error.extra.ticket),
    methods: (['passkey', 'totp'] as const).filter((method) => methods.includes(method)),
  };
}
