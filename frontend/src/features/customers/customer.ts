/** Texts and form values of customers. */
import * as z from 'zod/mini';
import type { Customer, CustomerInput } from '@/api/customers';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { kindOfTyped } from '@/components/booking/customer-words';
import { optionalDay } from '@/components/FormDay';
import type { Format } from '@/lib/format';
import { isWholeCents } from '@/lib/money';
import { called, visible } from '@/lib/typed-checks';

/** Orders of the list, with the direction that the server sorts them in. */
export const sorts = {
  nextEvent: { label: 'Next Event', direction: 'ascending' },
  lastEvent: { label: 'Last Event', direction: 'descending' },
  name: { label: 'Name', direction: 'ascending' },
  total: { label: 'Total', direction: 'descending' },
  balance: { label: 'Open Balance', direction: 'descending' },
} as const;

export const kinds = { person: 'Person', organization: 'Organization' } as const;

const text = (most: number) =>
  z.string().check(visible(), z.maxLength(most, `Use at most ${most} characters`));
const percent = 'Enter a percentage from 0 to 100 with at most two decimals';

/** How a customer came: by nobody known, a partner, or another customer. */
export const referrers = { none: 'Nobody', partner: 'Partner', customer: 'Customer' } as const;

export const customerSchema = (format: Format) =>
  z
    .object({
      kind: z.enum(['person', 'organization']),
      name: called(200),
      emails: z.string(),
      phones: z.string(),
      address: text(500),
      notes: text(5000),
      tags: z.string(),
      discountPercent: z
        .string()
        .check(
          z.refine((typed) => typed.trim() === '' || isPercent(Number(typed.replace(',', '.'))), percent),
        ),
      certificate: text(60),
      expiresOn: optionalDay(format),
      referrer: z.enum(['none', 'partner', 'customer']),
      /** ID of the partner; empty for none. */
      referringPartner: z.string(),
      referringCustomer: z.nullable(z.number()),
      /** What was typed to find the customer. */
      referringName: z.string(),
    })
    .check(({ value, issues }) => {
      const { referrer, referringPartner, referringCustomer, referringName } = value;
      if (referrer === 'partner' && referringPartner === '') {
        issues.push({
          code: 'custom',
          path: ['referringPartner'],
          message: 'Choose a partner',
          input: value,
        });
      } else if (referrer === 'customer' && referringCustomer === null) {
        const message =
          referringName.trim() === '' ? 'Choose a customer' : 'Choose one of the customers in the list';
        issues.push({ code: 'custom', path: ['referringName'], message, input: value });
      }
    });

export type CustomerForm = z.infer<ReturnType<typeof customerSchema>>;

const isPercent = (typed: number) => typed >= 0 && typed <= 100 && isWholeCents(typed);

/** The form values of a customer, or of a new one with what was typed in the search. */
export function formOf(format: Format, customer: Customer | null, typed = ''): CustomerForm {
  const exemption = customer?.taxExemption;
  const { partnerId, customerId } = customer?.referredBy ?? {};
  return {
    kind: customer?.kind ?? 'person',
    name: customer?.name ?? (kindOfTyped(typed) === 'name' ? typed : ''),
    emails: customer?.emails.join('\n') ?? (kindOfTyped(typed) === 'email' ? typed : ''),
    phones:
      customer?.phones.map(({ number }) => number).join('\n') ??
      (kindOfTyped(typed) === 'phone' ? typed : ''),
    address: customer?.address ?? '',
    notes: customer?.notes ?? '',
    tags: customer?.tags.join(', ') ?? '',
    discountPercent: customer?.discountPercent ? String(customer.discountPercent) : '',
    certificate: exemption?.certificate ?? '',
    expiresOn: exemption?.expiresOn ? typedFromIso(format, exemption.expiresOn) : '',
    referrer: partnerId != null ? 'partner' : customerId != null ? 'customer' : 'none',
    referringPartner: partnerId != null ? String(partnerId) : '',
    referringCustomer: customerId ?? null,
    referringName: '',
  };
}

const parts = (typed: string, by: RegExp) =>
  typed
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Convert the form for the server.
 *
 * @param withTerms true to send the discount, which staff don't see
 */
export function inputOf(
  format: Format,
  form: CustomerForm,
  before: Customer | null,
  withTerms: boolean,
): CustomerInput & { name: string } {
  const { kind, name, emails, phones, address, notes, tags, discountPercent, certificate, expiresOn } = form;
  return {
    kind,
    name,
    emails: parts(emails, /[\n,;]/),
    // An unchanged number keeps its extension.
    phones: parts(phones, /[\n;]/).map(
      (number) => before?.phones.find((phone) => phone.number === number) ?? { number },
    ),
    address: address.trim() || null,
    notes: notes.trim() || null,
    tags: parts(tags, /[\n,]/),
    ...(withTerms && {
      discountPercent: discountPercent.trim() === '' ? null : Number(discountPercent.replace(',', '.')),
    }),
    taxExemption:
      certificate.trim() === ''
        ? null
        : { certificate: certificate.trim(), expiresOn: isoFromTyped(format, expiresOn) },
    referredBy: referrerOf(form),
  };
}

function referrerOf({ referrer, referringPartner, referringCustomer }: CustomerForm) {
  if (referrer === 'partner') return { partnerId: Number(referringPartner) };
  return referrer === 'customer' ? { customerId: referringCustomer } : null;
}
