/** Tailwind classes of controls on the crew's page, large enough for thumbs and gloves. */
const shape =
  'inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg text-center font-semibold disabled:cursor-not-allowed disabled:opacity-50';
const plain = 'border border-edge/60 bg-surface text-ink hover:bg-sunken';

export const primary = `${shape} px-5 w-full bg-action text-on-action hover:bg-action-strong`;
export const button = `${shape} ${plain} px-5`;
/** One of up to three buttons side by side on a narrow phone, each on one line. */
export const choice = `${shape} ${plain} px-1 aria-pressed:border-action aria-pressed:bg-action-wash`;
export const quiet =
  'inline-flex min-h-12 cursor-pointer items-center rounded-sm text-link text-sm underline-offset-4 hover:underline';
export const card = 'min-w-0 rounded-xl border border-line bg-surface p-4 shadow-card';
export const badge = 'rounded-lg px-3 py-2 text-sm';
export const control =
  'w-full min-w-0 rounded-lg border border-edge/70 bg-raised px-3 py-2.5 text-base text-ink focus-visible:border-action';
