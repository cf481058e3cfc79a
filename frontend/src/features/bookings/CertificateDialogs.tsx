/** Emails about a booking's certificate of insurance, with a preview before they are sent. */
import { useDeferredValue, useId } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type Certificate,
  type CertificateProgress,
  useCertificateEmail,
  useRequestCertificate,
  useSendCertificate,
} from '@/api/certificates';
import type { BookingDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { type Limits, limitsInWords } from '@/components/booking/certificate-words';
import { EmailNotice } from '@/components/booking/EmailNotice';
import { waitsUntil } from '@/components/booking/waits-until';
import { LoadState } from '@/components/LoadState';
import { useRecordForm } from '@/components/useServerForm';
import { dayOf, formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { email } from '@/lib/typed-checks';
import { Alert } from '@/ui/Alert';
import { FormDialog } from '@/ui/FormDialog';
import { SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { MailPreview } from '@/ui/MailFrame';
import { Skeleton } from '@/ui/Skeleton';

interface DialogProps {
  booking: BookingDetails;
  progress: CertificateProgress;
  onClose: () => void;
}

const requestSchema = z.object({ email: email('Enter a valid email address') });

/** Asks for the insurer's address and shows the request. */
export function RequestDialog({ booking, progress, onClose }: DialogProps) {
  const format = useFormat();
  const form = useCheckedForm(requestSchema, { email: progress.insurerEmail ?? '' });
  const record = useRecordForm({
    form,
    save: useRequestCertificate(booking.id),
    sent: (input) => input.email,
    done: ({ email }) => ({ title: waitsUntil(format, email) ?? 'Sending the request to your insurer' }),
    onClose,
  });
  return (
    <FormDialog
      title="Request a Certificate"
      description="Your insurer gets the place, the days, and what the certificate has to name."
      {...record}
      pendingLabel="Sending..."
      submitLabel="Send Request"
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4">
        <EmailNotice meanwhile="Until then, ask your insurer yourself." />
        <TextField
          form={form}
          name="email"
          label="Email of Your Insurer or Broker"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        <Preview bookingId={booking.id} certificateId={null} />
      </div>
    </FormDialog>
  );
}

const sendSchema = z.object({ email: email('Enter a valid email address'), certificateId: z.string() });

/** Asks for the certificate and the venue's address and shows the email. */
export function SendDialog({
  booking,
  progress,
  certificates,
  onClose,
}: DialogProps & { certificates: readonly Certificate[] }) {
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  const lastDay = dayOf(booking.pickupDate);
  const required = progress.terms?.limits ?? null;
  // The one that expires first among those that fulfill the venue's terms is the current policy.
  const best = certificates.findLast(
    (row) => faultsOf(format, row, lastDay, required, currency).length === 0,
  );
  const form = useCheckedForm(sendSchema, {
    email: progress.venueEmail ?? '',
    certificateId: String((best ?? certificates[0])?.id ?? ''),
  });
  const id = useWatch({ control: form.control, name: 'certificateId' });
  const chosen = certificates.find((row) => String(row.id) === id);
  const faults = chosen === undefined ? [] : faultsOf(format, chosen, lastDay, required, currency);
  const record = useRecordForm({
    form,
    save: useSendCertificate(booking.id),
    sent: ({ email, certificateId }) => ({ email, certificateId: Number(certificateId) }),
    done: ({ email }) => ({
      title: waitsUntil(format, email) ?? 'Sending the certificate',
      description: `To ${form.getValues('email')}`,
    }),
    onClose,
  });
  return (
    <FormDialog
      title="Send the Certificate"
      description={`The certificate is attached to an email to ${progress.venueName}.`}
      {...record}
      pendingLabel="Sending..."
      submitLabel="Send to Venue"
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4">
        <EmailNotice meanwhile="Until then, download the certificate and send it yourself." />
        <SelectField form={form} name="certificateId" label="Certificate">
          <Options
            of={certificates.map((row) => [
              row.id,
              `${row.insurer}, through ${formatDay(format, row.expiresOn)}`,
            ])}
          />
        </SelectField>
        {faults.length === 0 ? null : (
          <Alert title="This certificate may be refused">{faults.join(' ')}</Alert>
        )}
        <TextField
          form={form}
          name="email"
          label="Email of the Venue"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        {chosen === undefined ? null : <Preview bookingId={booking.id} certificateId={chosen.id} />}
      </div>
    </FormDialog>
  );
}

/** Reasons for which a venue may refuse a certificate. */
function faultsOf(
  format: Format,
  { expiresOn, limits }: Certificate,
  lastDay: string,
  required: Limits | null,
  currency: string,
): string[] {
  const isLow =
    required !== null &&
    (limits.eachOccurrence < required.eachOccurrence || limits.aggregate < required.aggregate);
  return [
    ...(expiresOn < lastDay ? [`It expires on ${formatDay(format, expiresOn)}, before the pickup.`] : []),
    ...(isLow ? [`The venue requires at least ${limitsInWords(required, currency)}.`] : []),
  ];
}

function Preview({ bookingId, certificateId }: { bookingId: number; certificateId: number | null }) {
  const title = useId();
  const { data, error, refetch } = useCertificateEmail(bookingId, useDeferredValue(certificateId));
  return (
    <section aria-labelledby={title} className="grid gap-2">
      <h3 id={title} className="font-medium text-sm">
        Preview
      </h3>
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed="The email could not be shown">
          <Skeleton className="h-40" />
        </LoadState>
      ) : (
        <MailPreview mail={data} name="Email" />
      )}
    </section>
  );
}
