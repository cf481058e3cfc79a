import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const account: Chapter = {
  id: 'account',
  title: 'Your account',
  summary: 'Password, devices, appearance, keys, and how it ends.',
  Icon: ShieldCheck,
  sections: [
    {
      id: 'password',
      title: 'Change your password',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=security`}>Settings, Security</Link>. Every other device is signed
          out when it changes.
        </p>
      ),
    },
    {
      id: 'devices',
      title: 'See where you are signed in',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=security`}>Settings, Security</Link> lists the browsers, and signs
          the others out in one go. A browser that is not used stays signed in for thirty days at most.
        </p>
      ),
    },
    {
      id: 'time-zone',
      title: 'Your time zone',
      body: (
        <p>
          All days and times are those at your place, whoever looks from wherever. Set the zone under{' '}
          <Link to={`${paths.settings}?tab=business`}>Settings, Business</Link>.
        </p>
      ),
    },
    {
      id: 'appearance',
      title: 'Light, dark, less motion',
      body: (
        <p>
          The menu beside your initials chooses between light, dark and your system&rsquo;s own. If your
          system asks for less motion, the signs stand still.
        </p>
      ),
    },
    {
      id: 'keyboard',
      title: 'By keyboard',
      body: (
        <p>
          Everything can be reached with <kbd>Tab</kbd> and pressed with <kbd>Enter</kbd>. <kbd>Esc</kbd>{' '}
          closes what is open. <kbd>F8</kbd> goes to the message that has just appeared.
        </p>
      ),
    },
    {
      id: 'data',
      title: 'Your data',
      body: (
        <p>
          It is yours to take along: <b>Reports</b> hands out bookings and revenue as CSV, <b>Inventory</b>{' '}
          your letters, and <Link to={`${paths.settings}?tab=account`}>Settings, Account</Link> everything in
          one archive. <Link to={paths.privacy}>Privacy</Link> lists all data that is kept.
        </p>
      ),
    },
    {
      id: 'close',
      title: 'Close the business',
      body: (
        <p>
          The owner closes it under <Link to={`${paths.settings}?tab=account`}>Settings, Account</Link>, once
          no confirmed booking is ahead and no subscription is active. Form, pages and emails are off at once.
          For 14 days you can sign in and undo this; then everything is removed for good, invoices and your
          account too. Export first: you may have to keep records for years.
        </p>
      ),
    },
  ],
};
