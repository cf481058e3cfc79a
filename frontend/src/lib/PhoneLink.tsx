import type { ComponentProps } from 'react';
import { callHref } from './reach';

/** A number to call, as it was typed; the text alone where it has no number. */
export function PhoneLink({ phone, ...props }: { phone: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const call = callHref(phone);
  if (call === null) return <span>{phone}</span>;
  return (
    <a {...props} href={call}>
      {phone}
    </a>
  );
}
