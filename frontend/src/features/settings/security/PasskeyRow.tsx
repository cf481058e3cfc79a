import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { refusalOf } from '@/api/form-errors';
import { type Passkey, useRemovePasskey, useRenamePasskey } from '@/api/second-factor';
import { ConfirmChange } from '@/components/ConfirmChange';
import { ago } from '@/lib/ago';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { ActionMenu } from '@/ui/ActionMenu';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { MenuItem } from '@/ui/Menu';
import { toast } from '@/ui/toast-store';

/** A passkey in the list, with its actions. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const format = useFormat();
  const { id, name, createdAt, usedAt } = passkey;
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const close = () => setDoing(null);
  return (
    <li className="flex items-start gap-3 border-line border-t py-3 first:border-t-0">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-sm">{name}</p>
        <p className="text-faint text-sm">
          Added {formatDay(format, createdAt)} ·{' '}
          {usedAt === null ? 'never used' : `last used ${ago(usedAt, new Date())}`}
        </p>
      </div>
      <ActionMenu label={`Actions for the passkey ${name}`}>
        {(afterClose) => (
          <>
            <MenuItem onSelect={afterClose(() => setDoing('rename'))}>Rename</MenuItem>
            <MenuItem onSelect={afterClose(() => setDoing('remove'))}>Remove</MenuItem>
          </>
        )}
      </ActionMenu>
      {doing === 'rename' ? <Rename passkey={passkey} onClose={close} /> : null}
      <ConfirmChange
        open={doing === 'remove'}
        change={useRemovePasskey()}
        input={id}
        title={`Remove the passkey “${name}”?`}
        description="You'll no longer be able to sign in with it. It stays on your device until you remove it there too."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        onDone={() => toast({ title: 'Passkey removed', description: name })}
        onClose={close}
      />
    </li>
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const format = useFormat();
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  const submit = () => {
    rename.mutate({ id: passkey.id, name }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Rename passkey"
      onSubmit={submit}
      submitLabel="Save"
      pendingLabel="Saving..."
      error={refusalOf(format, rename.error)}
      pending={rename.isPending}
      unsaved={name !== passkey.name}
    >
      <Field label="Name" required>
        <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
