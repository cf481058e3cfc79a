/** Sends the contract of a booking or quote to its signers. */
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Contract, useSendContract } from '@/api/contracts';
import { useRecordForm } from '@/components/useServerForm';
import { called, emailOrNone } from '@/lib/typed-checks';
import { Button } from '@/ui/Button';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import type { ContractProps } from './Contract';

const MOST = 10;
const signer = z.object({
  name: called(200),
  email: emailOrNone('Enter a valid email address'),
  role: called(60, 'Enter a role'),
});
const schema = z.object({ signers: z.array(signer) });

interface ContractDialogProps extends Pick<ContractProps, 'of' | 'customer'> {
  contract: Contract;
  onClose: () => void;
}

export function ContractDialog({ of, customer, contract, onClose }: ContractDialogProps) {
  const before = (contract.signers ?? []).map(({ name, email, role }) => ({
    name,
    email: email ?? '',
    role,
  }));
  const form = useCheckedForm(schema, {
    signers: before.length > 0 ? before : [{ ...customer, role: 'customer' }],
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'signers' });
  const record = useRecordForm({
    form,
    save: useSendContract(of),
    sent: ({ signers }) => ({
      signers: signers.map(({ email, ...rest }) => ({ ...rest, email: email === '' ? null : email })),
    }),
    done: () => ({ title: 'Contract sent' }),
    onClose,
  });
  return (
    <FormDialog
      title="Send Contract"
      description="Signers sign in this order. Each gets an email when it’s their turn. For a signer without an email, copy the link."
      {...record}
      pendingLabel="Sending..."
      submitLabel="Send Contract"
    >
      <div className="grid gap-5">
        {fields.map(({ id }, index) => (
          <fieldset key={id} className="grid gap-3">
            <legend className="mb-2 font-medium">Signer {index + 1}</legend>
            <TextField form={form} name={`signers.${index}.name`} label="Name" maxLength={200} />
            <TextField
              form={form}
              name={`signers.${index}.email`}
              label="Email"
              type="email"
              maxLength={254}
            />
            <TextField form={form} name={`signers.${index}.role`} label="Role" maxLength={60} />
            {fields.length > 1 ? (
              <Button kind="secondary" size="sm" onClick={() => remove(index)}>
                Remove Signer
              </Button>
            ) : null}
          </fieldset>
        ))}
        {fields.length < MOST ? (
          <Button kind="secondary" onClick={() => append({ name: '', email: '', role: 'signer' })}>
            Add Signer
          </Button>
        ) : null}
      </div>
    </FormDialog>
  );
}
