import type { ReactNode } from 'react';
import { Badge } from '@/ui/Badge';

interface BusinessRowProps {
  name: string;
  /** Below the name. */
  about: ReactNode;
  /** Whether its owner has confirmed the email address. */
  confirmed: boolean;
  /** What an administrator has decided about it, in a word. */
  decided: string | null;
  /** The buttons. */
  children: ReactNode;
}

/** A business in a list from which an administrator decides about it. */
export function BusinessRow({ name, about, confirmed, decided, children }: BusinessRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-faint">{about}</p>
      </div>
      {confirmed ? null : <Badge tone="yellow">Not confirmed</Badge>}
      {decided === null ? null : <Badge tone="red">{decided}</Badge>}
      {children}
    </li>
  );
}
