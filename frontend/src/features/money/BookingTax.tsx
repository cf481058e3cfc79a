import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useEditBooking } from '@/api/bookings';
import { failureOf } from '@/api/form-errors';
import type { PricedDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { CertificateFields } from '@/components/booking/CertificateFields';
import { optionalDay } from '@/components/FormDay';
import { useRecordForm } from '@/components/useServerForm';
import { dayIn, formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { taxFirst, taxName } from '@/lib/tax-name';
import { visible } from '@/lib/typed-checks';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, TextField, useCheckedForm } from '@/ui/FormField';

/** The source of a booking's sales tax, with actions while the price can still change. */
export function BookingTax({ booking }: { booking: PricedDetails }) {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const tax = taxFirst(useSignedInUser());
  const { taxToConfirm } = booking.breakdown;
  const changes = booking.status === 'pending' || booking.status === 'confirmed';
  const { taxExempt, vatId, reverseCharge } = booking;
  if (!(booking.breakdown.tax || taxToConfirm || taxExempt || vatId || reverseCharge)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-3.5 py-2.5">
      <p className="min-w-0 break-words">
        <b className="font-semibold">{taxToConfirm ? `${tax} not determined` : tax}</b>
        <span className="block text-soft">{explanation(format, booking)}</span>
      </p>
      {changes ? (
        <div className="flex flex-wrap gap-2">
          {taxToConfirm ? <SettleTax bookingId={booking.id} /> : null}
          <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {taxExempt || reverseCharge ? 'Exemption' : 'Exempt'}
          </Button>
        </div>
      ) : null}
      {open ? <ExemptionDialog booking={booking} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function explanation(format: Format, booking: PricedDetails): string {
  const { breakdown, taxExempt, taxPlace, taxPercent, vatId, reverseCharge } = booking;
  if (reverseCharge) return `Reverse charge. VAT ID ${vatId ?? ''}`;
  const where = `${taxPercent ?? 0}%${taxPlace ? `, ${taxPlace}` : ''}${breakdown.taxIncluded ? ', included' : ''}`;
  if (taxExempt) {
    const until = taxExempt.expiresOn ? `, valid until ${formatDay(format, taxExempt.expiresOn)}` : '';
    const certificate = `Certificate ${taxExempt.certificate}${until}`;
    return breakdown.taxExempt ? certificate : `${where}. ${certificate} expires before the delivery.`;
  }
  if (breakdown.taxToConfirm) {
    return "Enter this booking's address, or add the tax rate for its location in Settings > Pricing.";
  }
  return where;
}

/** Recomputes the tax from the current rates by place. */
function SettleTax({ bookingId }: { bookingId: number }) {
  const format = useFormat();
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
        Calculate Tax
      </Button>
      {still ? (
        <p role="status" className="text-soft">
          None of your places includes this address yet.
        </p>
      ) : null}
      {edit.error === null ? null : <FailureAlert failure={failureOf(format, edit.error)} />}
    </>
  );
}

const exemptionSchema = (format: Format) =>
  z
    .object({
      isExempt: z.boolean(),
      vatId: z.string().check(visible(), z.maxLength(30, 'Use at most 30 characters')),
      reverseCharge: z.boolean(),
      certificate: z.string().check(visible(), z.maxLength(60, 'Use at most 60 characters')),
      expiresOn: optionalDay(format),
    })
    .check(
      z.refine(
        ({ isExempt, reverseCharge, certificate }) => !isExempt || reverseCharge || certificate.trim() !== '',
        {
          error: 'Enter the certificate number',
          path: ['certificate'],
        },
      ),
    );

type ExemptionForm = z.infer<ReturnType<typeof exemptionSchema>>;

function ExemptionDialog({ booking, onClose }: { booking: PricedDetails; onClose: () => void }) {
  const format = useFormat();
  const user = useSignedInUser();
  const today = dayIn(user.timeZone ?? 'America/New_York', new Date());
  const form = useCheckedForm(exemptionSchema(format), {
    isExempt: booking.taxExempt !== null || (!booking.reverseCharge && !booking.vatId),
    vatId: booking.vatId ?? '',
    reverseCharge: booking.reverseCharge ?? false,
    certificate: booking.taxExempt?.certificate ?? '',
    expiresOn: booking.taxExempt?.expiresOn ? typedFromIso(format, booking.taxExempt.expiresOn) : '',
  });
  const isExempt = useWatch({ control: form.control, name: 'isExempt' });
  const reverseCharge = useWatch({ control: form.control, name: 'reverseCharge' });
  const record = useRecordForm({
    form,
    save: useEditBooking(booking.id),
    sent: (input: ExemptionForm) => ({
      taxExempt:
        input.isExempt && !input.reverseCharge
          ? { certificate: input.certificate.trim(), expiresOn: isoFromTyped(format, input.expiresOn) }
          : null,
      ...(input.vatId.trim() === (booking.vatId ?? '') ? {} : { vatId: input.vatId.trim() }),
      ...(input.reverseCharge === (booking.reverseCharge ?? false)
        ? {}
        : { reverseCharge: input.reverseCharge }),
    }),
    done: () => ({
      title:
        form.getValues('isExempt') || form.getValues('reverseCharge')
          ? `${taxFirst(user)} removed`
          : `${taxFirst(user)} applied`,
    }),
    onClose,
  });
  return (
    <FormDialog
      title={`${taxName(user)} Exemption`}
      description="For a customer with an exemption certificate. To exempt a customer from all bookings, use Settings > Pricing."
      {...record}
      submitLabel="Save"
    >
      <div className="grid gap-4">
        <TextField form={form} name="vatId" label="Customer's VAT ID (Optional)" autoComplete="off" />
        <FormCheckbox
          form={form}
          name="reverseCharge"
          label="Reverse charge: the customer accounts for the tax"
        />
        {reverseCharge ? null : (
          <FormCheckbox form={form} name="isExempt" label="This customer is tax-exempt" />
        )}
        {isExempt && !reverseCharge ? <CertificateFields form={form} today={today} /> : null}
      </div>
    </FormDialog>
  );
}
