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

/** The team's members, open invitations, and the permissions of each role (A5). */
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
                  ? "You're the only member so far."
                  : `Members of ${user.team?.name ?? 'the business'}`
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
                title="Invite a Team Member"
                description={
                  mailServer
                    ? "We'll email them a link. It works once, for one week, and only for their email address."
                    : 'No mail server is configured, so send them the link yourself. It works once, for one week, and only for their email address.'
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
