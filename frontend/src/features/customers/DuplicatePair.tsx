import { Link, useNavigate } from 'react-router';
import { type Customer, type Duplicate, useCustomer, useMergeCustomers, useUndoMerge } from '@/api/customers';
import { useSignedInUser } from '@/api/user';
import { phoneText } from '@/components/booking/customer-words';
import { MutationButton } from '@/components/MutationButton';
import { tellFailed } from '@/components/tell-failed';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { customerPath } from '@/lib/paths';
import { counted, listed } from '@/lib/words';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const reasons: Readonly<Record<Duplicate['because'][number], string>> = {
  phone: 'the same phone number',
  email: 'the same email address',
  name: 'similar names at the same address',
};

interface DuplicatePairProps {
  pair: Duplicate;
  /** The customer whose page shows this; the other one is merged into it. */
  current?: number;
}

/** Two customers that may be the same, side by side, with a button that merges them. */
export function DuplicatePair({ pair: { customerIds, because }, current }: DuplicatePairProps) {
  const [first = 0, second = 0] = customerIds;
  const [id, otherId] = current === second ? [second, first] : [first, second];
  const one = useCustomer(id).data;
  const other = useCustomer(otherId).data;
  const merge = useMergeCustomers();
  const undo = useUndoMerge();
  const navigate = useNavigate();
  if (one === undefined || other === undefined) return <Skeleton className="h-28" />;
  return (
    <div className="grid gap-3">
      <p className="text-soft text-sm">They have {listed(because.map((reason) => reasons[reason]))}.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side customer={one} />
        <Side customer={other} />
      </div>
      <MutationButton
        kind="secondary"
        size="sm"
        className="h-auto min-h-8 justify-self-start whitespace-normal py-1.5 text-left"
        change={merge}
        input={{ id, other: otherId }}
        pendingLabel="Merging..."
        failed="Couldn't merge"
        onDone={({ mergeId }) => {
          toast({
            title: 'Customers merged',
            description: `Everything is with ${one.name}. You can undo this now, or for 30 days.`,
            action: {
              label: 'Undo',
              onPress: () =>
                undo.mutate(mergeId, {
                  onSuccess: () => toast({ title: 'Merge undone' }),
                  onError: tellFailed("Couldn't undo"),
                }),
            },
          });
          if (current === undefined) void navigate(customerPath(id));
        }}
      >
        Merge into {one.name}
      </MutationButton>
    </div>
  );
}

function Side({ customer }: { customer: Customer }) {
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  const { id, name, emails, phones, address, bookings, quotes, lastEvent, nextEvent, totals } = customer;
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised p-3 text-sm">
      <p className="wrap-anywhere font-medium">
        <Link to={customerPath(id)} className="rounded-sm hover:underline">
          {name}
        </Link>
      </p>
      <ul className="wrap-anywhere mt-1 grid gap-0.5 text-soft">
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
        {phones.map((phone) => (
          <li key={phone.number} className="tabular">
            {phoneText(phone)}
          </li>
        ))}
        {address === null ? null : <li className="whitespace-pre-line">{address}</li>}
        <li className="tabular text-faint">
          {[
            counted(bookings, 'booking'),
            ...(quotes === 0 ? [] : [counted(quotes, 'quote')]),
            ...(totals === undefined || totals.booked === 0 ? [] : [formatMoney(totals.booked, currency)]),
          ].join(', ')}
        </li>
        {nextEvent === null && lastEvent === null ? null : (
          <li className="tabular text-faint">
            {nextEvent === null
              ? `Last event ${formatDay(format, lastEvent ?? '')}`
              : `Next event ${formatDay(format, nextEvent)}`}
          </li>
        )}
      </ul>
    </div>
  );
}
