import { Mail } from 'lucide-react';
import { useId } from 'react';
import { type Lead, useSendLeadAgain } from '@/api/dashboard';
import { useCan } from '@/api/rights';
import { waitsUntil } from '@/components/booking/waits-until';
import { tellFailed } from '@/components/tell-failed';
import { formatDay, formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { EmailLink, PhoneLinks } from '@/ui/Reach';
import { toast } from '@/ui/toast-store';
import { BookingName, ShortList } from './GoodsCards';

const STAGES = {
  held: 'Letters held, not paid yet',
  lapsed: 'Letters released, not paid',
  priced: 'Saw a price, not sent',
} as const;

/** Customers who saw a price or began a booking, and have not paid. Empty if there are none. */
export function LeadsCard({ leads, currency }: { leads: readonly Lead[]; currency: string }) {
  if (leads.length === 0) return null;
  const value = leads.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100;
  return (
    <ShortList
      title="Unfinished Bookings"
      description="Customers who saw a price or filled in your form but have not paid yet. A call often saves the booking."
      aside={<p className="tabular text-sm">{formatMoney(value, currency)}</p>}
    >
      {leads.map((lead) => (
        <LeadRow key={`${lead.bookingId}:${lead.leadId}`} lead={lead} currency={currency} />
      ))}
    </ShortList>
  );
}

function LeadRow({ lead, currency }: { lead: Lead; currency: string }) {
  const format = useFormat();
  const send = useSendLeadAgain();
  const mayHandle = useCan('handleBookings');
  const { bookingId, number } = lead;
  const maySend = mayHandle && bookingId !== null && lead.customerEmail !== null;
  const reason = useId();
  const waits = whyNot(format, lead);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        {bookingId === null || number === null ? (
          <p className="wrap-anywhere font-semibold">“{lead.message}”</p>
        ) : (
          <BookingName id={bookingId} number={number} message={lead.message} />
        )}
        <p className="wrap-anywhere text-soft">
          {[lead.customerName, formatDay(format, lead.deliveryDate)].filter(Boolean).join(', ')}
        </p>
        <p className="flex flex-wrap gap-x-3">
          {lead.customerPhone === null ? null : <PhoneLinks phone={lead.customerPhone} />}
          {lead.customerEmail === null ? null : <EmailLink email={lead.customerEmail} />}
        </p>
      </div>
      <p className="basis-40">
        <span className="tabular">{formatMoney(lead.total, currency)}</span>
        <span className="block text-soft">{STAGES[lead.stage]}</span>
      </p>
      {maySend ? (
        <Button
          kind="secondary"
          size="sm"
          disabled={send.isPending || waits !== null}
          aria-describedby={waits === null ? undefined : reason}
          onClick={() =>
            send.mutate(bookingId, {
              onSuccess: ({ email }) =>
                toast({
                  title: waitsUntil(format, email) ?? 'Sending email',
                  description: `To ${lead.customerEmail ?? ''}`,
                }),
              onError: tellFailed("The email couldn't be sent"),
            })
          }
        >
          <Mail aria-hidden="true" />
          Send Again
        </Button>
      ) : null}
      {maySend && waits !== null ? (
        <p id={reason} className="basis-full text-soft">
          {waits}
        </p>
      ) : null}
    </div>
  );
}

/** Why a lead can't be emailed again now, or null. */
function whyNot(format: Format, { emailsLeft, nextEmailAt }: Lead): string | null {
  if (emailsLeft === 0) return 'You emailed this customer three times. Call or text instead.';
  if (nextEmailAt === null || Date.parse(nextEmailAt) <= Date.now()) return null;
  return `You can send another email at ${formatTime(format, nextEmailAt)}.`;
}
