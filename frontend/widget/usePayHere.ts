import { comingPart } from './coming-part';

/** The card form; loaded only if a payment is due, like the provider's library. */
export const usePayHere = comingPart(() => import('./PayHere')).usePart;
