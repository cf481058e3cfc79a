import * as z from 'zod/mini';
import type { BookingRules, useSaveBookingRules } from '@/api/booking-rules';
import { useSignedInUser } from '@/api/user';
import { AmountField } from '@/components/Amount';
import { useServerForm } from '@/components/useServerForm';
import { amountOf, currencySign } from '@/lib/typed-amount';
import { decimal } from '@/lib/typed-checks';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, TextField, useCheckedForm } from '@/ui/FormField';

const AMOUNTS = 'Enter amounts separated by spaces, for example 50 100 150';
const amount = decimal(
  'Enter an amount, for example 50',
  [0.01, 'Enter more than zero'],
  [1_000_000, 'Enter at most 1,000,000'],
);
/** Parse a typed list of amounts; null for a part that is not an amount. */
const typedAmounts = (typed: string) =>
  typed
    .split(/[\s;]+/)
    .filter((part) => part !== '')
    .map(amountOf);

const schema = z.object({
  isOpen: z.boolean(),
  amounts: z.string().check(z.refine((typed) => !typedAmounts(typed).includes(null), AMOUNTS)),
  ownAmount: z.boolean(),
  least: amount,
  most: amount,
});

export type Shop = NonNullable<BookingRules['giftCardShop']>;

interface Props {
  shop: Shop;
  save: ReturnType<typeof useSaveBookingRules>;
  onClose: () => void;
}

/** Dialog with the settings of the page where customers buy gift cards. */
export function OnlineSaleDialog({ shop, save, onClose }: Props) {
  const sign = currencySign(useSignedInUser().currency ?? 'USD');
  const form = useCheckedForm(schema, { ...shop, isOpen: true, amounts: shop.amounts.join(' ') });
  const { submit, failure, pending } = useServerForm({
    form,
    save,
    sent: ({ amounts, ...rest }) => ({
      giftCardShop: { ...rest, amounts: typedAmounts(amounts).filter((one) => one !== null) },
    }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title="Sell Gift Cards Online"
      description="Payments go straight to your Stripe account. Check the gift card laws in your area."
      onSubmit={submit}
      submitLabel="Save"
      pendingLabel="Saving..."
      error={failure}
      pending={pending}
      unsaved={form.formState.isDirty}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <FormCheckbox form={form} name="isOpen" label="Customers can buy gift cards online" />
        <TextField
          form={form}
          name="amounts"
          label="Amounts"
          hint={AMOUNTS}
          maxLength={120}
          autoComplete="off"
        />
        <FormCheckbox form={form} name="ownAmount" label="Customers can enter another amount" />
        {form.watch('ownAmount') ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <AmountField form={form} name="least" label="From" before={sign} required />
            <AmountField form={form} name="most" label="To" before={sign} required />
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}
