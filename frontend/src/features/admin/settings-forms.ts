import * as z from 'zod/mini';
import type { SettingsGroup } from '@/api/admin';
import { bare } from '@/lib/text';
import { email, emailOrNone, required, visible } from '@/lib/typed-checks';

const text = z.string().check(visible());
const optionalEmail = emailOrNone('Please enter a valid email');
const amount = z.number('Must be a positive number').check(z.minimum(0, 'Must be a positive number'));
const port = 'SMTP port must be a positive integer';

/**
 * Validation of site settings (specification, section 5). Values set by the environment are not validated.
 */
export const settingsSchemas = {
  general: z.object({
    siteName: required('Site name is required'),
    siteUrl: z.url('Please enter a valid URL'),
    companyAddress: text,
    landingClaim: text,
    companyPhone: text,
    companyEmail: optionalEmail,
    termsUrl: z.union([z.literal(''), z.url('Please enter a valid URL')]),
    termsVersion: text,
    maintenanceMode: z.boolean(),
    maintenanceFrom: z.string(),
    maintenanceUntil: z.string(),
    reviewNewBusinesses: z.boolean(),
  }),
  system: z.object({
    defaultCurrency: required('Currency is required'),
    dateFormat: required('Date format is required'),
    timeZone: required('Time zone is required'),
    defaultLetterPricing: amount,
    defaultSurchargePercent: amount.check(z.maximum(100, 'Must be a number from 0 to 100')),
    freeCancellationPeriod: amount.check(z.multipleOf(1, 'Must be a whole number of hours')),
    bookingApprovalRequired: z.boolean(),
  }),
  email: z.object({
    smtpHost: required('SMTP host is required'),
    smtpPort: z.number(port).check(z.minimum(1, port), z.maximum(65_535, port), z.multipleOf(1, port)),
    smtpSecurity: z.enum(['', 'starttls', 'tls', 'none']),
    smtpUser: required('SMTP username is required'),
    smtpPassword: z.string(),
    emailFrom: email('Please enter a valid email'),
    emailReplyTo: optionalEmail,
    emailSignature: text,
  }),
  payments: z.object({
    stripePublishableKey: required('Publishable key is required'),
    stripeSecretKey: z.string(),
    stripeWebhookSecret: z.string(),
    testMode: z.boolean(),
    platformFeePercent: amount.check(z.maximum(50, 'Must be a number from 0 to 50')),
    platformFeeFixed: amount.check(z.maximum(100, 'Must be an amount from 0 to 100')),
    platformFeeOnRefund: z.enum(['return', 'keep']),
  }),
  texts: z.object({
    smsAccount: required('Account SID is required').check(z.regex(/^AC/, 'Account SID must start with AC')),
    smsToken: z.string(),
    smsFrom: z.string().check(
      z.overwrite((typed) => bare(typed)),
      z.regex(
        /^(\+[1-9][0-9]{6,14}|[0-9]{3,8}|MG[0-9A-Za-z]{3,100})?$/,
        'Enter a number such as +15185550100, or a messaging service that starts with MG',
      ),
    ),
  }),
} as const satisfies Record<SettingsGroup, unknown>;

export type SettingsForm<G extends SettingsGroup> = z.infer<(typeof settingsSchemas)[G]>;

/** Secret fields. The server never returns them; an empty field keeps the stored value. */
export const secrets: readonly string[] = [
  'smtpPassword',
  'stripeSecretKey',
  'stripeWebhookSecret',
  'smsToken',
];

/** Secrets that must be entered unless one is stored already. */
export const requiredSecrets: Readonly<Record<string, string>> = {
  smtpPassword: 'SMTP password is required',
  stripeSecretKey: 'Secret key is required',
  smsToken: 'Auth token is required',
};

/** Date and time fields, in the browser's time zone. */
const moments: readonly string[] = ['maintenanceFrom', 'maintenanceUntil'];

/** Value of a date and time field for an instant. */
function localOf(instant: unknown): string {
  if (typeof instant !== 'string') return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Convert stored settings to form values, with empty strings for null and for secrets. */
export function fieldsOf<G extends SettingsGroup>(held: Record<string, unknown>): SettingsForm<G> {
  const fields = Object.entries(held).map(([name, value]) => [
    name,
    secrets.includes(name) ? '' : moments.includes(name) ? localOf(value) : (value ?? ''),
  ]);
  return Object.fromEntries(fields) as SettingsForm<G>;
}

/** Convert form values to the request body. Omits values set by the environment and secrets left empty. */
export function sentOf(form: object, locked: readonly string[]): Record<string, unknown> {
  const sent = Object.entries(form).filter(
    ([name, value]) => !locked.includes(name) && !(secrets.includes(name) && value === ''),
  );
  return Object.fromEntries(
    sent.map(([name, value]) => [
      name,
      value === '' ? null : moments.includes(name) ? new Date(value).toISOString() : value,
    ]),
  );
}
