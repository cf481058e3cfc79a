import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useBookingRules } from '@/api/booking-rules';
import { type Customer, customerExport, openRecords, useEraseCustomer } from '@/api/customers';
import { ApiError } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath, quotePath } from '@/lib/paths';
import { quoteName } from '@/lib/status';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Export and erasure of everything that is stored about a customer. */
export function CustomerData({ customer }: { customer: Customer }) {
  const [erasing, setErasing] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Customer Data"
        description="Export everything stored about this customer, or erase it at their request."
      />
      <CardBody className="flex flex-wrap gap-2 pt-3">
        <Button kind="secondary" size="sm" asChild>
          <a href={customerExport(customer.id)} download>
            <Download aria-hidden="true" />
            Export Data
          </a>
        </Button>
        <Button
          kind="secondary"
          size="sm"
          className="text-danger"
          aria-haspopup="dialog"
          onClick={() => setErasing(true)}
        >
          <Trash2 aria-hidden="true" />
          Erase Customer
        </Button>
      </CardBody>
      {erasing ? <EraseDialog customer={customer} onClose={() => setErasing(false)} /> : null}
    </Card>
  );
}

function EraseDialog({ customer: { id, name }, onClose }: { customer: Customer; onClose: () => void }) {
  const format = useFormat();
  const years = useBookingRules().data?.keepInvoiceYears;
  const erase = useEraseCustomer(id);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const { error } = erase;
  const refused = error instanceof ApiError ? error.fields.confirm : undefined;
  const submit = () => {
    if (erase.isPending) return;
    setMissing(typed.trim() === '');
    if (typed.trim() === '') return;
    erase.mutate(typed.trim(), { onSuccess: () => toast({ title: 'Customer erased' }) });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Erase this customer?"
      description="This can’t be undone."
      confirmLabel="Erase Customer"
      pendingLabel="Erasing..."
      onConfirm={submit}
      error={refused === undefined ? failureOf(format, error) : null}
      pending={erase.isPending}
    >
      <div className="grid gap-3 text-sm">
        <p>
          <strong className="font-medium">Erased:</strong> name, contact details, notes, messages, signatures,
          photos, streets, and the words on signs, also in bookings and quotes.
        </p>
        <p>
          <strong className="font-medium">Kept:</strong> dates, amounts and payments of bookings, without the
          name. Issued invoices stay as they are for{' '}
          {years === undefined
            ? 'the years required by law'
            : `${counted(years, 'year')}, as required by law`}
          .
        </p>
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={`Type “${name}” to confirm`}
          error={missing ? 'Enter the customer’s name' : refused}
          required
        >
          <Input
            name="confirm"
            value={typed}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value);
              setMissing(false);
            }}
          />
        </Field>
      </form>
    </ConfirmDialog>
  );
}

/** The refusal with links to everything that is open. */
function failureOf(format: Format, error: Error | null): Failure | null {
  const failure = refusalOf(format, error);
  if (failure === null || !(error instanceof ApiError) || error.code !== 'something_open') return failure;
  const { bookings, quotes, waiting } = openRecords(error);
  return {
    ...failure,
    details: [
      ...bookings.map(({ id, number }) => ({ text: `Booking #${number}`, href: bookingPath(id) })),
      ...quotes.map((id) => ({ text: quoteName({ id, number: null }), href: quotePath(id) })),
      ...(waiting === 0 ? [] : [waiting === 1 ? '1 waiting list entry' : `${waiting} waiting list entries`]),
    ],
  };
}
