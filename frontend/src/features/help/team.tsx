import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const team: Chapter = {
  id: 'team',
  title: 'Your team',
  summary: 'Invite your crew, choose what they can see, and check who did what.',
  Icon: Users,
  sections: [
    {
      id: 'invite',
      title: 'Invite a team member',
      body: (
        <>
          <p>
            Under <Link to={`${paths.settings}?tab=team`}>Settings &gt; Team</Link>, enter their email and
            role and select <b>Send Invitation</b>. The link works once, for one week, and only for that email
            address. If no mail server is configured, use <b>Copy Link</b> and send the link yourself.
          </p>
          <p>
            If a person declines, the invitation is marked <b>Declined</b> and you get a notification. Use{' '}
            <b>Resend</b> to send a new link, or <b>Revoke</b> to cancel the invitation.
          </p>
        </>
      ),
    },
    {
      id: 'roles',
      title: 'Managers, staff and accountants',
      body: (
        <p>
          A <b>manager</b> can do everything except manage your subscription, export data and close the
          business. <b>Staff</b> see bookings, run sheets, letters and venues, but no prices. They can write
          notes and mark rentals as completed. An <b>accountant</b> sees revenue, taxes, payments, invoices
          and the ledger, downloads them, and closes months, but sees no bookings, notes or photos. See the
          table in <Link to={`${paths.settings}?tab=team`}>Settings &gt; Team</Link> for details. A role
          change takes effect immediately.
        </p>
      ),
    },
    {
      id: 'own-business',
      title: 'Team members with their own business',
      body: (
        <p>
          Their business is suspended while they work with you: its form and pages are off, but no data is
          lost. They can&rsquo;t join while it has upcoming bookings, a subscription or a team. They get it
          back when they leave your team.
        </p>
      ),
    },
    {
      id: 'remove',
      title: 'Remove a team member, or leave a team',
      body: (
        <p>
          Removed members are signed out everywhere immediately and get an email. Their actions stay in the
          history. Team members can leave under{' '}
          <Link to={`${paths.settings}?tab=team`}>Settings &gt; Team</Link>. The owner can&rsquo;t leave, but
          can <Link to={helpPath('account', 'close')}>close the business</Link>.
        </p>
      ),
    },
    {
      id: 'activity',
      title: 'See who did what',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=activity`}>Settings &gt; Activity</Link> lists sign-ins, changes to
          settings and roles, booking statuses, payments and deletions. Search by name, type and date. Entries
          can&rsquo;t be changed.
        </p>
      ),
    },
  ],
};
