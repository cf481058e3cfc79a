import * as z from 'zod/mini';
import type { SettingsGroup } from '@/api/admin';
import { email, emailOrNone, required, visible } from '@/lib/typed-checks';

const text = z.string().check(visible());
const optionalEmail = emailOrNone('Please enter a valid email');
const amount = z.number('Must be a positive number').check(z.minimum(0, 'Must be a positive number'));
const port = 'SMTP port must be a positive integer';

/**
 * The rules of section 5 of the specification for site settings. Values from the environment are not checked.
 */
export const settingsSchemas = {
  general: z.object({
    siteName: required('Site name is required'),
    siteUrl: z.url('Please enter a valid URL'),
    companyAddress: text,
    companyPhone: text,
    companyEmail: optionalEmail,
    termsUrl: z.union([z.literal(''), z.url('Please enter a valid URL')]),
    termsVersion: text,
    maintenanceMode: z.boolean(),
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
} as const satisfies Record<SettingsGroup, unknown>;

export type SettingsForm<G extends SettingsGroup> = z.infer<(typeof settingsSchemas)[G]>;

/** Secrets are typed again or left as they are; they never come from the server. */
export const secrets: readonly string[] = ['smtpPassword', 'stripeSecretKey', 'stripeWebhookSecret'];

/** Secrets that a form cannot be saved without, unless one is set already. */
export const requiredSecrets: Readonly<Record<string, string>> = {
  smtpPassword: 'SMTP password is required',
  stripeSecretKey: 'Secret key is required',
};

/** The form's fields from what the server holds: no null, and no secret. */
export function fieldsOf<G extends SettingsGroup>(held: Record<string, unknown>): SettingsForm<G> {
  const fields = Object.entries(held).map(([name, value]) => [
    name,
    secrets.includes(name) ? '' : (value ?? ''),
  ]);
  return Object.fromEntries(fields) as SettingsForm<G>;
}

/** What is sent: no value that the environment sets, and no secret that was left empty. */
export function sentOf(form: object, locked: readonly string[]): Record<string, unknown> {
  const sent = Object.entries(form).filter(
    ([name, value]) => !locked.includes(name) && !(secrets.includes(name) && value === ''),
  );
  return Object.fromEntries(sent.map(([name, value]) => [name, value === '' ? null : value]));
}
