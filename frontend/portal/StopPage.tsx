import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { FormError } from './fields';
import { PlainLinkPage } from './LinkPage';
import { bulbButton } from './looks';

type Stop = components['schemas']['FollowUpStopOut'];

const addressOf = (token: string) => `/api/public/follow-ups/${encodeURIComponent(token)}`;
const read = (token: string) => callPublicly<Stop>(addressOf(token));

/** Stops the emails that a business sends to visitors who left and to past customers. */
export function StopPage({ token }: { token: string }) {
  return (
    <PlainLinkPage
      token={token}
      read={read}
      title="Stop Emails"
      missing="This link is not available"
      failed="We couldn’t load this page"
    >
      {(stop, onChanged) => (
        <Ready token={token} stop={stop} onStopped={() => onChanged({ ...stop, stopped: true })} />
      )}
    </PlainLinkPage>
  );
}

function Ready({ token, stop, onStopped }: { token: string; stop: Stop; onStopped: () => void }) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setSending(true);
    setProblem(null);
    try {
      await callPublicly(`${addressOf(token)}/unsubscribe`, { method: 'POST' });
      onStopped();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <main className="night night-ground grid min-h-dvh flex-1 place-content-center gap-3 px-5 py-12 text-center text-ink">
      <h1 className="font-semibold text-2xl tracking-tight">
        {stop.stopped ? 'Emails stopped' : 'Stop these emails?'}
      </h1>
      <p role="status" className="mx-auto max-w-md text-pretty text-soft">
        {stop.stopped
          ? `${stop.companyName} won’t email you about prices or past events anymore.`
          : `${stop.companyName} won’t email you about prices or past events anymore. You’ll still get emails about your bookings.`}
      </p>
      <FormError message={problem} />
      {stop.stopped ? null : (
        <div className="mt-4">
          <button type="button" className={bulbButton} disabled={sending} onClick={() => void send()}>
            {sending ? 'Stopping…' : 'Stop Emails'}
          </button>
        </div>
      )}
    </main>
  );
}
