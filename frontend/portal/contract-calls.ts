import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

export type PublicContract = components['schemas']['PublicContractOut'];

/** Address of a contract, or of one of its files and actions. */
export const contractAddress = (token: string, part = '') =>
  `/api/public/contracts/${encodeURIComponent(token)}${part}`;

export const readContract = (token: string) => callPublicly<PublicContract>(contractAddress(token));
