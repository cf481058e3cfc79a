import * as z from 'zod/mini';
import { type NewGiftCard, useSellGiftCard } from '@/api/gift-cards';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { AmountField } from '@/components/Amount';
import { DayField } from '@/components/DayField';
import { useServerForm } from '@/components/useServerForm';
import { dayIn } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { currencySign } from '@/lib/typed-amount';
import { decimal } from '@/lib/typed-checks';
import { FormDialog } from '@/ui/FormDialog';
import { faultOf, SelectField, TextField, useCheckedForm } from '@/ui/FormField';

const schema = z.object({
  amount: decimal(
    'Enter an amount, for example 50',
    [0.01, 'Enter more than zero'],
    [1_000_000, 'Enter at most 1,000,000'],
  ),
  to: z.string().check(z.trim(), z.maxLength(200)),
  kind: z.enum(['cash', 'bank_transfer', 'other']),
  expiresOn: z.string(),
});

/** Dialog that records the sale of a gift card. */
export function SellGiftCard({
  onSold,
  onClose,
}: {
  onSold: (card: NewGiftCard) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const { timeZone, currency } = useSignedInUser();
  const form = useCheckedForm(schema, { amount: 50, to: '', kind: 'cash' as const, expiresOn: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useSellGiftCard(),
    sent: ({ expiresOn, to, ...sale }) => ({
      ...sale,
      to: to || null,
      expiresOn: expiresOn.trim() === '' ? null : isoFromTyped(format, expiresOn),
    }),
    onSaved: onSold,
  });
  const expiresOn = form.watch('expiresOn');
  return (
    <FormDialog
      title="Sell a Gift Card"
      description="We’ll create a code that you give to the customer."
      onSubmit={(event) => {
        if (expiresOn.trim() !== '' && isoFromTyped(format, expiresOn) === null) {
          form.setError('expiresOn', { message: FAULTS.dateForm(format) });
          return undefined;
        }
        return submit(event);
      }}
      submitLabel="Create Gift Card"
      pendingLabel="Creating..."
      error={failure}
      pending={pending}
      unsaved={form.formState.isDirty}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          form={form}
          name="amount"
          label="Amount"
          before={currencySign(currency ?? 'USD')}
          required
        />
        <SelectField form={form} name="kind" label="Payment Method">
          <option value="cash">Cash</option>
          <option value="bank_transfer">Bank transfer</option>
          <option value="other">Other</option>
        </SelectField>
        <TextField
          form={form}
          name="to"
          label="Recipient (Optional)"
          hint="Shown in your list of gift cards."
          maxLength={200}
          autoComplete="off"
        />
        <DayField
          label="Valid Through (Optional)"
          name="expiresOn"
          error={faultOf(form, 'expiresOn')}
          hint="Leave empty to use your default."
          value={expiresOn}
          today={dayIn(timeZone ?? 'UTC', new Date())}
          onChange={(typed) => {
            form.clearErrors('expiresOn');
            form.setValue('expiresOn', typed, { shouldDirty: true });
          }}
        />
      </div>
    </FormDialog>
  );
}
