import { LogOut, MapPin, Settings, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '@/api/types';
import { initials } from '@/lib/initials';
import { paths } from '@/lib/paths';
import { Avatar } from '@/ui/Avatar';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/ui/Menu';
import { useSignOut } from './use-sign-out';

const entries = [
  { to: paths.settings, label: 'Profile', Icon: UserRound },
  { to: paths.venues, label: 'Venues', Icon: MapPin },
  { to: paths.settings, label: 'Settings', Icon: Settings },
];

export function UserMenu({ user }: { user: User }) {
  const { signOut } = useSignOut();
  return (
    <Menu>
      <MenuTrigger
        aria-label={`User menu of ${user.username}`}
        className="cursor-pointer rounded-full transition-shadow hover:shadow-glow"
      >
        <Avatar initials={initials(user.username, user.companyName)} />
      </MenuTrigger>
      <MenuContent align="end">
        <div className="px-2.5 pt-1.5 pb-2">
          <p className="truncate font-semibold text-sm">{user.username}</p>
          {user.companyName === null ? null : (
            <p className="truncate text-faint text-xs">{user.companyName}</p>
          )}
        </div>
        <MenuSeparator />
        {entries.map(({ to, label, Icon }) => (
          <MenuItem key={label} asChild>
            <Link to={to}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={signOut}>
          <LogOut aria-hidden="true" />
          Logout
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
