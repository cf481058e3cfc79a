import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import {
  type SecondFactor,
  useAddPasskey,
  useBeginTotp,
  useConfirmTotp,
  useRemoveTotp,
  useRenewRecoveryCodes,
  useSecondFactor,
} from '@/api/second-factor';
import { useRereadUser } from '@/api/user';
import { AskFirst } from '@/components/ConfirmChange';
import { Loaded } from '@/components/Loaded';
import { tellFailed } from '@/components/tell-failed';
import { formatMoment } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { QrPicture } from '../embedding/QrCode';
import { PasskeyRow } from './PasskeyRow';

const tellFailure = tellFailed('That did not work');

/** What is asked for beside the password: passkeys, an authenticator app, and recovery codes for lost ones. */
export function SecondFactorCard() {
  return (
    <Loaded read={useSecondFactor()} what="Your second factor">
      {(data) => <Factors data={data} />}
    </Loaded>
  );
}

function Factors({ data }: { data: SecondFactor }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reread = useRereadUser();
  const isOn = data.totp || data.passkeys.length > 0;
  // Codes are shown once, so what depends on the new factor waits until they have been kept.
  const keep = (made: readonly string[]) => (made.length > 0 ? setCodes(made) : reread());
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Second Factor"
        description="Asked for beside your password: a stolen password is not enough."
        aside={
          isOn ? <Badge tone="green">On</Badge> : <Badge tone={data.needed ? 'yellow' : 'neutral'}>Off</Badge>
        }
      />
      <CardBody className="grid gap-0 pt-1">
        <Passkeys data={data} onCodes={keep} />
        <App data={data} onCodes={keep} />
        {isOn ? <Codes left={data.recoveryCodesLeft} onCodes={keep} /> : null}
      </CardBody>
      {codes === null ? null : (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            reread();
          }}
        />
      )}
    </Card>
  );
}

interface PartProps {
  data: SecondFactor;
  onCodes: (codes: readonly string[]) => void;
}

const part = 'grid gap-3 border-line border-t py-5 first:border-t-0 last:pb-0';

function Passkeys({ data, onCodes }: PartProps) {
  const add = useAddPasskey();
  return (
    <section className={part} aria-label="Passkeys">
      <div>
        <h3 className="flex items-center gap-2 font-medium">
          Passkeys <Badge tone="indigo">Recommended</Badge>
        </h3>
        <p className="mt-0.5 text-soft text-sm">
          Your fingerprint, face or PIN on this device, or a security key. They work on this site only, so
          nobody can trick you into giving them away.
        </p>
      </div>
      {data.passkeys.length === 0 ? null : (
        <ul>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Button
        kind="secondary"
        className="justify-self-start"
        pending={add.isPending}
        onClick={() =>
          add.mutate(undefined, {
            onSuccess: ({ name, recoveryCodes }) => {
              toast({ title: 'Passkey added', description: name });
              onCodes(recoveryCodes);
            },
            onError: tellFailure,
          })
        }
      >
        <KeyRound aria-hidden="true" />
        {add.isPending ? 'Waiting for your device...' : 'Add a Passkey'}
      </Button>
    </section>
  );
}

function App({ data, onCodes }: PartProps) {
  const begin = useBeginTotp();
  return (
    <section className={part} aria-label="Authenticator app">
      <div>
        <h3 className="font-medium">Authenticator app</h3>
        <p className="mt-0.5 text-soft text-sm">
          {data.totp
            ? `On since ${data.since === null ? 'now' : formatMoment(data.since)}.`
            : 'A code that an app on your phone shows, new every 30 seconds.'}
        </p>
      </div>
      {begin.data === undefined ? null : (
        <SetUpDialog
          {...begin.data}
          onDone={(made) => {
            begin.reset();
            toast({ title: 'Authenticator app set up' });
            onCodes(made);
          }}
          onClose={() => begin.reset()}
        />
      )}
      <AskFirst
        button={(ask) =>
          data.totp ? (
            <Button kind="secondary" className="justify-self-start" onClick={ask}>
              Remove the App
            </Button>
          ) : (
            <Button
              kind="secondary"
              className="justify-self-start"
              disabled={begin.isPending}
              onClick={() => begin.mutate(undefined, { onError: tellFailure })}
            >
              Set Up an App
            </Button>
          )
        }
        change={useRemoveTotp()}
        input={undefined}
        title="Remove the authenticator app?"
        description={
          data.passkeys.length > 0
            ? 'Your passkeys and recovery codes stay as they are.'
            : 'Your password alone signs you in then, and your recovery codes end.'
        }
        confirmLabel="Remove"
        pendingLabel="Removing..."
        onDone={() => toast({ title: 'The authenticator app was removed' })}
      />
    </section>
  );
}

function Codes({ left, onCodes }: { left: number; onCodes: PartProps['onCodes'] }) {
  return (
    <section className={part} aria-label="Recovery codes">
      <div>
        <h3 className="font-medium">Recovery codes</h3>
        <p className="mt-0.5 text-soft text-sm">
          {counted(left, 'code')} left. Each signs you in once if you lose your phone.
        </p>
      </div>
      <AskFirst
        button={(ask) => (
          <Button kind="secondary" className="justify-self-start" onClick={ask}>
            Get New Codes
          </Button>
        )}
        change={useRenewRecoveryCodes()}
        input={undefined}
        title="Get new recovery codes?"
        description="The codes that you have stop working."
        destructive={false}
        confirmLabel="Get New Codes"
        pendingLabel="Making them..."
        onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      />
    </section>
  );
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
  const submit = () => {
    setFailure(null);
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => setFailure(failureOf(error)),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
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
        <p className="text-balance text-center font-mono text-sm">{secret.match(/.{1,4}/g)?.join(' ')}</p>
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
      onClose={onClose}
      title="Keep these recovery codes"
      description="Each signs you in once if you lose your phone. They are not shown again."
    >
      <DialogBody>
        <ul className="space-y-1 font-mono text-sm">
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
