import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type AdminUser, type UserFigures, type UserFilter, useDeleteUser, useUsers } from '@/api/admin';
import { useSignedInUser } from '@/api/user';
import { ConfirmChange } from '@/components/ConfirmChange';
import { oneOf } from '@/lib/keys';
import { usePageTitle } from '@/lib/page-title';
import { useAddressParams } from '@/lib/use-address';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { Options, Select } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { SearchBox } from '@/ui/SearchBox';
import { ShowMore } from '@/ui/ShowMore';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { toast } from '@/ui/toast-store';
import { Matching } from './Comparisons';
import { LabeledNumber, ListStates } from './ListStates';
import { NewBusinesses } from './NewBusinesses';
import { NewUserDialog } from './NewUserDialog';
import { ResetLinkDialog } from './ResetLinkDialog';
import { UserTable } from './UserTable';
import { WeekBars } from './WeekBars';

const tabs = {
  all: 'All Users',
  active: 'Active',
  inactive: 'Inactive',
  admins: 'Admins',
  managers: 'Managers',
  staff: 'Staff',
} as const;
const sorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  lastLogin: 'Most recent login',
  email: 'Email A to Z',
} as const;

/** Users of the installation. Search, filter and sort order are stored in the URL. */
export function UsersPage() {
  usePageTitle('User Management');
  const self = useSignedInUser();
  const [params, change] = useAddressParams();
  const tab = oneOf(params.get('filter'), tabs, 'all');
  const filter: UserFilter = {
    q: params.get('q') ?? '',
    filter: tab === 'all' ? '' : tab,
    sort: oneOf(params.get('sort'), sorts, 'newest'),
  };
  const users = useUsers(filter);
  const [adding, setAdding] = useState(false);
  const [target, setTarget] = useState<AdminUser | null>(null);
  const [linking, setLinking] = useState<AdminUser | null>(null);
  const first = users.data?.pages[0];

  return (
    <div className="in-turn grid gap-6">
      <PageHeader
        title="User Management"
        description="Everyone who can sign in. Admins manage this installation. Users, managers and staff each have their own business, with the same permissions. Owners set what their team members can do under Settings > Team."
        action={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add User
          </Button>
        }
      />
      <NewBusinesses />
      {first === undefined ? (
        users.isLoading && <HiddenPlaceholder />
      ) : (
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
          <Figures figures={first.figures} />
          <Card>
            <CardBody className="h-full">
              <WeekBars label="Sign-ups" weeks={first.signUps} />
            </CardBody>
          </Card>
        </div>
      )}
      <Tabs
        className="min-w-0"
        value={tab}
        onValueChange={(next) => change('filter', next === 'all' ? '' : next)}
      >
        <TabList aria-label="Users" of={tabs} />
        <TabPanel value={tab} className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <SearchBox label="Search users" value={filter.q} onSearch={(q) => change('q', q)} />
            <Select
              aria-label="Sort by"
              value={filter.sort}
              onChange={(event) => change('sort', event.target.value === 'newest' ? '' : event.target.value)}
              className="w-44"
            >
              <Options of={sorts} />
            </Select>
            <Matching count={first?.matching} noun="user" />
          </div>
          <ListStates
            of={users}
            names="users"
            empty={{
              title: 'No users found',
              description: 'No users match. Try a different search or tab.',
            }}
            isEmpty={({ pages: [page] }) => page?.matching === 0}
          >
            {({ pages }) => (
              <Card className="overflow-hidden" aria-busy={users.isPlaceholderData}>
                <UserTable
                  users={pages.flatMap(({ items }) => items)}
                  self={self.id}
                  target={target?.id ?? null}
                  onDelete={setTarget}
                  onLink={setLinking}
                />
              </Card>
            )}
          </ListStates>
          <ShowMore list={users} />
        </TabPanel>
      </Tabs>
      {adding ? <NewUserDialog onClose={() => setAdding(false)} /> : null}
      {linking === null ? null : <ResetLinkDialog user={linking} onClose={() => setLinking(null)} />}
      {target === null ? null : <DeleteDialog user={target} onClose={() => setTarget(null)} />}
    </div>
  );
}

function Figures({ figures }: { figures: UserFigures }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <LabeledNumber label="Total Users" value={figures.total} />
      <LabeledNumber label="Active Users" value={figures.active} />
      <LabeledNumber label="Admins" value={figures.admins} />
      <LabeledNumber label="Managers" value={figures.managers} />
    </div>
  );
}

function DeleteDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const bookings = user.bookings === 1 ? '1 booking' : `${user.bookings} bookings`;
  return (
    <ConfirmChange
      change={useDeleteUser()}
      input={user.id}
      title="Are you sure?"
      description={
        <>
          This action cannot be undone. {user.email} will be deleted with everything in their business
          {user.bookings === 0 ? '' : `, including ${bookings}`}: letters, venues, quotes and documents.
        </>
      }
      confirmLabel="Delete User"
      pendingLabel="Deleting..."
      failed="Error"
      onDone={() => toast({ title: 'Success', description: `User deleted: ${user.email}` })}
      onClose={onClose}
    />
  );
}
