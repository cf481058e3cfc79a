import { useEffect } from 'react';
import { type AdminUser, useMakeResetLink } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { copyLink } from '@/components/copy';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';

/** Dialog that creates a password link for a user. The link is shown once. */
export function ResetLinkDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const format = useFormat();
  const resetLink = useMakeResetLink();
  const { mutate, reset } = resetLink;
  useEffect(() => reset, [reset]);
  const link = resetLink.data?.link;
  return (
    <Dialog onClose={onClose} title="Password Link" description={`For ${user.email}`}>
      <DialogBody className="grid gap-4 text-sm">
        {resetLink.data === undefined ? (
          <p>
            Create a link that lets {user.email} choose a new password. It works once and expires in one hour.
            Earlier links stop working, and the audit log records that you created one.
          </p>
        ) : (
          <>
            <p role="status">
              Send this link to {user.email} privately. It works once and expires{' '}
              {formatMoment(format, resetLink.data.expiresAt)}.
            </p>
            <Field label="Password Link">
              <FixedInput value={resetLink.data.link} />
            </Field>
          </>
        )}
        {resetLink.error === null ? null : (
          <Alert title="Couldn’t create the link">{sentenceOf(resetLink.error)}</Alert>
        )}
      </DialogBody>
      <DialogFooter>
        <Button kind="secondary" onClick={onClose}>
          {link === undefined ? 'Cancel' : 'Done'}
        </Button>
        {link === undefined ? (
          <Button pending={resetLink.isPending} pendingLabel="Creating..." onClick={() => mutate(user.id)}>
            Create Link
          </Button>
        ) : (
          <Button onClick={() => copyLink(link)}>Copy Link</Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
