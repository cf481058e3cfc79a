import { UserMinus } from 'lucide-react';
import { isGivenRole, roleNames } from '@/api/rights';
import { type GivenPart, type Member, useChangeMember, useRemoveMember } from '@/api/team';
import { ConfirmButton } from '@/components/ConfirmChange';
import { tellFailed } from '@/components/tell-failed';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Address } from '@/ui/Address';
import { Avatar, initials } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

const inSentence: Readonly<Record<GivenPart, string>> = {
  manager: 'a manager',
  staff: 'a staff member',
  accountant: 'an accountant',
};

/** A team member, with a role selector and a remove button. */
export function TeamMember({ person, changes }: { person: Member; changes: boolean }) {
  const format = useFormat();
  const { id, username, email, part, isActive, since, you } = person;
  const remove = useRemoveMember();
  const change = useChangeMember();
  const editable = changes && !you && part !== 'owner';
  const assign = (next: GivenPart) =>
    change.mutate(
      { id, part: next },
      {
        onSuccess: () => toast({ title: `${username} is now ${inSentence[next]}` }),
        onError: tellFailed("We couldn't change the role"),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <Avatar initials={initials(username)} />
      <div className="min-w-52 flex-1">
        <p className="break-words font-medium text-sm">
          {username}
          {you ? <span className="font-normal text-faint"> (you)</span> : null}
        </p>
        <p className="text-faint text-sm">
          <Address>{email}</Address>
        </p>
        <p className="text-faint text-xs">Joined {formatDay(format, since)}</p>
      </div>
      {isActive ? null : <Badge tone="red">Deactivated</Badge>}
      {editable ? (
        <div className="flex items-center gap-2 max-sm:basis-full max-sm:pl-12">
          <Select
            aria-label={`Role of ${username}`}
            className="w-36"
            value={part}
            disabled={change.isPending}
            onChange={({ target }) => isGivenRole(target.value) && assign(target.value)}
          >
            <option value="manager">{roleNames.manager}</option>
            <option value="staff">{roleNames.staff}</option>
            <option value="accountant">{roleNames.accountant}</option>
          </Select>
          <ConfirmButton
            button={(ask) => (
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Remove ${username}`}
                title="Remove from the team"
                className="text-danger"
                onClick={ask}
              >
                <UserMinus aria-hidden="true" />
              </Button>
            )}
            change={remove}
            input={id}
            title={`Remove ${username}?`}
            description={`${username} will be signed out everywhere and lose access to the business right away. Their past work stays on record.`}
            confirmLabel="Remove"
            pendingLabel="Removing..."
            onDone={() => toast({ title: `${username} was removed` })}
          />
        </div>
      ) : (
        <div className="max-sm:basis-full max-sm:pl-12">
          <Badge tone={part === 'owner' ? 'yellow' : 'indigo'}>{roleNames[part]}</Badge>
        </div>
      )}
    </li>
  );
}
