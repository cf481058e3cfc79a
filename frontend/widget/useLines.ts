import { comingPart } from './coming-part';

/** Several lines, items and packages; loaded on demand. */
export const useLines = comingPart(() => import('./lines')).usePart;
