import { useDeferredValue, useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { type ListedCharges, usePriceExample } from '@/api/price-charges';
import { useSavePriceList } from '@/api/price-list';
import { useSignedInUser } from '@/api/user';
import { dayInWords } from '@/booking-form/dates';
import { Amount, AmountField } from '@/components/Amount';
import { PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { useRecordForm } from '@/components/useServerForm';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxInText, taxName } from '@/lib/tax-name';
import { currencySign } from '@/lib/typed-amount';
import { Button } from '@/ui/Button';
import { FormDialog } from '@/ui/FormDialog';
import { FormError } from '@/ui/FormError';
import { asNumber, faultOf, useCheckedForm } from '@/ui/FormField';
import { Switch } from '@/ui/SwitchField';
import { type ChargeRow, type ChargesForm, changeOf, chargesSchema, formOf, rowsOf } from './charges-form';

const SECTIONS = [
  ['option', 'If the Customer Chooses It'],
  ['venue', 'Depending on the Venue'],
  ['booking', 'On Every Booking'],
] as const;

/** Charges set elsewhere, with the name of the tax in the business's country. */
const othersIn = (tax: string) => ({
  deliveryZones: 'delivery zones, which override the delivery fee',
  salesTaxByPlace: `${tax} by place, which overrides the rate`,
  damageWaiver: 'the damage waiver',
});

interface ChargesDialogProps {
  charges: ListedCharges;
  onSaved: () => void;
  onClose: () => void;
}

/**
 * Dialog with everything that a customer is charged, each with its amount and a switch, and a worked example.
 * Mounted while open.
 */
export function ChargesDialog({ charges, onSaved, onClose }: ChargesDialogProps) {
  const user = useSignedInUser();
  const { currency } = user;
  const sign = currencySign(currency ?? 'USD');
  const rows = rowsOf(charges, taxName(user));
  const elsewhere = othersIn(taxInText(user));
  const form = useCheckedForm(chargesSchema(rows), formOf(charges));
  const record = useRecordForm({
    form,
    save: useSavePriceList(),
    sent: (input: ChargesForm) => changeOf(input, charges),
    done: () => {
      onSaved();
      return { title: 'Prices saved', description: 'Customers are charged this and nothing else.' };
    },
    onClose,
  });
  const { prices, others } = charges;
  const per = prices.charge === 'day' ? 'a day' : 'an event';
  const lettersOnly = () => {
    rows.forEach((_, index) => {
      form.setValue(`rows.${index}.isOn`, false, { shouldDirty: true });
    });
  };
  return (
    <FormDialog
      title="What a Customer Is Charged"
      description="Everything your customers pay. Turn off what you don't charge; nothing else is added."
      {...record}
      submitLabel="Save Prices"
      className="sm:max-w-2xl"
    >
      <div className="grid gap-6">
        <section className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold text-sm">Letters</h3>
            <Button kind="quiet" size="sm" onClick={lettersOnly}>
              Charge Only for Letters
            </Button>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            {prices.sizes.map(({ code, label }, index) => (
              <AmountField
                key={code}
                form={form}
                name={`sizes.${index}.price`}
                label={`${label} Letter`}
                before={sign}
                after={per}
              />
            ))}
          </div>
          <FormError message={faultOf(form, 'sizes')} />
        </section>
        {SECTIONS.map(([when, title]) => (
          <section key={when} className="grid gap-2">
            <h3 className="font-semibold text-sm">{title}</h3>
            {rows.map((row, index) =>
              row.when === when ? (
                <ChargeField key={row.id} form={form} row={row} index={index} sign={sign} />
              ) : null,
            )}
          </section>
        ))}
        {others.length === 0 ? null : (
          <p className="text-soft text-sm">
            Set in Settings: {others.map((name) => elsewhere[name]).join('; ')}.
          </p>
        )}
        <Example form={form} charges={charges} currency={currency ?? 'USD'} />
      </div>
    </FormDialog>
  );
}

interface ChargeFieldProps {
  form: UseFormReturn<ChargesForm>;
  row: ChargeRow;
  index: number;
  sign: string;
}

function ChargeField({ form, row, index, sign }: ChargeFieldProps) {
  const id = useId();
  const { label, hint, isPercent } = row;
  const fault = faultOf(form, `rows.${index}.amount`);
  const isOn = useWatch({ control: form.control, name: `rows.${index}.isOn` });
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2.5">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="cursor-pointer font-medium text-sm">
            {label}
          </label>
          <p className="text-faint text-sm">{isOn ? hint : 'Off'}</p>
        </div>
        {isOn ? (
          <Amount
            className="w-32 shrink-0"
            {...(isPercent ? { after: '%' } : { before: sign })}
            aria-label={`${label}: ${isPercent ? 'percentage' : 'amount'}`}
            aria-invalid={fault !== undefined}
            {...form.register(`rows.${index}.amount`, asNumber)}
          />
        ) : null}
        <Controller
          control={form.control}
          name={`rows.${index}.isOn`}
          render={({ field }) => (
            <Switch id={id} checked={field.value} onCheckedChange={(checked) => field.onChange(checked)} />
          )}
        />
      </div>
      <FormError message={fault} />
    </div>
  );
}

/** One word for a day, priced by the server with the amounts in the form. */
function Example({
  form,
  charges,
  currency,
}: {
  form: UseFormReturn<ChargesForm>;
  charges: ListedCharges;
  currency: string;
}) {
  const format = useFormat();
  // The form mutates its rows in place, so clone them to detect changes.
  const typed = useDeferredValue(
    useWatch({ control: form.control, compute: (whole: ChargesForm) => structuredClone(whole) }),
  );
  const isValid = chargesSchema(rowsOf(charges)).safeParse(typed).success;
  const { data: example, error } = usePriceExample(isValid ? changeOf(typed, charges) : null);
  if (example === undefined) {
    return error === null ? null : <p className="text-soft text-sm">The example could not be loaded.</p>;
  }
  const { message, size, day, addOns, difficulty, breakdown } = example;
  const lit = addOns.length === 0 ? '' : ` with ${addOns.join(' and ')}`;
  return (
    <section className="rounded-md border border-line bg-sunken px-4 py-3" aria-live="polite">
      <h3 className="font-semibold text-sm">Example</h3>
      <p className="text-soft text-sm">
        {message} in {size}
        {lit} on {dayInWords(format, day, 'short')}, one day, at a {difficulty.toLowerCase()} venue that isn't
        verified.
      </p>
      <dl className="mt-2 text-sm">
        <PriceLines price={breakdown} currency={currency} />
        <PriceLine label="Total" strong>
          {formatMoney(breakdown.total, currency)}
        </PriceLine>
        {breakdown.deposit === 0 ? null : (
          <PriceLine label="Deposit" detail="Part of the total, paid upfront">
            {formatMoney(breakdown.deposit, currency)}
          </PriceLine>
        )}
      </dl>
      {isValid ? null : <p className="text-faint text-xs">Complete the amounts to update the example.</p>}
    </section>
  );
}
