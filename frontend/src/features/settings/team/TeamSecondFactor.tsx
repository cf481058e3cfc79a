import { Link } from 'react-router';
import { refusalOf } from '@/api/form-errors';
import { type Member, useRequireSecondFactor } from '@/api/team';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** The switch that requires a second factor of all members, and the members without one. */
export function TeamSecondFactor({ people, required }: { people: readonly Member[]; required: boolean }) {
  const format = useFormat();
  const change = useRequireSecondFactor();
  const without = people.filter(({ secondFactor }) => secondFactor === false);
  const own = without.some(({ you }) => you);
  return (
    <Card id="two-factor-authentication" className="max-w-3xl">
      <CardHeader
        title="Two-Factor Authentication"
        description="A passkey or an authenticator app in addition to the password, so a stolen password is not enough to sign in."
      />
      <CardBody className="grid gap-4">
        <SwitchField
          label="Require two-factor authentication for everyone"
          hint="Members can't access the business until they have set it up."
          checked={change.isPending ? change.variables : required}
          onChange={(next) =>
            change.mutate(next, {
              onSuccess: () =>
                toast({
                  title: `Two-factor authentication is now ${next ? 'required' : 'optional'}`,
                }),
            })
          }
        />
        <FailureAlert failure={refusalOf(format, change.error)} />
        <p className="text-soft text-sm">
          {without.length === 0
            ? 'Everyone has set it up.'
            : `Not set up yet: ${without.map(({ username, you }) => (you ? `${username} (you)` : username)).join(', ')}.`}{' '}
          {own ? (
            <Link to={`${paths.settings}?tab=security`} className="font-medium text-link underline">
              Set it up
            </Link>
          ) : null}
        </p>
      </CardBody>
    </Card>
  );
}
