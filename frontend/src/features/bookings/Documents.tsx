import { Download, FilePlus2, Send } from 'lucide-react';
import { useState } from 'react';
import { type InvoiceState, paperAddress, useIssueInvoice, useSendInvoice } from '@/api/documents';
import { failureOf } from '@/api/form-errors';
import { useMails } from '@/api/messages';
import type { BookingDetails } from '@/api/types';
import { EmailNotice } from '@/booking-parts/EmailNotice';
import { EmailOutcome } from '@/booking-parts/EmailOutcome';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FailureAlert } from '@/ui/FailureAlert';
import { toast } from '@/ui/toast-store';

/** The documents of a booking: its confirmation while it is valid, its invoice once there is one (D6). */
export function Documents({ booking, invoice }: { booking: BookingDetails; invoice: InvoiceState }) {
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const stands = booking.status === 'confirmed' || booking.status === 'completed';
  if (!stands && invoice.number === null) {
    return (
      <p className="text-faint">
        {booking.status === 'pending'
          ? 'Once it is confirmed, the confirmation and the invoice are here.'
          : 'None for a canceled booking.'}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {stands ? (
          <Button asChild kind="secondary" size="sm">
            <a href={paperAddress(booking.id, 'confirmation')} download>
              <Download aria-hidden="true" />
              Confirmation PDF
            </a>
          </Button>
        ) : null}
        {invoice.number === null ? (
          <Button kind="secondary" size="sm" onClick={() => setAsking(true)}>
            <FilePlus2 aria-hidden="true" />
            Create Invoice
          </Button>
        ) : (
          <>
            <Button asChild kind="secondary" size="sm">
              <a href={paperAddress(booking.id, 'invoice')} download>
                <Download aria-hidden="true" />
                Invoice PDF
              </a>
            </Button>
            <Button kind="secondary" size="sm" onClick={() => setSending(true)}>
              <Send aria-hidden="true" />
              Email Invoice
            </Button>
          </>
        )}
      </div>
      {invoice.number === null ? null : (
        <p role="status" className="tabular text-faint">
          Invoice {invoice.number}
          {invoice.issuedAt === null ? null : `, issued ${formatDay(invoice.issuedAt)}`}
        </p>
      )}
      <CreateInvoice bookingId={booking.id} open={asking} onOpenChange={setAsking} />
      {sending ? <SendInvoice booking={booking} onClose={() => setSending(false)} /> : null}
    </div>
  );
}

/** Asks before the invoice goes out, and shows the outcome. */
function SendInvoice({ booking, onClose }: { booking: BookingDetails; onClose: () => void }) {
  const send = useSendInvoice(booking.id);
  const [before] = useState(useMails({ bookingId: booking.id }).data?.items[0]?.id ?? 0);
  const to = booking.customerEmail ?? '';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Email the Invoice"
      {...(to !== '' && { description: `To ${to}` })}
    >
      <DialogBody className="grid gap-4 text-sm">
        {send.isSuccess ? (
          <EmailOutcome
            of={{ bookingId: booking.id }}
            after={before}
            to={to}
            otherwise="Download the invoice and send it yourself."
          />
        ) : (
          <>
            <EmailNotice meanwhile="Download the invoice and send it yourself." />
            <p>
              Your customer gets the invoice as a PDF, with what is still due and the link to their booking.
              The text is yours to change in Settings, Messages.
            </p>
            <FailureAlert failure={send.error === null ? null : failureOf(send.error)} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button kind="secondary" onClick={onClose}>
          {send.isSuccess ? 'Done' : 'Cancel'}
        </Button>
        {send.isSuccess ? null : (
          <Button disabled={send.isPending} aria-busy={send.isPending} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending...' : 'Send Invoice'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function CreateInvoice({
  bookingId,
  open,
  onOpenChange,
}: {
  bookingId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const issue = useIssueInvoice(bookingId);
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setFailure(null);
        onOpenChange(next);
      }}
      title="Create the invoice?"
      description="It gets the year's next number and never changes after that, even if the booking does. Check the price and the customer once more."
      confirmLabel="Create Invoice"
      pendingLabel="Creating..."
      onConfirm={() =>
        issue.mutate(undefined, {
          onSuccess: ({ number }) => {
            onOpenChange(false);
            toast({ title: `Invoice ${number} created`, description: 'It can be downloaded as PDF now.' });
          },
          onError: (error) => setFailure(failureOf(error)),
        })
      }
      error={failure}
      pending={issue.isPending}
    />
  );
}
