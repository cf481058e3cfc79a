/** Which application modules share a file; all others go with the pages that need them. */

const packages = [
  'react/',
  'react-dom/',
  'react-router/',
  'scheduler/',
  '@tanstack',
  '@radix-ui/react-slot',
  '@radix-ui/react-compose-refs',
  'class-variance-authority',
  'clsx',
  'lucide-react/dist/esm/[A-Za-z]+\\.',
  'lucide-react/dist/esm/shared',
  'openapi-fetch',
  'tailwind-merge',
];
/** Libraries of every page: their file stays in browser caches across our releases. */
const frameworks = new RegExp(`/node_modules/(${packages.join('|')})`);
/**
 * Our modules for the first screen, besides its own page: separate files would compress worse and need more
 * requests.
 */
const base = inSource([
  'api/(client|errors|read|rights|types|user|bookings|email-status|goods)',
  'booking-form/(dates|months)',
  'components/(booking/EmailNotice|booking/waits-until|LoadState|booking/stops|tell-failed)',
  'lib/(cn|dates|day-order|format|hours|measures|money|site-name|spans|reach|status|text|use-quiet|words)',
  'sign/SignLater',
  'ui/(Alert|Badge|Button|Card|EmptyState|LoadError|PageHeader|Reach|Skeleton|toast-store)',
]);
const firstIcons =
  '/icons/(bell|check|chevron-right|circle-check|circle-exclamation-point|menu|message-square-text|monitor|moon|package-check|search|sun|truck|x)\\.';
const ours = new RegExp(`${base}|${firstIcons}|vite/preload-helper`);
/** Dialogs and their libraries. */
const dialogs = new RegExp(
  `${inPackage(['alert-dialog', 'dialog', 'dismissable-layer', 'focus-guards', 'focus-scope', 'portal', 'presence', 'primitive', 'context', 'use-controllable-state', 'id', 'switch', 'use-[a-z-]+'])}|/node_modules/@radix-ui/primitive/|/node_modules/(aria-hidden|react-remove-scroll|tslib|use-callback-ref|use-sidecar)|${inSource(
    [
      'components/ConfirmChange',
      'ui/(ConfirmDialog|Dialog|dialog-styles|EditButtons|focus-return|FormDialog|SwitchField|UnsavedGuard)',
    ],
  )}`,
);
/** Menus and calendars, which open as popovers. */
const beside = new RegExp(
  `/node_modules/@floating-ui|${inPackage(['arrow', 'collection', 'direction', 'dropdown-menu', 'menu', 'popover', 'popper', 'roving-focus'])}|${inSource(
    [
      'booking-form/(date-input|day-moves|MonthTable|texts|typed-day)',
      'components/(DayField|DayPicker|typed-time)',
      'ui/(ActionMenu|Menu)',
    ],
  )}`,
);
/** Small parts of many pages, and simple icons, for which response headers would outweigh the content. */
const small = new RegExp(
  `/lucide-react/dist/esm/icons/|${inSource([
    'api/(booking-money|conflicts|conversations-overview|form-errors|inventory|items|outages|operator-form|payments|price-list|site|venues)',
    'booking-form/(idempotency|offer)',
    'components/(by-name|MutationButton|copy|booking/EmailChoice|booking/goods|booking/lines-text|booking/place-labels|booking/site-facts|useRecordForm|useSentForm)',
    'lib/(add-styles|ago|card-name|keys|one-at-a-time|plan|subscription-status|tax-name|typed-amount|use-address)',
    'sign/surface',
    'ui/(Address|CheckList|Checkbox|FailureAlert|FormError|Field|Input|SearchBox|Section|facts|Segments|ShowMore|Table)',
  ])}`,
);

/** Live updates and records that wait to be sent: all of it loads after the page. */
const after = new RegExp(inSource(['live/(keep-live|kept-page|stream)', 'outbox/(outbox|records|store)']));
/** Parts that the details of a booking share with those of a quote, and with its own lower sections. */
const details = new RegExp(
  inSource([
    'api/(customer-side|messages|quotes|senders|site-check)',
    'booking-form/(breakdown|draft|install-windows|lazy-texts|offers|option-names)',
    'components/(LinkField|PagedCard|RecordDialog|RecordRow)',
    'components/booking/(Customer|EmailOutcome|LineList|Mails|OverbookDialog|OverbookReason|PriceLines|SignStage|SiteCheck|StockNote|crew-facts|lines|quote-defaults|stock)',
    'features/goods/(JobSheet|job-sheet)',
    'lib/use-near',
    'sign/(SignScene|standing)',
    'ui/(InSight|MailFrame|Timeline)',
  ]),
);

function inPackage(parts: readonly string[]): string {
  return `/node_modules/@radix-ui/react-(${parts.join('|')})/`;
}

function inSource(parts: readonly string[]): string {
  return `/src/(${parts.join('|')})\\.`;
}

/** Files by name; the first match wins. A module used by a single page stays with that page. */
export const files = [
  { name: 'frameworks', test: frameworks },
  { name: 'base', test: ours },
  { name: 'beside', test: beside, minShareCount: 2 },
  { name: 'dialogs', test: dialogs, minShareCount: 2 },
  { name: 'small', test: small, minShareCount: 2 },
  { name: 'after', test: after },
  { name: 'details', test: details, minShareCount: 2 },
];
