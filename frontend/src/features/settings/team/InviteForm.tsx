import { Send, UserPlus } from 'lucide-react';
import { useInvite } from '@/api/team';
import { useServerForm } from '@/components/useServerForm';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';
import { type InviteForm as Form, inviteSchema } from '../schemas';

/** Invites a person by email, or with a link to share if no mail server is configured. */
export function InviteForm({ mailServer }: { mailServer: boolean }) {
  const form = useCheckedForm(inviteSchema, { email: '', part: 'staff' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useInvite(),
    sent: (input: Form) => input,
    onSaved: ({ email }) => {
      form.reset();
      toast(
        mailServer
          ? { title: 'Sending invitation', description: email }
          : { title: 'Invitation ready', description: `Copy the link and send it to ${email}.` },
      );
    },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
      <TextField form={form} name="email" label="Email" required type="email" autoComplete="off" />
      <SelectField form={form} name="part" label="Role" required>
        <option value="staff">Staff</option>
        <option value="manager">Manager</option>
        <option value="accountant">Accountant</option>
      </SelectField>
      <Button type="submit" pending={pending} className="sm:mt-6.5 sm:self-start">
        {mailServer ? <Send aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
        {mailServer ? (pending ? 'Sending...' : 'Send Invitation') : pending ? 'Inviting...' : 'Invite'}
      </Button>
      <FailureAlert failure={failure} className="sm:col-span-3" />
    </form>
  );
}
