import { Download, FilePlus2, RefreshCw, Send } from 'lucide-react';
import { useState } from 'react';
import {
  electronicAddress,
  type InvoiceState,
  paperAddress,
  replacedAddress,
  useInvoice,
  useIssueInvoice,
  useReplaceInvoice,
  useSendInvoice,
} from '@/api/documents';
import { refusalOf } from '@/api/form-errors';
import { useMails } from '@/api/messages';
import type { BookingDetails } from '@/api/types';
import { EmailNotice } from '@/components/booking/EmailNotice';
import { EmailOutcome } from '@/components/booking/EmailOutcome';
import { waitsUntil } from '@/components/booking/waits-until';
import { ConfirmButton } from '@/components/ConfirmChange';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FailureAlert } from '@/ui/FailureAlert';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/toast-store';

/** The documents of a booking. Hidden for users who may not manage documents. */
export function Documents({ booking }: { booking: BookingDetails }) {
  const { data: invoice } = useInvoice(booking.id);
  if (invoice === undefined) return null;
  return (
    <Section title="Documents">
      <Papers booking={booking} invoice={invoice} />
    </Section>
  );
}

/** The confirmation while it is valid, and the invoice once issued (D6). */
function Papers({ booking, invoice }: { booking: BookingDetails; invoice: InvoiceState }) {
  const format = useFormat();
  const [sending, setSending] = useState(false);
  const issue = useIssueInvoice(booking.id);
  const called = nameOf(invoice.kind);
  const stands = booking.status === 'confirmed' || booking.status === 'completed';
  if (!stands && invoice.number === null) {
    return (
      <p className="text-faint">
        {booking.status === 'pending'
          ? 'The confirmation and invoice will be available once you confirm this booking.'
          : 'Canceled bookings have no documents.'}
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
        <ConfirmButton
          button={(ask) =>
            invoice.number === null ? (
              <Button kind="secondary" size="sm" onClick={ask}>
                <FilePlus2 aria-hidden="true" />
                Create Invoice
              </Button>
            ) : null
          }
          change={issue}
          input={undefined}
          title="Create the invoice?"
          description="The invoice gets the next number of the year and can't be edited. If the booking changes later, you can replace it."
          confirmLabel="Create Invoice"
          pendingLabel="Creating..."
          onDone={({ number }) =>
            toast({ title: `Invoice ${number} created`, description: 'You can download the PDF now.' })
          }
        />
        {invoice.number === null ? null : (
          <>
            <Button asChild kind="secondary" size="sm">
              <a href={paperAddress(booking.id, 'invoice')} download>
                <Download aria-hidden="true" />
                {called} PDF
              </a>
            </Button>
            {invoice.electronic
              ? (['cii', 'ubl'] as const).map((format) => (
                  <Button key={format} asChild kind="secondary" size="sm">
                    <a href={electronicAddress(booking.id, format)} download>
                      <Download aria-hidden="true" />
                      E-Invoice ({format === 'cii' ? 'XML' : 'UBL'})
                    </a>
                  </Button>
                ))
              : null}
            <Button kind="secondary" size="sm" onClick={() => setSending(true)}>
              <Send aria-hidden="true" />
              Email {called}
            </Button>
          </>
        )}
      </div>
      {invoice.number === null ? null : (
        <p role="status" className="tabular text-faint">
          {called} {invoice.number}
          {invoice.issuedAt === null ? null : `, issued ${formatDay(format, invoice.issuedAt)}`}
        </p>
      )}
      {invoice.outdated ? <Outdated booking={booking} called={called} /> : null}
      {invoice.replaced.length === 0 ? null : (
        <ul aria-label="Replaced invoices" className="grid gap-1">
          {invoice.replaced.map(({ number, kind, issuedAt }) => (
            <li key={number} className="tabular text-faint">
              <a className="text-link hover:underline" href={replacedAddress(booking.id, number)} download>
                {nameOf(kind)} {number}
              </a>
              , issued {formatDay(format, issuedAt)}, replaced
            </li>
          ))}
        </ul>
      )}
      {sending ? <SendInvoice booking={booking} onClose={() => setSending(false)} /> : null}
    </div>
  );
}

function nameOf(kind: InvoiceState['kind']): string {
  return kind === 'credit_note' ? 'Credit Note' : 'Invoice';
}

/** Notice that the booking has changed since the invoice, with a button to replace the invoice. */
function Outdated({ booking, called }: { booking: BookingDetails; called: string }) {
  const format = useFormat();
  const [send, setSend] = useState(Boolean(booking.customerEmail));
  const next = booking.status === 'canceled' ? 'credit note' : 'invoice';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-amber-wash px-3.5 py-2.5">
      <p className="min-w-0">
        <b className="font-semibold">The booking has changed since this {called.toLowerCase()}</b>
        <span className="block text-soft">You can replace it with a new {next} that has its own number.</span>
      </p>
      <ConfirmButton
        button={(ask) => (
          <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={ask}>
            <RefreshCw aria-hidden="true" />
            Replace
          </Button>
        )}
        change={useReplaceInvoice(booking.id)}
        input={send}
        title={`Replace the ${called.toLowerCase()}?`}
        description={`The new ${next} will match the booking as it is now. The old ${called.toLowerCase()} stays available, marked as replaced.`}
        confirmLabel="Replace"
        pendingLabel="Replacing..."
        onDone={({ number, email }) =>
          toast({
            title: `${number} created`,
            description: send
              ? (waitsUntil(format, email) ?? 'The email to your customer is being sent.')
              : 'You can download the PDF now.',
          })
        }
      >
        {booking.customerEmail ? (
          <Checkbox label={`Email it to ${booking.customerEmail}`} checked={send} onChange={setSend} />
        ) : null}
      </ConfirmButton>
    </div>
  );
}

/** Dialog that emails the invoice and shows the outcome. */
function SendInvoice({ booking, onClose }: { booking: BookingDetails; onClose: () => void }) {
  const format = useFormat();
  const send = useSendInvoice(booking.id);
  const [before] = useState(useMails({ bookingId: booking.id }).data?.items[0]?.id ?? 0);
  const to = booking.customerEmail ?? '';
  return (
    <Dialog onClose={onClose} title="Email the Invoice" {...(to !== '' && { description: `To ${to}` })}>
      <DialogBody className="grid gap-4 text-sm">
        {send.isSuccess ? (
          <EmailOutcome
            of={{ bookingId: booking.id }}
            after={before}
            to={to}
            otherwise="Download the invoice and send it yourself."
            wait={waitsUntil(format, send.data.email)}
          />
        ) : (
          <>
            <EmailNotice meanwhile="Download the invoice and send it yourself." />
            <p>
              Your customer gets the invoice as a PDF, with the balance due and a link to their booking. You
              can edit the text in Settings &gt; Messages.
            </p>
            <FailureAlert failure={refusalOf(format, send.error)} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button kind="secondary" onClick={onClose}>
          {send.isSuccess ? 'Done' : 'Cancel'}
        </Button>
        {send.isSuccess ? null : (
          <Button pending={send.isPending} pendingLabel="Sending..." onClick={() => send.mutate()}>
            Send Invoice
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
