import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useEditBooking } from '@/api/bookings';
import { failureOf } from '@/api/form-errors';
import type { PricedDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { CertificateFields } from '@/components/booking/CertificateFields';
import { useRecordForm } from '@/components/useRecordForm';
import { dayIn, formatDay } from '@/lib/dates';
import { visible } from '@/lib/typed-checks';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, useCheckedForm } from '@/ui/FormField';

/** Where a booking's sales tax comes from, and what its business can do about it while the price can change. */
export function BookingTax({ booking }: { booking: PricedDetails }) {
  const [open, setOpen] = useState(false);
  const { taxToConfirm } = booking.breakdown;
  const changes = booking.status === 'pending' || booking.status === 'confirmed';
  if (!(booking.breakdown.tax || taxToConfirm || booking.taxExempt)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-3.5 py-2.5">
      <p className="min-w-0 break-words">
        <b className="font-semibold">{taxToConfirm ? 'Sales tax is not settled' : 'Sales tax'}</b>
        <span className="block text-soft">{saying(booking)}</span>
      </p>
      {changes ? (
        <div className="flex flex-wrap gap-2">
          {taxToConfirm ? <SettleTax bookingId={booking.id} /> : null}
          <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {booking.taxExempt ? 'Exemption' : 'Exempt'}
          </Button>
        </div>
      ) : null}
      {open ? <ExemptionDialog booking={booking} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function saying({ breakdown, taxExempt, taxPlace, taxPercent }: PricedDetails): string {
  const where = `${taxPercent ?? 0}%${taxPlace ? `, ${taxPlace}` : ''}`;
  if (taxExempt) {
    const until = taxExempt.expiresOn ? `, valid until ${formatDay(taxExempt.expiresOn)}` : '';
    const said = `Certificate ${taxExempt.certificate}${until}`;
    return breakdown.taxExempt ? said : `${where}. ${said}: it ends before the delivery.`;
  }
  if (breakdown.taxToConfirm) {
    return 'Enter the address of this booking, or the rate of its place under Settings, Pricing.';
  }
  return where;
}

/** Works the tax out by the places as they are entered now. */
function SettleTax({ bookingId }: { bookingId: number }) {
  const edit = useEditBooking(bookingId);
  const [still, setStill] = useState(false);
  return (
    <>
      <Button
        size="sm"
        pending={edit.isPending}
        onClick={() =>
          edit.mutate(
            {},
            { onSuccess: (saved) => setStill('breakdown' in saved && Boolean(saved.breakdown.taxToConfirm)) },
          )
        }
      >
        Work It Out
      </Button>
      {still ? (
        <p role="status" className="text-soft">
          No place of yours has this address yet.
        </p>
      ) : null}
      {edit.error === null ? null : <FailureAlert failure={failureOf(edit.error)} />}
    </>
  );
}

const schema = z
  .object({
    isExempt: z.boolean(),
    certificate: z.string().check(visible(), z.maxLength(60, 'Use at most 60 characters')),
    expiresOn: z
      .string()
      .check(z.refine((typed) => typed.trim() === '' || isoFromTyped(typed) !== null, FAULTS.dateForm())),
  })
  .check(
    z.refine(({ isExempt, certificate }) => !isExempt || certificate.trim() !== '', {
      error: 'Enter the number of the certificate',
      path: ['certificate'],
    }),
  );

type ExemptionForm = z.infer<typeof schema>;

function ExemptionDialog({ booking, onClose }: { booking: PricedDetails; onClose: () => void }) {
  const today = dayIn(useSignedInUser().timeZone ?? 'America/New_York', new Date());
  const form = useCheckedForm(schema, {
    isExempt: true,
    certificate: booking.taxExempt?.certificate ?? '',
    expiresOn: booking.taxExempt?.expiresOn ? typedFromIso(booking.taxExempt.expiresOn) : '',
  });
  const isExempt = useWatch({ control: form.control, name: 'isExempt' });
  const record = useRecordForm({
    form,
    save: useEditBooking(booking.id),
    sent: (input: ExemptionForm) => ({
      taxExempt: input.isExempt
        ? { certificate: input.certificate.trim(), expiresOn: isoFromTyped(input.expiresOn) }
        : null,
    }),
    done: () => ({ title: form.getValues('isExempt') ? 'Sales tax taken off' : 'Sales tax is charged' }),
    onClose,
  });
  return (
    <FormDialog
      title="No Sales Tax"
      description="For a customer with an exemption certificate. Settings, Pricing lists those who always have one."
      {...record}
      submitLabel="Save"
    >
      <div className="grid gap-4">
        <FormCheckbox form={form} name="isExempt" label="This customer pays no sales tax" />
        {isExempt ? <CertificateFields form={form} today={today} /> : null}
      </div>
    </FormDialog>
  );
}
