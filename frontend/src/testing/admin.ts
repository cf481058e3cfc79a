import type { PlatformSettings } from '@/api/admin';
import { ada, answer, signIn } from './server';

/** The administrator of the installation. */
export const root = {
  ...ada,
  id: 9,
  email: 'root@site.example',
  role: 'admin',
  operatorId: null,
  publicKey: null,
};

/** The installation's settings, with a mail server and a stored password. */
export const settings: PlatformSettings = {
  general: {
    siteName: 'MarqueeDesk',
    siteUrl: 'https://here.example',
    landingClaim: null,
    companyAddress: null,
    companyPhone: null,
    companyEmail: null,
    termsUrl: null,
    termsVersion: null,
    maintenanceMode: false,
    maintenanceFrom: null,
    maintenanceUntil: null,
    reviewNewBusinesses: false,
  },
  email: {
    smtpHost: 'mail.example',
    smtpPort: 587,
    smtpSecurity: null,
    smtpUser: 'me',
    smtpPassword: 'set',
    emailFrom: 'post@here.example',
    emailReplyTo: null,
    emailSignature: null,
  },
  payments: {
    stripePublishableKey: null,
    stripeSecretKey: null,
    stripeWebhookSecret: null,
    testMode: true,
    platformFeePercent: 0,
    platformFeeFixed: 0,
    platformFeeOnRefund: 'return',
  },
  texts: { smsAccount: 'ACstandin', smsToken: 'set', smsFrom: '+15185550100' },
  system: {
    defaultCurrency: 'USD',
    dateFormat: 'MM/DD/YYYY',
    timeZone: 'America/New_York',
    defaultLetterPricing: 50,
    defaultSurchargePercent: 15,
    freeCancellationPeriod: 48,
    bookingApprovalRequired: true,
  },
  locked: ['siteUrl'],
  unreadable: [],
};

/** Sign in as the administrator and answer the settings page with empty lists. */
export function answerSettings(stored: PlatformSettings = settings) {
  signIn(root);
  answer('get', '/api/admin/settings', stored);
  answer('get', '/api/admin/mail-templates', []);
  answer('get', '/api/admin/payments/comparisons', []);
  answer('get', '/api/admin/text-usage', []);
  answer('get', '/api/admin/payments/refusals', []);
}
