import type { Shade } from './letter-calendar';

/** The ground and figure of a cell; the figure alone says it all, the shade lets the eye find it. */
export const shades: Readonly<Record<Shade, string>> = {
  all: 'bg-surface text-faint',
  some: 'bg-good-wash text-good',
  last: 'bg-amber-wash font-semibold text-amber',
  none: 'bg-danger-wash font-semibold text-danger',
  short: 'bg-danger-fill font-semibold text-white',
};
