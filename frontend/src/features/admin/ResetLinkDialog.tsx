import { useEffect } from 'react';
import { type AdminUser, useMakeResetLink } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { copyLink } from '@/components/copy';
import { formatMoment } from '@/lib/dates';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';

/** Makes a password link for a user and shows it once, to be handed over. */
export function ResetLinkDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const made = useMakeResetLink();
  const { mutate, reset } = made;
  useEffect(() => reset, [reset]);
  const link = made.data?.link;
  return (
    <Dialog onClose={onClose} title="Password Link" description={`For ${user.email}`}>
      <DialogBody className="grid gap-4 text-sm">
        {made.data === undefined ? (
          <p>
            Make a link with which {user.email} can choose a new password. It works once, within one hour. Any
            earlier link ends, and the audit notes that you made one.
          </p>
        ) : (
          <>
            <p role="status">
              Give this link to {user.email} in a way that only they can read. It works once, until{' '}
              {formatMoment(made.data.expiresAt)}.
            </p>
            <Field label="Password Link">
              <FixedInput value={made.data.link} />
            </Field>
          </>
        )}
        {made.error === null ? null : (
          <Alert title="The link could not be made">{sentenceOf(made.error)}</Alert>
        )}
      </DialogBody>
      <DialogFooter>
        <Button kind="secondary" onClick={onClose}>
          {link === undefined ? 'Cancel' : 'Done'}
        </Button>
        {link === undefined ? (
          <Button pending={made.isPending} pendingLabel="Making..." onClick={() => mutate(user.id)}>
            Make Link
          </Button>
        ) : (
          <Button onClick={() => copyLink(link)}>Copy Link</Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
