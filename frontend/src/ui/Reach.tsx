import { MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import { callHref, emailHref, mapHref, textHref } from '@/lib/reach';

const link = 'rounded-sm text-link hover:underline';

interface PhoneLinksProps {
  phone: string;
  /** Page to text the number from; by default, the device's own app. */
  textPath?: string | undefined;
}

/** Links to call and text a number; plain text if it contains no number. */
export function PhoneLinks({ phone, textPath }: PhoneLinksProps) {
  const [call, text] = [callHref(phone), textHref(phone)];
  if (call === null || text === null) return <span>{phone}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <a href={call} className={`tabular ${link}`}>
        {phone}
      </a>
      <Link
        to={textPath ?? text}
        aria-label={`Text ${phone}`}
        className={`inline-flex items-center gap-1 print:hidden ${link}`}
      >
        <MessageSquareText aria-hidden="true" className="size-3.5" />
        Text
      </Link>
    </span>
  );
}

export function EmailLink({ email }: { email: string }) {
  return (
    <a href={emailHref(email)} className={link}>
      {email}
    </a>
  );
}

/** Address that links to a map. */
export function MapLink({ address }: { address: string }) {
  return (
    <a href={mapHref(address)} target="_blank" rel="noopener noreferrer" className={link}>
      {address}
      <span className="sr-only"> (opens a map)</span>
    </a>
  );
}
