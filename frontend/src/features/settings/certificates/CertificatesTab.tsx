import { Download, FileUp, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import {
  type Certificate,
  useAddCertificate,
  useCertificates,
  useDeleteCertificate,
} from '@/api/certificates';
import type { User } from '@/api/types';
import { addDays } from '@/booking-form/dates';
import { WholeNumberField } from '@/components/Amount';
import { limitsInWords } from '@/components/booking/certificate-words';
import { ConfirmButton } from '@/components/ConfirmChange';
import { FormDay } from '@/components/FormDay';
import { Loaded } from '@/components/Loaded';
import { useRecordForm } from '@/components/useServerForm';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { currencySign } from '@/lib/typed-amount';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';
import { certificateSchema, dataUrlOf, inputOf, newCertificate } from './certificate-form';

const SOON_DAYS = 30;

/** The business's certificates of insurance, to send to venues. */
export function CertificatesTab({ user }: { user: User }) {
  return (
    <Loaded read={useCertificates()} what="Your certificates">
      {(certificates) => <CertificatesCard certificates={certificates} user={user} />}
    </Loaded>
  );
}

function CertificatesCard({ certificates, user }: { certificates: readonly Certificate[]; user: User }) {
  const [adding, setAdding] = useState(false);
  const today = dayIn(user.timeZone ?? 'America/New_York', new Date());
  const currency = user.currency ?? 'USD';
  return (
    <Card id="certificates-of-insurance" className="max-w-2xl">
      <CardHeader
        title="Certificates of Insurance"
        description="Send them to venues that require one, from a booking's details. Mark those venues in their details on the Venues page."
      />
      <CardBody className="grid gap-4">
        {certificates.length === 0 ? (
          <p className="text-soft text-sm">No certificates yet.</p>
        ) : (
          <ul className="grid divide-y divide-line">
            {certificates.map((certificate) => (
              <li key={certificate.id} className="py-3 first:pt-0">
                <Row certificate={certificate} currency={currency} today={today} />
              </li>
            ))}
          </ul>
        )}
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden="true" />
          Add Certificate
        </Button>
      </CardBody>
      {adding ? <AddDialog currency={currency} today={today} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

interface RowProps {
  certificate: Certificate;
  currency: string;
  today: string;
}

function Row({ certificate, currency, today }: RowProps) {
  const format = useFormat();
  const remove = useDeleteCertificate();
  const { id, insurer, limits, expiresOn, file } = certificate;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
          {insurer}
          {expiresOn < today ? (
            <Badge tone="red">Expired</Badge>
          ) : expiresOn < addDays(today, SOON_DAYS) ? (
            <Badge tone="yellow">Expires soon</Badge>
          ) : null}
        </p>
        <p className="wrap-anywhere text-faint">
          {limitsInWords(limits, currency)} · through {formatDay(format, expiresOn)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="secondary" size="sm">
          <a href={file} download aria-label={`Download the certificate of ${insurer}`}>
            <Download aria-hidden="true" />
            Download
          </a>
        </Button>
        <ConfirmButton
          change={remove}
          input={id}
          title={`Delete the certificate of ${insurer}?`}
          description="Venues that received it keep their copy, and their bookings still count as sent."
          confirmLabel="Delete Certificate"
          pendingLabel="Deleting..."
          onDone={() => toast({ title: 'Certificate deleted' })}
          button={(ask) => (
            <Button
              kind="quiet"
              size="sm"
              aria-haspopup="dialog"
              aria-label={`Delete the certificate of ${insurer}`}
              onClick={ask}
            >
              Delete
            </Button>
          )}
        />
      </div>
    </div>
  );
}

interface AddDialogProps {
  currency: string;
  today: string;
  onClose: () => void;
}

function AddDialog({ currency, today, onClose }: AddDialogProps) {
  const format = useFormat();
  const form = useCheckedForm(certificateSchema(format), newCertificate);
  const record = useRecordForm({
    form,
    save: useAddCertificate(),
    sent: (input) => inputOf(format, input),
    done: () => ({ title: 'Certificate added' }),
    onClose,
  });
  const sign = currencySign(currency);
  return (
    <FormDialog
      title="Add a Certificate"
      description="Enter the limits and the expiration date exactly as they are on the certificate."
      {...record}
      submitLabel="Add Certificate"
    >
      <div className="grid gap-5">
        <FileField
          error={form.formState.errors.file?.message}
          onFile={(dataUrl) => form.setValue('file', dataUrl, { shouldDirty: true, shouldValidate: true })}
          onFault={(message) => form.setError('file', { message })}
        />
        <TextField form={form} name="insurer" label="Insurer" maxLength={200} autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-2">
          <WholeNumberField form={form} name="limits.eachOccurrence" label="Each Occurrence" before={sign} />
          <WholeNumberField form={form} name="limits.aggregate" label="General Aggregate" before={sign} />
        </div>
        <FormDay
          form={form}
          name="expiresOn"
          label="Valid Through"
          hint="The last day that the policy covers."
          today={today}
        />
      </div>
    </FormDialog>
  );
}

interface FileFieldProps {
  error: string | undefined;
  onFile: (dataUrl: string) => void;
  onFault: (message: string) => void;
}

function FileField({ error, onFile, onFault }: FileFieldProps) {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      onFile(await dataUrlOf(file));
      setName(file.name);
    } catch (failed) {
      onFault(failed instanceof Error ? failed.message : 'This file could not be read.');
    }
  };
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="application/pdf,image/jpeg,image/png,image/webp"
        className="sr-only"
        tabIndex={-1}
        aria-label="Certificate file"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-describedby={note}
        onClick={() => input.current?.click()}
      >
        <FileUp aria-hidden="true" />
        {name === null ? 'Choose File' : 'Choose Another File'}
      </Button>
      <p
        id={note}
        role={error === undefined ? undefined : 'alert'}
        className={error === undefined ? 'wrap-anywhere text-faint text-sm' : 'text-danger text-sm'}
      >
        {error ?? name ?? 'PDF, JPEG, PNG or WebP, up to 5 MB.'}
      </p>
    </div>
  );
}
