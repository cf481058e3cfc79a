import { type UseFormReturn, useWatch } from 'react-hook-form';
import { AmountField } from '@/components/Amount';
import { FormChoice, type FormChoiceProps } from '@/components/Choice';
import type { PolicyForm } from './payment-policy-form';

export interface PolicyPartProps {
  form: UseFormReturn<PolicyForm>;
}

type Cost = 'deposit' | 'hold' | 'late' | 'moving' | 'waiver';

interface ShareOrSumProps<Name extends Cost> extends PolicyPartProps {
  name: Name;
  legend: string;
  options: FormChoiceProps<PolicyForm, Name, PolicyForm>['options'];
  /** Prefix of the labels: "Deposit" for "Deposit Percentage" and "Deposit Amount". */
  called: string;
  sign: string;
}

/** Fields for choosing a percentage, a fixed amount or neither, and entering its value. */
export function ShareOrSum<Name extends Cost>({
  form,
  name,
  legend,
  options,
  called,
  sign,
}: ShareOrSumProps<Name>) {
  const chosen: string = useWatch({ control: form.control, name });
  return (
    <>
      <FormChoice form={form} name={name} legend={legend} options={options} />
      {chosen === 'percent' ? (
        <AmountField
          form={form}
          name={`${name}Percent`}
          label={`${called} Percentage`}
          after="%"
          className="sm:max-w-56"
          max={100}
        />
      ) : null}
      {chosen === 'amount' ? (
        <AmountField
          form={form}
          name={`${name}Amount`}
          label={`${called} Amount`}
          before={sign}
          className="sm:max-w-56"
        />
      ) : null}
    </>
  );
}
