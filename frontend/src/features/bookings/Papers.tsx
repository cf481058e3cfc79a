import { Download, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { type InvoiceState, paperAddress, useIssueInvoice } from '@/api/documents';
import { failureOf } from '@/api/form-errors';
import type { BookingDetails } from '@/api/types';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast-store';

/** What can be printed of a booking: its confirmation while it stands, its invoice once there is one (D6). */
export function Papers({ booking, invoice }: { booking: BookingDetails; invoice: InvoiceState }) {
  const [asking, setAsking] = useState(false);
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
          <Button asChild kind="secondary" size="sm">
            <a href={paperAddress(booking.id, 'invoice')} download>
              <Download aria-hidden="true" />
              Invoice PDF
            </a>
          </Button>
        )}
      </div>
      {invoice.number === null ? null : (
        <p role="status" className="tabular text-faint">
          Invoice {invoice.number}
          {invoice.issuedAt === null ? null : `, issued ${formatDay(invoice.issuedAt)}`}
        </p>
      )}
      <CreateInvoice bookingId={booking.id} open={asking} onOpenChange={setAsking} />
    </div>
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
      description="It takes the year's next number and stays as it is from then on, whatever becomes of the booking. Look once more at the price and the customer."
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
