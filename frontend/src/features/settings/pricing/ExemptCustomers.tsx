import { useState } from 'react';
import { type ExemptCustomer, useExemptCustomers, useSaveExemptCustomers } from '@/api/sales-tax';
import type { User } from '@/api/types';
import { CertificateFields } from '@/components/booking/CertificateFields';
import { EditList } from '@/components/EditList';
import { Loaded } from '@/components/Loaded';
import { useFormMutation } from '@/components/useServerForm';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { taxInText } from '@/lib/tax-name';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';
import { type ExemptForm, exemptForm, exemptSchema, exemptWith } from './sales-tax-form';

/** Tax-exempt customers with their certificates. */
export function TaxExemptionsTab({ user }: { user: User }) {
  return (
    <div className="in-turn grid max-w-2xl gap-6">
      <Loaded read={useExemptCustomers()} what="Your exempt customers">
        {({ customers }) => <ExemptCard customers={customers} user={user} />}
      </Loaded>
    </div>
  );
}

function ExemptCard({ customers, user }: { customers: readonly ExemptCustomer[]; user: User }) {
  const format = useFormat();
  const [at, setAt] = useState<number | null>(null);
  return (
    <Card id="tax-exempt-customers">
      <CardHeader
        title="Tax-Exempt Customers"
        description="Schools, churches and other customers with a certificate, identified by their email address."
      />
      <CardBody className="grid gap-4">
        <EditList
          rows={customers}
          none="No tax-exempt customers yet."
          keyOf={({ email }) => email}
          nameOf={({ name, email }) => name ?? email}
          onEdit={(_row, index) => setAt(index)}
          addLabel="Add Customer"
          onAdd={() => setAt(-1)}
        >
          {(row) => (
            <>
              <p className="flex flex-wrap items-center gap-2 break-words font-medium text-sm">
                {row.name ?? row.email}
                {row.state === 'expired' ? <Badge tone="yellow">Expired</Badge> : null}
              </p>
              <p className="break-words text-faint text-sm">
                {row.name === null ? '' : `${row.email} · `}Certificate {row.certificate}
                {row.expiresOn === null ? '' : ` · expires ${formatDay(format, row.expiresOn)}`}
              </p>
            </>
          )}
        </EditList>
      </CardBody>
      {at === null ? null : (
        <ExemptDialog customers={customers} at={at} user={user} onClose={() => setAt(null)} />
      )}
    </Card>
  );
}

interface ExemptDialogProps {
  customers: readonly ExemptCustomer[];
  /** The row's index, or -1 for a new one. */
  at: number;
  user: User;
  onClose: () => void;
}

function ExemptDialog({ customers, at, user, onClose }: ExemptDialogProps) {
  const format = useFormat();
  const form = useCheckedForm(exemptSchema(format), exemptForm(format, customers[at] ?? null));
  const { isDirty } = form.formState;
  const { send, failure, pending } = useFormMutation({ form, save: useSaveExemptCustomers() });
  const save = (changed: ExemptForm | null, title: string) =>
    send(exemptWith(format, customers, at, changed), () => {
      toast({ title, description: 'Applies to new bookings and quotes.' });
      onClose();
    });
  return (
    <FormDialog
      onClose={onClose}
      title={at < 0 ? 'Add a Tax-Exempt Customer' : 'Tax-Exempt Customer'}
      description={`We don't add ${taxInText(user)} to their bookings and quotes. Keep a copy of the certificate.`}
      submitLabel="Save Customer"
      pendingLabel="Saving..."
      onSubmit={form.handleSubmit((input) => save(input, 'Customer saved'))}
      error={failure}
      pending={pending}
      unsaved={isDirty}
      aside={
        at < 0 ? undefined : (
          <Button kind="danger" disabled={pending} onClick={() => save(null, 'Customer removed')}>
            Remove
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <TextField form={form} name="email" label="Email" type="email" maxLength={254} />
        <TextField form={form} name="name" label="Name" hint="Only your team sees this." maxLength={200} />
        <CertificateFields form={form} today={dayIn(user.timeZone ?? 'America/New_York', new Date())} />
      </div>
    </FormDialog>
  );
}
