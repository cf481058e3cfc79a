import type { Customer } from '@/api/customers';

/** A phone number with its extension, unless the number was entered with it. */
export function phoneText({ number, extension }: Customer['phones'][number]): string {
  return extension && !/(?:x|ext\.?|#)\s*\d+$/i.test(number) ? `${number} ext. ${extension}` : number;
}

/** First email address and phone number in one line. */
export function contactLine({ emails, phones }: Customer): string {
  const [phone] = phones;
  return [emails[0], phone === undefined ? undefined : phoneText(phone)].filter(Boolean).join(' · ');
}

/** Whether a search is an email address, a phone number or a name. */
export function kindOfTyped(typed: string): 'email' | 'phone' | 'name' {
  if (typed.includes('@')) return 'email';
  return (typed.match(/\d/g)?.length ?? 0) >= 5 && !/[a-z]{4}/i.test(typed) ? 'phone' : 'name';
}
