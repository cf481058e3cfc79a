import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { helpPath, paths } from '@/lib/paths';
import type { Chapter } from './chapter';

export const team: Chapter = {
  id: 'team',
  title: 'People who work with you',
  summary: 'Invite your crew, choose what they see, and read who did what.',
  Icon: Users,
  sections: [
    {
      id: 'invite',
      title: 'Invite somebody',
      body: (
        <>
          <p>
            <Link to={`${paths.settings}?tab=team`}>Settings, Team</Link>: their email, their role,{' '}
            <b>Send Invitation</b>. The link works once, for a week, and for that address alone. If no mail
            server is set up, use <b>Copy Link</b> and send the link yourself.
          </p>
          <p>
            Somebody who declines is shown as <b>Declined</b>, and the bell says so. <b>Send Again</b> sends
            another link, <b>Revoke</b> takes the invitation back.
          </p>
        </>
      ),
    },
    {
      id: 'roles',
      title: 'Managers and staff',
      body: (
        <p>
          A <b>manager</b> does everything except your subscription, exporting and closing the business.{' '}
          <b>Staff</b> see bookings, run sheets, letters and venues without any price; they write notes and
          mark rentals as completed. The table in{' '}
          <Link to={`${paths.settings}?tab=team`}>Settings, Team</Link> says it line by line. Another role
          holds at once.
        </p>
      ),
    },
    {
      id: 'own-business',
      title: 'People who already have a business here',
      body: (
        <p>
          Their business is suspended while they work with you: its form and pages are off, and nothing in it
          is lost. They cannot join while it has bookings ahead, a subscription or a team. They get it back
          when they leave.
        </p>
      ),
    },
    {
      id: 'remove',
      title: 'Remove somebody, or leave',
      body: (
        <p>
          Removed members are signed out everywhere at once and get an email; their actions stay in the
          history. Team members can leave under <Link to={`${paths.settings}?tab=team`}>Settings, Team</Link>.
          The owner stays: to end the business, <Link to={helpPath('account', 'close')}>close it</Link>.
        </p>
      ),
    },
    {
      id: 'activity',
      title: 'Who did what',
      body: (
        <p>
          <Link to={`${paths.settings}?tab=activity`}>Settings, Activity</Link> lists sign-ins, changed
          settings and roles, states of bookings, payments, and what was deleted. Search it by name, kind and
          days. Nobody can change it.
        </p>
      ),
    },
  ],
};
