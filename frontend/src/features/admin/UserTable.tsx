import { KeyRound, Trash2 } from 'lucide-react';
import { type AdminUser, useChangeActive, useChangeRole } from '@/api/admin';
import { tellFailed } from '@/components/tell-failed';
import { ago } from '@/lib/ago';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { oneOf } from '@/lib/keys';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Options, Select } from '@/ui/Input';
import { Switch } from '@/ui/SwitchField';
import { Table, TableHead, Td } from '@/ui/Table';
import { type ToastButton, toast } from '@/ui/toast-store';
import { roles } from './NewUserDialog';

export interface UserTableProps {
  users: readonly AdminUser[];
  /** Id of the signed-in administrator, who cannot change their own role or status. */
  self: number;
  /** Id of the user in the delete dialog, whose controls are disabled meanwhile. */
  target: number | null;
  onDelete: (user: AdminUser) => void;
  onLink: (user: AdminUser) => void;
}

/** Users with controls for role, status, password link and deletion. */
export function UserTable({ users, self, target, onDelete, onLink }: UserTableProps) {
  return (
    <Table label="Users" className="stacks md:min-w-[60rem]">
      <TableHead
        columns={['User', 'Role', 'Active', 'Last Login', 'Joined', 'Bookings']}
        right={['Bookings']}
        actions
      />
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            own={user.id === self}
            locked={user.id === self || user.id === target}
            onDelete={() => onDelete(user)}
            onLink={() => onLink(user)}
          />
        ))}
      </tbody>
    </Table>
  );
}

function UserRow({
  user,
  own,
  locked,
  onDelete,
  onLink,
}: {
  user: AdminUser;
  own: boolean;
  locked: boolean;
  onDelete: () => void;
  onLink: () => void;
}) {
  const format = useFormat();
  const role = useChangeRole();
  const active = useChangeActive();
  const pending = role.isPending || active.isPending;
  const say = (done: string, more: { note?: string; action?: ToastButton } = {}) => ({
    onSuccess: () => toast({ title: 'Success', description: done, ...more }),
    onError: tellFailed('Error'),
  });
  const switchTo = (isActive: boolean) =>
    active.mutate(
      { id: user.id, isActive },
      isActive
        ? say(`${user.email} activated`)
        : say(`${user.email} deactivated`, {
            note: 'Any paid plan is canceled in Stripe in 10 minutes unless you reactivate them.',
            action: { label: 'Undo', onPress: () => switchTo(true) },
          }),
    );
  // Show the chosen value while the request is pending; if it fails, fall back to the current one.
  const shownRole = role.isPending ? role.variables.role : oneOf(user.role, roles, 'staff');
  const shownActive = active.isPending ? active.variables.isActive : user.isActive;
  return (
    <tr className={shownActive ? undefined : 'text-faint'}>
      <Td className="max-w-72">
        <p className="flex items-center gap-2">
          <span className="font-medium max-md:wrap-anywhere md:truncate" title={user.email}>
            {user.email}
          </span>
          {own ? <Badge>You</Badge> : null}
        </p>
        <p className="truncate text-faint text-xs">
          {user.companyName ?? user.username}
          {user.phoneNumber === null ? '' : ` · ${user.phoneNumber}`}
        </p>
      </Td>
      <Td label="Role">
        <Select
          aria-label={`Role of ${user.email}`}
          value={shownRole}
          disabled={locked || pending}
          onChange={(event) =>
            role.mutate(
              { id: user.id, role: oneOf(event.target.value, roles, shownRole) },
              say(`Role of ${user.email} updated`),
            )
          }
          className="w-full md:w-32"
        >
          <Options of={roles} />
        </Select>
      </Td>
      <Td label="Active">
        <span className="flex h-10 items-center gap-2.5">
          <Switch
            aria-label={`${user.email} is active`}
            checked={shownActive}
            disabled={locked || pending}
            onCheckedChange={switchTo}
          />
          <span className="w-14">{shownActive ? 'Active' : 'Inactive'}</span>
        </span>
      </Td>
      <Td label="Last Login" className="whitespace-nowrap">
        {user.lastLogin === null ? (
          'Never'
        ) : (
          <time dateTime={user.lastLogin} title={user.lastLogin}>
            {ago(user.lastLogin, new Date())}
          </time>
        )}
      </Td>
      <Td label="Joined" className="tabular whitespace-nowrap">
        {formatDay(format, user.createdAt)}
        {user.termsVersion === null ? null : (
          <p
            className="max-w-40 truncate text-faint text-xs"
            title={`Accepted version ${user.termsVersion} of the terms`}
          >
            Terms {user.termsVersion}
          </p>
        )}
      </Td>
      <Td label="Bookings" className="tabular text-right">
        {user.bookings.toLocaleString('en-US')}
      </Td>
      <Td className="whitespace-nowrap max-md:col-auto! max-md:self-end max-md:justify-self-end md:text-right">
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Password link for ${user.email}`}
          title={shownActive ? 'Password link' : 'Activate the account first'}
          disabled={!shownActive}
          onClick={onLink}
        >
          <KeyRound aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Delete ${user.email}`}
          title={own ? 'You can’t delete your own account' : 'Delete'}
          disabled={locked}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </Td>
    </tr>
  );
}
