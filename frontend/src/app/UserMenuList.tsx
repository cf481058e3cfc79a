import {
  ChartNoAxesColumn,
  CircleHelp,
  CreditCard,
  FileText,
  Gift,
  Inbox,
  LogOut,
  MapPin,
  Settings,
  ShieldCheck,
  Star,
  UserRound,
  Wrench,
} from 'lucide-react';
import { Link } from 'react-router';
import { can, roleNames } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/ui/Menu';
import type { Trigger } from '@/ui/OnDemand';
import { isClosed } from './navigation';
import { useSeesConversations } from './use-sees-conversations';
import { useSignOut } from './use-sign-out';

const profile = { to: paths.settings, label: 'Profile', Icon: UserRound };
const inbox = { to: paths.conversations, label: 'Inbox', Icon: Inbox };
const repairs = { to: paths.repairs, label: 'Repairs', Icon: Wrench, right: 'seeStock' } as const;
const venues = { to: paths.venues, label: 'Venues', Icon: MapPin, right: 'seeStock' } as const;
const quotes = { to: paths.quotes, label: 'Quotes', Icon: FileText, right: 'manageDocuments' } as const;
const reviews = { to: paths.reviews, label: 'Reviews', Icon: Star, right: 'handleBookings' } as const;
const giftCards = { to: paths.giftCards, label: 'Gift Cards', Icon: Gift, right: 'seeBooks' } as const;
const settings = { to: paths.settings, label: 'Settings', Icon: Settings };
const reports = { label: 'Reports', Icon: ChartNoAxesColumn, right: 'seeBooks' } as const;
const subscription = {
  to: paths.subscription,
  label: 'Subscription',
  Icon: CreditCard,
  right: 'manageSubscription',
} as const;
const help = { to: paths.help, label: 'Help Center', Icon: CircleHelp };
const admin = { to: paths.admin, label: 'Admin Panel', Icon: ShieldCheck };

/** Open user menu: name, links and log-out. */
export function UserMenuList({ trigger, user }: { trigger: Trigger; user: User }) {
  const { signOut } = useSignOut();
  const seesConversations = useSeesConversations(user);
  // Team members have no subscription of their own.
  const company =
    user.team === null || user.team.part === 'owner'
      ? user.companyName
      : `${user.team.name} · ${roleNames[user.team.part]}`;
  const revenue = {
    ...reports,
    to: can(user, 'seeBookings') ? `${paths.bookings}?view=revenue` : paths.reports,
  };
  const business = [
    profile,
    ...(seesConversations ? [inbox] : []),
    repairs,
    venues,
    quotes,
    reviews,
    giftCards,
    settings,
    revenue,
    subscription,
  ].filter((entry) => !('right' in entry) || can(user, entry.right));
  const entries = [
    ...(user.operatorId === null || isClosed(user) ? [profile, settings] : business),
    help,
    ...(user.role === 'admin' ? [admin] : []),
  ];
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end">
        <div className="px-2.5 pt-1.5 pb-2">
          <p className="truncate font-semibold text-sm">{user.username}</p>
          {company === null ? null : <p className="truncate text-faint text-xs">{company}</p>}
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
