import { zodResolver } from '@hookform/resolvers/zod';
import { Download } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type ContractTemplate,
  useContractTemplate,
  usePreviewContract,
  useSaveContractTemplate,
} from '@/api/contract-template';
import { sentenceOf } from '@/api/errors';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { changed } from '@/lib/keys';
import { currencySign } from '@/lib/typed-amount';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { SelectField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { toast } from '@/ui/toast-store';
import { ContractSections } from './ContractSections';
import { type ContractForm, contractSchema, formOf, reminderChoices, templateOf } from './contract-form';

/** The contract template: whether a signature is needed, who signs, and the text (K1). */
export function ContractTab({ user }: { user: User }) {
  return (
    <Loaded read={useContractTemplate()} what="Your contract">
      {(template) => <ContractCards template={template} currency={user.currency ?? 'USD'} />}
    </Loaded>
  );
}

const changeOf = (input: ContractForm, saved: ContractTemplate) =>
  changed(templateOf(input), templateOf(formOf(saved)));

function ContractCards({ template, currency }: { template: ContractTemplate; currency: string }) {
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: template,
    formOf,
    resolver: zodResolver(contractSchema),
    changeOf,
    save: useSaveContractTemplate(),
    done: {
      title: 'Contract saved',
      description: 'New contracts use it. Contracts that were sent keep their text.',
    },
    rows: ['sections'],
  });
  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
      <SignatureCard form={form} sign={currencySign(currency)} days={choicesWith(template.reminderDays)} />
      <Card id="contract-sections">
        <CardHeader
          title="Contract Text"
          description="Every contract starts with the sign, days, place, price and payment policy. These sections follow. The first version comes from your terms."
        />
        <CardBody>
          <ContractSections form={form} />
          <Preview form={form} saved={template} />
        </CardBody>
      </Card>
      <FailureAlert failure={failure} />
      <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
    </form>
  );
}

/** Downloads the contract as customers will see it, with an example booking and the unsaved changes. */
function Preview({ form, saved }: { form: UseFormReturn<ContractForm>; saved: ContractTemplate }) {
  const preview = usePreviewContract();
  const show = form.handleSubmit((input) =>
    preview.mutate(changeOf(input, saved), {
      onError: (error) =>
        toast({ title: 'Couldn’t create the preview', description: sentenceOf(error), destructive: true }),
    }),
  );
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <Button kind="secondary" disabled={preview.isPending} onClick={() => void show()}>
        <Download aria-hidden="true" />
        {preview.isPending ? 'Preparing...' : 'Preview PDF'}
      </Button>
      <span className="text-soft text-sm">Uses an example booking. Unsaved changes are included.</span>
    </div>
  );
}

/** The choices of days in ascending order, including the saved one. */
const choicesWith = (saved: number | null) =>
  [...new Set(saved === null ? reminderChoices : [...reminderChoices, saved])].sort((a, b) => a - b);

interface SignatureCardProps {
  form: UseFormReturn<ContractForm>;
  sign: string;
  days: readonly number[];
}

function SignatureCard({ form, sign, days }: SignatureCardProps) {
  const signature = useWatch({ control: form.control, name: 'signature' });
  return (
    <Card id="signature">
      <CardHeader
        title="Signature"
        description="Send the contract from the details of a booking or quote. Customers sign it on their phone or computer."
      />
      <CardBody className="grid gap-5">
        <FormChoice
          form={form}
          name="signature"
          legend="Signature Needed"
          options={{
            never: ['Never', 'You can still send a contract for any booking.'],
            above: ['Above an amount', 'Bookings and quotes with a higher total need a signature.'],
            always: ['Always', 'Every booking and quote needs a signature.'],
          }}
        />
        {signature === 'above' ? (
          <AmountField form={form} name="above" label="Amount" before={sign} className="sm:max-w-56" />
        ) : null}
        {signature === 'never' ? null : (
          <FormSwitch
            form={form}
            name="waitBeforeConfirming"
            label="Confirm online requests only after the contract is signed"
            hint="Requests stay pending until then, even if they are paid."
          />
        )}
        <SelectField
          form={form}
          name="reminderDays"
          label="Reminders"
          hint="Sent in the morning to the next signer, at most three times."
          fieldClassName="sm:max-w-56"
        >
          <option value="">Never</option>
          {days.map((number) => (
            <option key={number} value={number}>
              {number === 1 ? 'Every day' : `Every ${number} days`}
            </option>
          ))}
        </SelectField>
        <FormChoice
          form={form}
          name="countersign"
          legend="Your Own Signature"
          options={{
            automatic: [
              'Automatic',
              'The contract is signed in your company’s name as soon as everyone else has signed.',
            ],
            by_hand: ['By hand', 'You select Countersign in the booking’s details after everyone else.'],
          }}
        />
      </CardBody>
    </Card>
  );
}
