import { useCan } from '@/api/rights';
import { useTeam } from '@/api/team';
import type { User } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { InviteForm } from './InviteForm';
import { LeaveTeam } from './LeaveTeam';
import { OpenInvitations } from './OpenInvitations';
import { RightsTable } from './RightsTable';
import { TeamMember } from './TeamMember';
import { TeamSecondFactor } from './TeamSecondFactor';

/** The people of the business, those who are invited, and what each role may do (A5). */
export function TeamTab({ user }: { user: User }) {
  const changes = useCan('changeTeam');
  return (
    <Loaded read={useTeam()} what="Your team">
      {({ people, invitations, rights, mailServer, secondFactorRequired }) => (
        <>
          <Card className="max-w-3xl">
            <CardHeader
              title="People"
              description={
                people.length === 1
                  ? 'So far it is you alone.'
                  : `Who works at ${user.team?.name ?? 'the business'}`
              }
            />
            <CardBody className="grid gap-4 pt-3">
              <ul>
                {people.map((person) => (
                  <TeamMember key={person.id} person={person} changes={changes} />
                ))}
              </ul>
              {user.part === 'owner' ? null : <LeaveTeam company={user.team?.name ?? 'this business'} />}
            </CardBody>
          </Card>
          {changes ? (
            <Card className="max-w-3xl">
              <CardHeader
                title="Invite Somebody"
                description={
                  mailServer
                    ? 'They get an email with a link that works once, for a week, and only for their address.'
                    : 'No mail server is set up, so give them the link yourself. It works once, for a week, and only for their address.'
                }
              />
              <CardBody className="grid gap-6">
                <InviteForm mailServer={mailServer} />
                <OpenInvitations invitations={invitations} mailServer={mailServer} />
              </CardBody>
            </Card>
          ) : null}
          {changes ? <TeamSecondFactor people={people} required={secondFactorRequired} /> : null}
          <RightsTable rights={rights} own={user.part} />
        </>
      )}
    </Loaded>
  );
}
