import type { ComponentProps } from 'react';

/** Replaces the app's router link on the public landing page: every link loads its page. */
export function Link({ to, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  // A link to a section of this page scrolls without loading a page.
  return <a href={to.startsWith('/#') ? to.slice(1) : to} {...props} />;
}
