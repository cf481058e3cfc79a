import { type MailsOf, useMails } from '@/api/messages';
import { sentence } from '@/lib/words';
import { Alert } from '@/ui/Alert';

export interface BouncedProps {
  of: MailsOf;
  /** The customer's present address. */
  email: string | null;
}

/** A note that the customer's address does not work: the newest email to it was refused for good. */
export function Bounced({ of, email }: BouncedProps) {
  const newest = useMails(of).data?.items.find(({ to, audience }) => audience === 'customer' && to === email);
  if (newest === undefined || !newest.bounced) return null;
  return (
    <Alert title={`Email to ${email} bounced`} className="m-5 mb-0">
      {sentence(newest.problem)} Correct the address, then send the email again below.
    </Alert>
  );
}
