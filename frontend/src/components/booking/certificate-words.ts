/** Texts of certificates of insurance. */
import type { CertificateState } from '@/api/certificates';
import { formatMoney } from '@/lib/money';
import type { BadgeTone } from '@/ui/Badge';

/** Labels and colors of a booking's certificate. */
export const certificateStates: Readonly<Record<CertificateState, { word: string; tone: BadgeTone }>> = {
  not_needed: { word: 'Not needed', tone: 'neutral' },
  missing: { word: 'Missing', tone: 'red' },
  requested: { word: 'Requested', tone: 'yellow' },
  sent: { word: 'Sent', tone: 'green' },
  expires: { word: 'Expires before the event', tone: 'red' },
};

export interface Limits {
  eachOccurrence: number;
  aggregate: number;
}

const inWords = (units: number, currency: string) => formatMoney(units, currency).replace(/\.00$/, '');

/** Limits of a policy, such as "$1,000,000 each occurrence, $2,000,000 aggregate". */
export function limitsInWords({ eachOccurrence, aggregate }: Limits, currency: string): string {
  return `${inWords(eachOccurrence, currency)} each occurrence, ${inWords(aggregate, currency)} aggregate`;
}
