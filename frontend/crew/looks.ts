/** How controls look on the crew's page: large enough for thumbs and gloves. */
const pressed =
  'inline-flex min-h-12 cursor-pointer items-center justify-center rounded-lg px-5 text-center font-semibold disabled:cursor-not-allowed disabled:opacity-50';

export const primary = `${pressed} w-full bg-action text-on-action hover:bg-action-strong`;
export const button = `${pressed} border border-edge/60 bg-surface text-ink hover:bg-sunken`;
export const quiet =
  'inline-flex min-h-12 cursor-pointer items-center rounded-sm text-link text-sm underline-offset-4 hover:underline';
export const card = 'min-w-0 rounded-xl border border-line bg-surface p-4 shadow-card';
export const badge = 'rounded-lg px-3 py-2 text-sm';
export const control =
  'w-full min-w-0 rounded-lg border border-edge/70 bg-raised px-3 py-2.5 text-base text-ink focus-visible:border-action';
