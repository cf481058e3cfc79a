/** What the quote builder takes over from a customer, or from what a caller said. */
import type { Customer } from '@/api/customers';
import { kindOfTyped, phoneText } from '@/components/booking/customer-words';

/** Values of a customer. Their usual discount is in the form, where it can be changed. */
export function callerOf({ id, name, emails, phones, discountPercent }: Customer) {
  const [phone] = phones;
  return {
    draft: {
      customerName: name,
      customerEmail: emails[0] ?? '',
      customerPhone: phone === undefined ? '' : phoneText(phone),
    },
    terms: {
      customerId: String(id),
      ...(discountPercent ? { discount: String(discountPercent), discountKind: 'percent' as const } : {}),
    },
  };
}

/** Values of a new caller: a name, an email address or a phone number. */
export function callerFrom(typed: string) {
  const fields = { name: 'customerName', email: 'customerEmail', phone: 'customerPhone' } as const;
  return { draft: { [fields[kindOfTyped(typed)]]: typed } };
}
