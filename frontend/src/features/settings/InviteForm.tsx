import { zodResolver } from '@hookform/resolvers/zod';
import { Send, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showServerErrors } from '@/api/form-errors';
import { useInvite } from '@/api/team';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { SelectField, TextField } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';
import { type InviteForm as Form, inviteSchema } from './schemas';

/** Invites somebody by email, or, where no mail server is set, with a link to be handed over. */
export function InviteForm({ mailServer }: { mailServer: boolean }) {
  const invite = useInvite();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Form>({
    resolver: zodResolver(inviteSchema),
    defaultValues: { email: '', part: 'staff' },
  });
  const submit = form.handleSubmit((input) => {
    setFailure(null);
    invite.mutate(input, {
      onSuccess: ({ email }) => {
        form.reset();
        toast(
          mailServer
            ? { title: 'Sending the invitation', description: email }
            : { title: 'Invitation ready', description: `Copy its link and give it to ${email}.` },
        );
      },
      onError: (error) => setFailure(showServerErrors(form, error)),
    });
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <TextField form={form} name="email" label="Email" required type="email" autoComplete="off" />
      <SelectField form={form} name="part" label="Role" required>
        <option value="staff">Staff</option>
        <option value="manager">Manager</option>
      </SelectField>
      <Button
        type="submit"
        disabled={invite.isPending}
        aria-busy={invite.isPending}
        className="sm:mt-6.5 sm:self-start"
      >
        {mailServer ? <Send aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
        {mailServer
          ? invite.isPending
            ? 'Sending...'
            : 'Send Invitation'
          : invite.isPending
            ? 'Inviting...'
            : 'Invite'}
      </Button>
      <FailureAlert failure={failure} className="sm:col-span-3" />
    </form>
  );
}
