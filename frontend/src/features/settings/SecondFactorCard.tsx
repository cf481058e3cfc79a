import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import {
  useBeginTotp,
  useConfirmTotp,
  useReauthenticate,
  useRemoveTotp,
  useSecondFactor,
} from '@/api/second-factor';
import { formatMoment } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { Loaded } from './Loaded';
import { QrPicture } from './QrCode';

/** The authenticator app that is asked for beside the password. */
export function SecondFactorCard() {
  const factor = useSecondFactor();
  const begin = useBeginTotp();
  const remove = useRemoveTotp();
  const [asking, setAsking] = useState<(() => void) | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  /** Does something that may ask for the password first. */
  const act = (action: { mutate: (input: undefined, then: Callbacks) => void }, onSuccess = () => {}) => {
    const again = () =>
      action.mutate(undefined, {
        onSuccess,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'reauthenticate') setAsking(() => again);
          else
            toast({ title: 'That did not work', description: failureOf(error).sentence, destructive: true });
        },
      });
    again();
  };
  return (
    <Loaded read={factor} what="Your second factor">
      {(data) => (
        <Card className="max-w-2xl">
          <CardHeader
            title="Authenticator App"
            description="A code from an app on your phone, beside your password, keeps out who has learned your password."
          />
          <CardBody className="grid justify-items-start gap-4">
            {data.totp ? (
              <>
                <p>
                  On since {data.since === null ? 'now' : formatMoment(data.since)}. {data.recoveryCodesLeft}{' '}
                  recovery codes left.
                </p>
                <Button
                  kind="secondary"
                  disabled={remove.isPending}
                  onClick={() => act(remove, () => toast({ title: 'The authenticator app was removed' }))}
                >
                  Remove the App
                </Button>
              </>
            ) : (
              <Button kind="secondary" disabled={begin.isPending} onClick={() => act(begin)}>
                Set Up an App
              </Button>
            )}
          </CardBody>
          {begin.data === undefined ? null : (
            <SetUpDialog
              {...begin.data}
              onDone={(made) => {
                begin.reset();
                setCodes(made);
              }}
              onClose={() => begin.reset()}
            />
          )}
          {asking === null ? null : (
            <PasswordAgain
              onDone={() => {
                setAsking(null);
                asking();
              }}
              onClose={() => setAsking(null)}
            />
          )}
          {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
        </Card>
      )}
    </Loaded>
  );
}

interface Callbacks {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

interface SetUpProps {
  secret: string;
  uri: string;
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}

function SetUpDialog({ secret, uri, onDone, onClose }: SetUpProps) {
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => setFailure(failureOf(error)),
    });
  };
  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Set up an authenticator app"
      description="Scan the picture with the app, or type the key. Then enter the code that the app shows."
      onSubmit={submit}
      submitLabel="Turn On"
      pendingLabel="Checking..."
      error={failure}
      pending={confirm.isPending}
      unsaved={false}
    >
      <div className="grid justify-items-center gap-4">
        <QrPicture text={uri} label="QR code for your authenticator app" />
        <p className="break-all text-center font-mono text-sm">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
      <Field label="Code" required className="mt-4">
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Keep these recovery codes"
      description="Each signs you in once if you lose your phone. They are not shown again."
    >
      <DialogBody>
        <ul className="grid grid-cols-2 gap-2 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap gap-2">
          <Button
            kind="secondary"
            onClick={() =>
              void navigator.clipboard.writeText(codes.join('\n')).then(() => toast({ title: 'Copied' }))
            }
          >
            Copy
          </Button>
          <Button onClick={onClose}>I Have Kept Them</Button>
        </div>
      </DialogBody>
    </Dialog>
  );
}

function PasswordAgain({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const again = useReauthenticate();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    again.mutate(password, { onSuccess: onDone, onError: (error) => setFailure(failureOf(error)) });
  };
  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Enter your password again"
      description="This changes how you sign in."
      onSubmit={submit}
      submitLabel="Go On"
      pendingLabel="Checking..."
      error={failure}
      pending={again.isPending}
      unsaved={false}
    >
      <Field label="Password" required>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
