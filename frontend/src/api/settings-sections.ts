import { taxName } from '@/lib/tax-name';
import { can, type Right } from './rights';
import type { User } from './types';

/** Groups of settings pages, in the order of the menu. */
export const settingsGroups = [
  'Your Account',
  'Business',
  'Prices & Taxes',
  'Bookings & Payment',
  'Form & Messages',
] as const;

export interface SettingsSection {
  readonly tab: string;
  readonly group: (typeof settingsGroups)[number];
  readonly label: string;
  /** Search keywords besides the label. */
  readonly about: string;
  /** Required permission; if omitted, every team member; if null, every user. */
  readonly right?: Right | null;
  /** True if the section stays available while the business is being closed. */
  readonly whileClosing?: boolean;
}

export const settingsSections: readonly SettingsSection[] = [
  {
    tab: 'profile',
    group: 'Your Account',
    label: 'Profile',
    about: 'Your name, email, phone and company',
    right: null,
  },
  {
    tab: 'security',
    group: 'Your Account',
    label: 'Security',
    about: 'Password, two-factor authentication and signed-in devices',
    right: null,
  },
  {
    tab: 'business',
    group: 'Business',
    label: 'Business',
    about: 'Contact details, address, time zone, date and time format, currency, logo, tax number and terms',
    right: 'changeSettings',
  },
  {
    tab: 'pricing',
    group: 'Prices & Taxes',
    label: 'Pricing',
    about: 'Prices of letters, colors and add-ons, venue surcharges, minimum order',
    right: 'changeSettings',
  },
  {
    tab: 'zones',
    group: 'Prices & Taxes',
    label: 'Delivery Zones',
    about: 'Delivery fee, fees by ZIP or postal code, free delivery',
    right: 'changeSettings',
  },
  {
    tab: 'tax',
    group: 'Prices & Taxes',
    label: 'Sales Tax',
    about: 'Tax rate, rates by place, what to tax',
    right: 'changeSettings',
  },
  {
    tab: 'exemptions',
    group: 'Prices & Taxes',
    label: 'Tax Exemptions',
    about: 'Customers with a tax exemption certificate',
    right: 'changeSettings',
  },
  {
    tab: 'rules',
    group: 'Bookings & Payment',
    label: 'Booking Rules',
    about: 'Turnaround, approval, holds, closed days, event types',
    right: 'changeSettings',
  },
  {
    tab: 'policy',
    group: 'Bookings & Payment',
    label: 'Payment Policy',
    about: 'Deposit, installments, cancellation fees, discount codes',
    right: 'changeSettings',
  },
  {
    tab: 'contract',
    group: 'Bookings & Payment',
    label: 'Contract',
    about: 'Contract text, signatures, initials, countersigning',
    right: 'changeSettings',
  },
  {
    tab: 'messages',
    group: 'Form & Messages',
    label: 'Messages',
    about: 'Emails to customers, reminders, canned answers, run sheet, calendar feed',
    right: 'writeMessages',
  },
  {
    tab: 'texts',
    group: 'Form & Messages',
    label: 'Texts',
    about: 'Your number for text messages, monthly limit, who reads conversations',
    right: 'changeSettings',
  },
  {
    tab: 'payments',
    group: 'Bookings & Payment',
    label: 'Payments',
    about: 'Stripe account, payouts, card payments',
    right: 'manageSubscription',
  },
  {
    tab: 'bookkeeping',
    group: 'Bookings & Payment',
    label: 'Bookkeeping',
    about: 'QuickBooks, Xero, accounting software, journals',
    right: 'seeBooks',
  },
  {
    tab: 'embed',
    group: 'Form & Messages',
    label: 'Embed Widget',
    about: 'Booking form on your website, QR code, link to share',
    right: 'changeSettings',
  },
  {
    tab: 'import',
    group: 'Business',
    label: 'Import',
    about: 'Bookings, customers and items from a spreadsheet, CSV, undo an import',
    right: 'handleBookings',
  },
  {
    tab: 'partners',
    group: 'Business',
    label: 'Partners',
    about: 'Planners, venues and photographers who send customers, and their commission',
    right: 'changeSettings',
  },
  {
    tab: 'certificates',
    group: 'Business',
    label: 'Insurance',
    about: 'Certificates of insurance that venues require',
    right: 'changeSettings',
  },
  { tab: 'team', group: 'Business', label: 'Team', about: 'People, roles and invitations' },
  {
    tab: 'activity',
    group: 'Business',
    label: 'Activity',
    about: 'Activity log of your team',
    right: 'seeActivity',
  },
  {
    tab: 'account',
    group: 'Business',
    label: 'Account',
    about: 'Export your data or close your business',
    right: 'endBusiness',
    whileClosing: true,
  },
];

/**
 * Sections available to a user: personal ones without a business, otherwise those of their role. Sales tax has the
 * name of the business's country.
 */
export function sectionsOf(user: User): readonly SettingsSection[] {
  const closing = user.team?.closesAt != null;
  return settingsSections
    .filter(({ right, whileClosing = false }) => {
      if (right === null) return true;
      if (user.operatorId === null || (closing && !whileClosing)) return false;
      return right === undefined || can(user, right);
    })
    .map((section) => (section.tab === 'tax' ? { ...section, label: taxName(user) } : section));
}
