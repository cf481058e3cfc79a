import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { AddRow, RemoveRow } from '@/components/RowList';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { faultOf, LongTextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Input } from '@/ui/Input';
import type { PolicyForm } from './payment-policy-form';

const MOST_METHODS = 20;

/** Payments without a card: the methods for recording payments, and the business's payment instructions. */
export function WaysToPayCard({ form }: { form: UseFormReturn<PolicyForm> }) {
  const { control, register, formState } = form;
  const rows = useFieldArray({ control, name: 'methods', keyName: 'key' });
  const { errors } = formState;
  return (
    <Card id="other-payment-methods">
      <CardHeader
        title="Other Payment Methods"
        description="Payment methods you accept besides cards, with instructions for your customers."
      />
      <CardBody className="grid gap-4">
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 font-medium text-sm">Payment Methods</legend>
          <ul className="grid gap-3">
            {rows.fields.map((row, index) => (
              <li key={row.key}>
                <div className="flex items-center gap-2">
                  <Input
                    aria-label={`Method ${index + 1}`}
                    aria-invalid={errors.methods?.[index]?.name !== undefined}
                    aria-describedby={`method-fault-${index}`}
                    className="sm:max-w-72"
                    maxLength={40}
                    autoComplete="off"
                    {...register(`methods.${index}.name`)}
                  />
                  <RemoveRow called={`method ${index + 1}`} onClick={() => rows.remove(index)} />
                </div>
                <p id={`method-fault-${index}`} className="mt-1.5 text-danger text-sm empty:hidden">
                  {errors.methods?.[index]?.name?.message}
                </p>
              </li>
            ))}
          </ul>
          <AddRow
            fault={faultOf(form, 'methods')}
            full={rows.fields.length >= MOST_METHODS}
            label="Add Method"
            onClick={() =>
              rows.append({ kind: 'other', name: '' }, { focusName: `methods.${rows.fields.length}.name` })
            }
          />
        </fieldset>
        <LongTextField
          form={form}
          name="howToPay"
          label="How to Pay (Optional)"
          hint="Your bank details, your payment app username, or who to make checks out to. Customers who can't pay by card see these instructions on their booking page, in emails and on invoices while a balance is due."
          rows={4}
          maxLength={1000}
        />
        <FormSwitch
          form={form}
          name="howToPayBesideCards"
          label="Also show to customers who can pay by card"
          hint="When this is off, only customers who can't pay by card see the instructions."
        />
      </CardBody>
    </Card>
  );
}
