import type { ReactNode } from 'react';
import { Badge } from '@/ui/Badge';

interface BusinessRowProps {
  name: string;
  /** Details shown below the name. */
  about: ReactNode;
  /** Whether the owner has confirmed their email address. */
  confirmed: boolean;
  /** Badge text for an administrator's earlier decision. */
  decided: string | null;
  /** Action buttons. */
  children: ReactNode;
}

/** Row of a business awaiting an administrator's decision. */
export function BusinessRow({ name, about, confirmed, decided, children }: BusinessRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-faint">{about}</p>
      </div>
      {confirmed ? null : <Badge tone="yellow">Unconfirmed</Badge>}
      {decided === null ? null : <Badge tone="red">{decided}</Badge>}
      {children}
    </li>
  );
}
