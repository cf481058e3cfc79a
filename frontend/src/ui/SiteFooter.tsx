import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { siteName } from '@/lib/site-name';
import { Wordmark } from './Wordmark';

const columns = [
  {
    title: 'Product',
    links: [
      { to: `${paths.home}#features`, label: 'Features' },
      { to: paths.auth, label: 'Log In' },
      { to: paths.help, label: 'Help Center' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: `${paths.home}#why`, label: 'Why We Built It' },
      { to: `${paths.home}#customers`, label: 'Customers' },
      { to: paths.status, label: 'Status' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.privacy, label: 'Privacy' },
      { to: paths.terms, label: 'Terms' },
    ],
  },
];

/** Footer of the public pages. */
export function SiteFooter() {
  return (
    <footer className="night bg-night text-ink text-sm">
      <div className="page grid grid-cols-2 gap-8 py-12 sm:grid-cols-4">
        <Wordmark ground="night" className="max-sm:col-span-2" />
        {columns.map(({ title, links }) => (
          <Column key={title} title={title}>
            {links.map(({ to, label }) => (
              <Link key={label} to={to} className="rounded-sm text-soft hover:text-ink hover:underline">
                {label}
              </Link>
            ))}
          </Column>
        ))}
      </div>
      <p className="page pb-8 text-faint">
        © {new Date().getFullYear()} {siteName}. All rights reserved.
      </p>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="grid content-start justify-items-start gap-2.5">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </nav>
  );
}
