import { Mail, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { useConversationsOverview } from '@/api/conversations-overview';
import { conversationPath, customerPath } from '@/lib/paths';
import { useQuiet } from '@/lib/use-quiet';
import { EmailLink, PhoneLinks } from '@/ui/Reach';

export interface CustomerProps {
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Links the name to the customer's page. */
  customerId?: number | null | undefined;
}

/** The customer's name and contact details. */
export function Customer({ name, email, phone, customerId }: CustomerProps) {
  const quiet = useQuiet();
  const textsHere = useConversationsOverview(quiet && phone !== null && customerId != null).data?.canText;
  if (name === null && email === null && phone === null) {
    return <p className="text-soft">No customer yet.</p>;
  }
  return (
    <>
      {name === null ? null : (
        <p className="break-words font-medium text-base">
          {customerId == null ? (
            name
          ) : (
            <Link to={customerPath(customerId)} className="rounded-sm hover:underline">
              {name}
            </Link>
          )}
        </p>
      )}
      <ul className="mt-1 grid gap-1 empty:hidden">
        {email === null ? null : (
          <li className="flex items-center gap-2">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-faint" />
            <span className="min-w-0">
              <EmailLink email={email} />
            </span>
          </li>
        )}
        {phone === null ? null : (
          <li className="flex items-center gap-2">
            <Phone aria-hidden="true" className="size-4 shrink-0 text-faint" />
            <PhoneLinks
              phone={phone}
              textPath={textsHere && customerId != null ? conversationPath(customerId) : undefined}
            />
          </li>
        )}
      </ul>
    </>
  );
}
