import { type ComponentProps, useEffect, useState } from 'react';

/** A number without anything beside it: nearly all are, and they need none of the rule in `reach`. */
function plainNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isPlain = /^\+?[\d\s().-]+$/.test(phone) && !/\(\s*0\s*\)/.test(phone);
  return isPlain && digits.length >= 5 && digits.length <= 15
    ? `tel:${phone.startsWith('+') ? '+' : ''}${digits}`
    : null;
}

/** A number to call, as it was typed; the text alone where it has no number. The rule is loaded when it is needed. */
export function PhoneLink({ phone, ...props }: { phone: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const plain = plainNumber(phone);
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (plain !== null) return;
    let isCurrent = true;
    import('./reach').then(
      ({ callHref }) => isCurrent && setOther(callHref(phone)),
      () => {
        // Offline: the number stays a text.
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
