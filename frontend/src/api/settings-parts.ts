import { taxName } from '@/lib/tax-name';
import { can, type Right } from './rights';
import { type SettingsSection, sectionsOf } from './settings-sections';
import type { User } from './types';

/** A card on a settings page that links and searches can open. */
interface SettingsPart {
  readonly tab: string;
  /** Its element's id on the page. */
  readonly anchor: string;
  readonly title: string;
  /** Words a business might search for, besides the title. */
  readonly words: string;
  /** Required permission besides the page's own. */
  readonly right?: Right;
}

const part = (tab: string, anchor: string, title: string, words: string, right?: Right): SettingsPart => ({
  tab,
  anchor,
  title,
  words,
  ...(right === undefined ? {} : { right }),
});

/** Cards of the settings pages, in the order of each page. */
export const settingsParts: readonly SettingsPart[] = [
  part('profile', 'profile', 'Profile', 'username user name login email company phone photo'),
  part('security', 'change-password', 'Change Password', 'new password reset forgot'),
  part(
    'security',
    'two-factor-authentication',
    'Two-Factor Authentication',
    '2fa passkey authenticator app code recovery',
  ),
  part('security', 'remembered-devices', 'Remembered Devices', 'trusted browser phone forget'),
  part(
    'security',
    'where-youre-signed-in',
    "Where You're Signed In",
    'sessions devices sign out log out everywhere',
  ),
  part('security', 'support-access', 'Support Access', 'help administrator read bookings', 'endBusiness'),
  part(
    'business',
    'time-dates-and-measures',
    'Time, Dates and Measures',
    'time zone timezone clock 24 hour date format feet inches centimeters metric language',
  ),
  part('business', 'currency', 'Currency', 'dollars euros usd money'),
  part('business', 'contact-details', 'Contact Details', 'address email phone website tax id ein vat number'),
  part('business', 'logo', 'Logo', 'picture image branding'),
  part('business', 'brand-color', 'Brand Color', 'branding colour theme button'),
  part('business', 'quotes', 'Quotes', 'estimate proposal expire valid days hold letters'),
  part('business', 'terms', 'Terms', 'contract agreement conditions legal rental'),
  part(
    'business',
    'tax-on-documents',
    'Tax on Documents',
    'vat gst id country small business reverse charge net gross e-invoice',
  ),
  part('business', 'invoices', 'Invoices', 'invoice note bill footer how to pay'),
  part(
    'import',
    'import-a-spreadsheet',
    'Import From a Spreadsheet',
    'csv excel google sheets numbers move moving switch migrate transfer upload data bookings customers items undo import',
  ),
  part(
    'partners',
    'partners',
    'Partners',
    'affiliate referral planner venue photographer link code recommend',
  ),
  part('partners', 'commission', 'Commission', 'statement payout percent share 1099 affiliate referral fee'),
  part(
    'certificates',
    'certificates-of-insurance',
    'Certificates of Insurance',
    'coi liability policy insurer venue additional insured acord',
  ),
  part('team', 'people', 'People', 'staff employees crew users members leave'),
  part(
    'team',
    'invite-a-team-member',
    'Invite a Team Member',
    'add staff employee hire helper user',
    'changeTeam',
  ),
  part(
    'team',
    'two-factor-authentication',
    'Two-Factor Authentication for the Team',
    'require 2fa everyone staff',
    'changeTeam',
  ),
  part(
    'team',
    'what-each-role-can-do',
    'What Each Role Can Do',
    'permissions rights access manager staff owner',
  ),
  part('activity', 'activity', 'Activity', 'audit log history who changed'),
  part('account', 'usage', 'Usage', 'limits requests emails exports quota'),
  part('account', 'picture-storage', 'Picture Storage', 'photos disk space files'),
  part('account', 'export-everything', 'Export Everything', 'download data backup csv'),
  part(
    'account',
    'close-your-business',
    'Close Your Business',
    'delete account reopen leave cancel subscription',
  ),
  part('pricing', 'letters', 'Letters', 'price per letter sizes finishes rate daily'),
  part('pricing', 'options', 'Options', 'colors add-ons addons extras lighting stand'),
  part('pricing', 'venue-surcharges', 'Venue Surcharges', 'setup difficulty stairs access'),
  part('pricing', 'order', 'Order', 'minimum order'),
  part('zones', 'delivery-fee', 'Delivery Fee', 'gas fuel mileage travel charge shipping'),
  part('zones', 'delivery-zones', 'Delivery Zones', 'zip codes postcode distance miles travel gas area fee'),
  part('tax', 'tax-rate', 'Sales Tax Rate', 'vat gst tax percent one rate'),
  part('tax', 'sales-tax-by-place', 'Sales Tax by Place', 'vat tax rate county city state zip nexus'),
  part(
    'exemptions',
    'tax-exempt-customers',
    'Tax-Exempt Customers',
    'exemption certificate school church nonprofit resale vat',
  ),
  part('rules', 'rentals', 'Rentals', 'rental days length day pricing time zone'),
  part('rules', 'turnaround', 'Turnaround', 'cleaning buffer extra days between rentals'),
  part(
    'rules',
    'when-you-deliver',
    'When You Deliver',
    'sunday weekend opening days hours closed holidays vacation blackout notice lead time last minute install window pickup',
  ),
  part('rules', 'where-you-deliver', 'Where You Deliver', 'home address private venue list area'),
  part(
    'rules',
    'requests',
    'Requests',
    'approve approval confirm automatically instant reply waiting list hold',
  ),
  part(
    'rules',
    'letters-held-for-requests',
    'Letters Held for Requests',
    'reserve hold double booking stock limit',
  ),
  part('rules', 'changes-by-customers', 'Changes by Customers', 'self service reschedule edit booking'),
  part('rules', 'booking-form', 'Booking Form', 'required fields questions phone event types terms contact'),
  part('rules', 'follow-up-emails', 'Follow-Up Emails', 'marketing abandoned anniversary repeat customers'),
  part(
    'rules',
    'when-letters-are-short',
    'When Letters Are Short',
    'substitute sold out spelling alternative missing',
  ),
  part('rules', 'blocked-senders', 'Blocked Senders', 'spam unblock ban'),
  part(
    'policy',
    'deposit',
    'Deposit',
    'half up front half upfront 50 percent retainer down payment unverified venue',
  ),
  part('policy', 'balance', 'Balance', 'due date installments payment plan final payment net when to pay'),
  part(
    'policy',
    'payment-with-the-booking',
    'Payment With the Booking',
    'pay now card at checkout prepay in full',
  ),
  part('policy', 'security-hold', 'Security Hold', 'damage deposit bond authorization on card release'),
  part(
    'policy',
    'other-payment-methods',
    'Other Payment Methods',
    'venmo zelle cash app paypal check bank transfer instructions how to pay',
  ),
  part(
    'policy',
    'cancellation',
    'Cancellation',
    'free cancellation cancel cutoff refund fee steps no-show policy',
  ),
  part('policy', 'late-fee', 'Late Fee', 'overdue payment penalty interest grace days month'),
  part('policy', 'rescheduling', 'Rescheduling', 'move date change fee postpone rain weather'),
  part('policy', 'damage-waiver-and-tips', 'Damage Waiver and Tips', 'insurance gratuity protection'),
  part('policy', 'discount-codes', 'Discount Codes', 'coupon promo sale percent off'),
  part('contract', 'signature', 'Signature', 'contract sign countersign e-signature esign confirm'),
  part(
    'contract',
    'contract-sections',
    'Contract Text',
    'contract agreement sections template initials waiver legal sign signature',
  ),
  part(
    'payments',
    'stripe-account',
    'Stripe Account',
    'credit card accept online payments connect bank account apple pay',
  ),
  part('payments', 'payouts', 'Payouts', 'bank deposit money transfer when do i get paid'),
  part(
    'bookkeeping',
    'bookkeeping-software',
    'Bookkeeping Software',
    'quickbooks xero accounting accountant connect sync export chart of accounts mapping',
  ),
  part('bookkeeping', 'journals', 'Journals', 'push daily totals quickbooks xero correction', 'keepBooks'),
  part('messages', 'scheduled-emails', 'Scheduled Emails', 'reminder payment reminders run sheet automatic'),
  part('messages', 'emails', 'Emails', 'templates wording text confirmation edit turn off notifications'),
  part('messages', 'answers', 'Canned Answers', 'texts sms replies snippets conversations'),
  part(
    'messages',
    'calendar-feed',
    'Your Calendar',
    'google calendar apple outlook ical ics subscribe sync feed',
  ),
  part('texts', 'texts-this-month', 'This Month', 'texts sms cost spent used segments'),
  part(
    'texts',
    'number-and-limit',
    'Number and Limit',
    'texts sms phone number cap cost staff conversations',
  ),
  part('texts', 'automatic-replies', 'Automatic Replies', 'texts sms stop start help unsubscribe opt out'),
  part('embed', 'your-booking-form', 'Your Booking Form', 'link share qr code instagram facebook'),
  part(
    'embed',
    'widget-configuration',
    'Widget Configuration',
    'look color dark width height size header footer',
  ),
  part('embed', 'preview', 'Preview', 'see test form'),
  part(
    'embed',
    'code-for-your-website',
    'Code for Your Website',
    'embed wordpress wix squarespace shopify iframe html button script',
  ),
  part('embed', 'allowed-sites', 'Allowed Sites', 'domain website security'),
  part(
    'embed',
    'booking-data-for-your-page',
    'Booking Data for Your Page',
    'google analytics facebook pixel tracking conversion event',
  ),
  part('embed', 'public-key', 'Public Key', 'api key renew'),
];

/** A part with the page it is on. */
interface FoundPart extends SettingsPart {
  readonly section: SettingsSection;
}

/** The parts a user may open, in the order of the menu. */
export function partsOf(user: User): readonly FoundPart[] {
  return sectionsOf(user).flatMap((section) =>
    settingsParts
      .filter(({ tab, right }) => tab === section.tab && (right === undefined || can(user, right)))
      .map((found) => ({ ...found, title: found.title.replace('Sales Tax', taxName(user)), section })),
  );
}

/** The page that a part is on: the given one if it has such a part, otherwise the first that does. */
export function pageOfPart(tab: string, anchor: string): string {
  const pages = settingsParts.filter((found) => found.anchor === anchor).map((found) => found.tab);
  return pages.includes(tab) ? tab : (pages[0] ?? tab);
}

/** Parts whose title or words contain every word of a search. */
export function searchParts(user: User, q: string): readonly FoundPart[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return partsOf(user).filter(({ title, words: known }) => {
    const text = `${title} ${known}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
