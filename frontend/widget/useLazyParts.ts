/**
 * Parts that together weigh as much as the form itself, each in a separate file. The form can be filled in
 * and sent without them.
 */
import { comingPart } from './coming-part';

const lazy = comingPart(() => import('./lazy-parts'));

// Loaded while the operator's offer loads, so that they are available if the connection fails later.
lazy.arrive().catch(() => undefined);

/** Parts that nearly every form shows at some point. */
export const useLazyParts = lazy.usePart;

/** The drawing components; null until loaded. */
export function useSign(): Pick<typeof import('./lazy-parts'), 'Lights' | 'Sign' | 'Width'> | null {
  const parts = useLazyParts();
  return typeof parts === 'string' ? null : parts;
}
