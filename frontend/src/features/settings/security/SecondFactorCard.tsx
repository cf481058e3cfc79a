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
import { ConfirmButton } from '@/components/ConfirmChange';
import { Loaded } from '@/components/Loaded';
import { tellFailed } from '@/components/tell-failed';
import { formatMoment } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
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

const tellFailure = tellFailed('Your change was not saved');

/** Two-factor authentication: passkeys, an authenticator app, and recovery codes in case they are lost. */
export function SecondFactorCard() {
  return (
    <Loaded read={useSecondFactor()} what="Your two-factor settings">
      {(data) => <Factors data={data} />}
    </Loaded>
  );
}

function Factors({ data }: { data: SecondFactor }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reread = useRereadUser();
  const isOn = data.totp || data.passkeys.length > 0;
  // Codes are shown only once, so the user reloads after saving them.
  const showCodes = (codes: readonly string[]) => (codes.length > 0 ? setCodes(codes) : reread());
  return (
    <Card id="two-factor-authentication" className="max-w-2xl">
      <CardHeader
        title="Two-Factor Authentication"
        description="Adds a second step after your password, so a stolen password is not enough to sign in."
        aside={
          isOn ? <Badge tone="green">On</Badge> : <Badge tone={data.needed ? 'yellow' : 'neutral'}>Off</Badge>
        }
      />
      <CardBody className="grid gap-0 pt-1">
        <Passkeys data={data} onCodes={showCodes} />
        <App data={data} onCodes={showCodes} />
        {isOn ? <Codes left={data.recoveryCodesLeft} onCodes={showCodes} /> : null}
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
          Use your fingerprint, face or PIN on this device, or a security key. Passkeys only work on this
          site, so phishing sites can't steal them.
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
  const format = useFormat();
  const begin = useBeginTotp();
  return (
    <section className={part} aria-label="Authenticator app">
      <div>
        <h3 className="font-medium">Authenticator app</h3>
        <p className="mt-0.5 text-soft text-sm">
          {data.totp
            ? `Turned on ${data.since === null ? 'just now' : formatMoment(format, data.since)}.`
            : 'An app on your phone shows a new code every 30 seconds.'}
        </p>
      </div>
      {begin.data === undefined ? null : (
        <SetUpDialog
          {...begin.data}
          onDone={(codes) => {
            begin.reset();
            toast({ title: 'Authenticator app set up' });
            onCodes(codes);
          }}
          onClose={() => begin.reset()}
        />
      )}
      <ConfirmButton
        button={(ask) =>
          data.totp ? (
            <Button kind="secondary" className="justify-self-start" onClick={ask}>
              Remove App
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
            ? 'Your passkeys and recovery codes keep working.'
            : "You'll sign in with your password alone. Your recovery codes stop working."
        }
        confirmLabel="Remove"
        pendingLabel="Removing..."
        onDone={() => toast({ title: 'Authenticator app removed' })}
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
          {counted(left, 'code')} left. Use a code to sign in if you lose your phone. Each code works once.
        </p>
      </div>
      <ConfirmButton
        button={(ask) => (
          <Button kind="secondary" className="justify-self-start" onClick={ask}>
            Get New Codes
          </Button>
        )}
        change={useRenewRecoveryCodes()}
        input={undefined}
        title="Get new recovery codes?"
        description="Your current codes will stop working."
        destructive={false}
        confirmLabel="Get New Codes"
        pendingLabel="Getting new codes..."
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
  const format = useFormat();
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = () => {
    setFailure(null);
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => setFailure(failureOf(format, error)),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan the QR code with your app, or enter the key. Then enter the code from the app."
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
      title="Save your recovery codes"
      description="Use a code to sign in if you lose your phone. Each code works once, and we won't show them again."
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
          <Button onClick={onClose}>I've Saved Them</Button>
        </div>
      </DialogBody>
    </Dialog>
  );
}
