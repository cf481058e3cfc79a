import type { ComponentProps } from 'react';

/** Stands in for the app's router on the landing page of visitors: every link loads its page. */
export function Link({ to, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  // On this very page, so that a link to a section scrolls and loads nothing.
  return <a href={to.startsWith('/#') ? to.slice(1) : to} {...props} />;
}
