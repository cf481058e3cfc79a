import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const account: Chapter = {
  id: 'account',
  title: 'Your account',
  summary: 'Password, devices, appearance, keyboard, your data, and closing your account.',
  Icon: ShieldCheck,
  sections: [
    {
      id: 'password',
      title: 'Change your password',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=security`}>Settings &gt; Security</Link>. Changing your password
          signs out all other devices.
        </p>
      ),
    },
    {
      id: 'devices',
      title: 'See where you are signed in',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=security`}>Settings &gt; Security</Link> lists your browsers and
          can sign out all others at once. An inactive browser stays signed in for up to thirty days.
        </p>
      ),
    },
    {
      id: 'time-zone',
      title: 'Your time zone',
      body: (
        <p>
          All dates and times are in your business&rsquo;s time zone, no matter where you are. Set it under{' '}
          <Link to={`${paths.settings}?tab=business`}>Settings &gt; Business</Link>.
        </p>
      ),
    },
    {
      id: 'appearance',
      title: 'Light mode, dark mode, reduced motion',
      body: (
        <p>
          Choose light, dark or your system&rsquo;s setting in the menu next to your initials. If your system
          is set to reduce motion, the signs don&rsquo;t move.
        </p>
      ),
    },
    {
      id: 'keyboard',
      title: 'Use the keyboard',
      body: (
        <p>
          Move with <kbd>Tab</kbd> and press <kbd>Enter</kbd> to select. <kbd>Esc</kbd> closes dialogs and
          menus. <kbd>F8</kbd> moves to the latest message.
        </p>
      ),
    },
    {
      id: 'data',
      title: 'Your data',
      body: (
        <p>
          You can export your data at any time. <b>Reports</b> exports bookings and revenue as CSV,{' '}
          <b>Inventory</b> exports your letters, and{' '}
          <Link to={`${paths.settings}?tab=account`}>Settings &gt; Account</Link> exports everything in one
          archive. <Link to={paths.privacy}>Privacy</Link> lists all the data that we store.
        </p>
      ),
    },
    {
      id: 'close',
      title: 'Close your business',
      body: (
        <p>
          The owner can close the business under{' '}
          <Link to={`${paths.settings}?tab=account`}>Settings &gt; Account</Link> once there are no upcoming
          confirmed bookings and no active subscription. Your form, customer pages and emails are turned off
          immediately. For 14 days, you can sign in and reopen it. After that, everything is permanently
          deleted, including invoices and your account. Export your data first: you may have to keep records
          for years.
        </p>
      ),
    },
  ],
};
