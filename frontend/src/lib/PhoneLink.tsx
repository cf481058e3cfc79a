import { type ComponentProps, useEffect, useState } from 'react';

/** Fast path for a number without other text, which needs none of the parsing in `reach`. */
function plainNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isPlain = /^\+?[\d\s().-]+$/.test(phone) && !/\(\s*0\s*\)/.test(phone);
  return isPlain && digits.length >= 5 && digits.length <= 15
    ? `tel:${phone.startsWith('+') ? '+' : ''}${digits}`
    : null;
}

/**
 * Link that calls a phone number, shown as typed; plain text if it contains no number. The parser loads on
 * demand.
 */
export function PhoneLink({ phone, ...props }: { phone: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const plain = plainNumber(phone);
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (plain !== null) return;
    let isCurrent = true;
    import('./reach').then(
      ({ callHref }) => isCurrent && setOther(callHref(phone)),
      () => {
        // Offline: leave the number as text.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [phone, plain]);
  const call = plain ?? other;
  if (call === null) return <span>{phone}</span>;
  return (
    <a {...props} href={call}>
      {phone}
    </a>
  );
}
