import type { User } from '@/api/types';
import { initials } from '@/lib/initials';
import { Avatar } from '@/ui/Avatar';
import { OnDemand } from '@/ui/OnDemand';

const load = async () => (await import('./UserMenuList')).UserMenuList;

export function UserMenu({ user }: { user: User }) {
  const trigger = (
    <button
      type="button"
      aria-label={`User menu of ${user.username}`}
      className="cursor-pointer rounded-full transition-shadow hover:shadow-glow"
    >
      <Avatar initials={initials(user.username, user.companyName)} />
    </button>
  );
  return (
    <OnDemand popup="menu" load={load} trigger={trigger}>
      {(UserMenuList) => <UserMenuList trigger={trigger} user={user} />}
    </OnDemand>
  );
}
