import { comingPart } from './useLazyParts';

/** Several lines, items and packages; loaded on demand. */
export const useLines = comingPart(() => import('./lines')).usePart;
