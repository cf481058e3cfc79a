/** Tailwind classes of controls on the customers' pages. */
const button =
  'inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-lg px-6 text-center font-semibold transition-[background-color,border-color,filter] disabled:cursor-progress disabled:opacity-60';

export const bulbButton = `${button} bg-bulb text-night shadow-glow hover:bg-[#ffc56b]`;
export const primaryButton = `${button} w-full bg-action text-on-action hover:bg-action-strong`;
export const secondaryButton = `${button} border border-edge/60 bg-surface text-ink hover:border-edge hover:bg-sunken`;
export const textLink =
  'cursor-pointer rounded-sm font-medium text-link underline underline-offset-4 hover:no-underline';
export const control =
  'w-full min-w-0 rounded-lg border border-edge/70 bg-raised px-3.5 py-2.5 text-base text-ink hover:border-edge focus-visible:border-action focus-visible:outline-offset-0 aria-invalid:border-danger';
export const card = 'print-whole min-w-0 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-6';
export const heading = 'font-semibold text-lg tracking-tight';
