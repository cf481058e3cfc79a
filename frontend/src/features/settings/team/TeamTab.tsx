import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useCan } from '@/api/rights';
import { useLeaveTeam, useTeam } from '@/api/team';
import type { User } from '@/api/types';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Loaded } from '@/components/Loaded';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { InviteForm } from './InviteForm';
import { OpenInvitations } from './OpenInvitations';
import { RightsTable } from './RightsTable';
import { TeamMember } from './TeamMember';
import { TeamSecondFactor } from './TeamSecondFactor';

/** The business whose books the user sees, for people who don't see its team. */
function OnlyLeaving({ user }: { user: User }) {
  const company = user.team?.name ?? 'this business';
  return (
    <Card id="people" className="max-w-3xl">
      <CardHeader title="Your Team" description={`You keep the books for ${company}.`} />
      <CardBody className="grid pt-3">
        <LeaveTeam company={company} />
      </CardBody>
    </Card>
  );
}

/** The team's members, open invitations, and the permissions of each role (A5). */
export function TeamTab({ user }: { user: User }) {
  return useCan('seeBookings') ? <WholeTeam user={user} /> : <OnlyLeaving user={user} />;
}

function WholeTeam({ user }: { user: User }) {
  const changes = useCan('changeTeam');
  return (
    <Loaded read={useTeam()} what="Your team">
      {({ people, invitations, rights, mailServer, secondFactorRequired }) => (
        <>
          <Card id="people" className="max-w-3xl">
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
            <Card id="invite-a-team-member" className="max-w-3xl">
              <CardHeader
                title="Invite a Team Member"
                description={
                  mailServer
                    ? "We'll email them a link that expires in one week. The link works once, and only for their email address."
                    : "Email isn't set up on this site, so send them the link yourself. The link expires in one week and works once, only for their email address."
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

/** Leave another owner's business and return to your own. */
export function LeaveTeam({ company }: { company: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="secondary" className="justify-self-start text-danger" onClick={ask}>
          <LogOut aria-hidden="true" />
          Leave Team
        </Button>
      )}
      change={useLeaveTeam()}
      input={undefined}
      title={`Leave ${company}?`}
      description={`You'll lose access to ${company} and go back to your own business, or a new one. To return, you'll need a new invitation.`}
      confirmLabel="Leave"
      pendingLabel="Leaving..."
      cancelLabel="Stay"
      onDone={() => {
        toast({ title: `You left ${company}`, description: "You're now in your own business." });
        void navigate(paths.home, { replace: true });
      }}
    />
  );
}
