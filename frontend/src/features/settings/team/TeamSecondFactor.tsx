import { Link } from 'react-router';
import { refusalOf } from '@/api/form-errors';
import { type Member, useRequireSecondFactor } from '@/api/team';
import { paths } from '@/lib/paths';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** Whether everybody in the team needs a second factor, and who has none. */
export function TeamSecondFactor({ people, required }: { people: readonly Member[]; required: boolean }) {
  const change = useRequireSecondFactor();
  const without = people.filter(({ secondFactor }) => secondFactor === false);
  const own = without.some(({ you }) => you);
  return (
    <Card className="max-w-3xl">
      <CardHeader
        title="Second Factor"
        description="A passkey or an authenticator app beside the password, so that a stolen password is not enough."
      />
      <CardBody className="grid gap-4">
        <SwitchField
          label="Require a second factor of everybody"
          hint="Members without one see nothing of the business until they have set one up."
          checked={change.isPending ? change.variables : required}
          onChange={(next) =>
            change.mutate(next, {
              onSuccess: () =>
                toast({
                  title: next ? 'A second factor is required now' : 'A second factor is optional now',
                }),
            })
          }
        />
        <FailureAlert failure={refusalOf(change.error)} />
        <p className="text-soft text-sm">
          {without.length === 0
            ? 'Everybody has one.'
            : `Without one: ${without.map(({ username, you }) => (you ? `${username} (you)` : username)).join(', ')}.`}{' '}
          {own ? (
            <Link to={`${paths.settings}?tab=security`} className="font-medium text-link underline">
              Set up yours
            </Link>
          ) : null}
        </p>
      </CardBody>
    </Card>
  );
}
