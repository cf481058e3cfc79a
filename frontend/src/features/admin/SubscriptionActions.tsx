import { useState } from 'react';
import { type SubscriptionDetails, useChangeSubscription } from '@/api/admin';
import { ApiError } from '@/api/errors';
import { failureOf, refusalOf } from '@/api/form-errors';
import { addDays, isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { newKey } from '@/booking-form/idempotency';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/components/DayField';
import { dayIn, dayOf, formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { useOneAtATime } from '@/lib/one-at-a-time';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { FormDialog } from '@/ui/FormDialog';
import { toast } from '@/ui/toast-store';

type Action = SubscriptionDetails['actions'][number];
type Asked = Exclude<Action, 'extendTrial'>;

/** Label of each action, used on its button and in its confirmation dialog. */
const names: Readonly<Record<Action, string>> = {
  extendTrial: 'Extend Trial',
  resume: 'Resume',
  cancelAtPeriodEnd: 'Cancel at Period End',
  cancelNow: 'Cancel Now',
  endHere: 'End on This Site',
};
const pendings: Readonly<Record<Asked, string>> = {
  resume: 'Resuming...',
  cancelAtPeriodEnd: 'Canceling...',
  cancelNow: 'Canceling...',
  endHere: 'Ending...',
};

/** Buttons for the actions available on a subscription. Each asks for confirmation. */
export function SubscriptionActions({ details }: { details: SubscriptionDetails }) {
  const [asking, setAsking] = useState<Action | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      {details.actions.map((action) => (
        <Button
          key={action}
          kind={action === 'cancelNow' || action === 'endHere' ? 'danger' : 'secondary'}
          className="max-sm:w-full"
          onClick={() => setAsking(action)}
        >
          {names[action]}
        </Button>
      ))}
      {asking === null ? null : asking === 'extendTrial' ? (
        <ExtendTrial details={details} onClose={close} />
      ) : (
        <Question details={details} action={asking} onClose={close} />
      )}
    </>
  );
}

const titles: Readonly<Record<Asked, string>> = {
  resume: 'Resume this subscription?',
  cancelAtPeriodEnd: 'Cancel this subscription?',
  cancelNow: 'Cancel this subscription?',
  endHere: 'End this subscription on this site?',
};

/** Describe an action's effect on the business, for the confirmation dialog. */
function meaning(format: Format, action: Asked, details: SubscriptionDetails): string {
  const { email, planName, price, currentPeriodEnd, status, payments } = details;
  const end = currentPeriodEnd === null ? 'the end of the period' : formatDay(format, currentPeriodEnd);
  if (action === 'resume') {
    return price === 0
      ? `${email}’s “${planName}” plan continues after ${end}.`
      : `${email}’s “${planName}” plan continues, and ${formatCents(price)} is charged on ${end}.`;
  }
  if (action === 'endHere') {
    return `${email}’s “${planName}” plan ends on this site only, and they can subscribe again. If the subscription is in another Stripe account, cancel it there first or it may keep charging.`;
  }
  if (action === 'cancelAtPeriodEnd') {
    return `${email} keeps the “${planName}” plan until ${end} and is not charged again. You can resume it until then.`;
  }
  const open =
    status === 'past_due' || status === 'incomplete' ? ' The open payment will no longer be collected.' : '';
  const refund = payments.some(({ status }) => status === 'succeeded')
    ? ' Past payments are not refunded.'
    : '';
  return `${email}’s “${planName}” plan ends now. This cannot be undone, but they can subscribe again.${open}${refund}`;
}

const done: Readonly<Record<Asked, string>> = {
  resume: 'Subscription resumed',
  cancelAtPeriodEnd: 'Subscription will cancel at period end',
  cancelNow: 'Subscription canceled',
  endHere: 'Subscription ended on this site',
};

function Question({
  details,
  action,
  onClose,
}: {
  details: SubscriptionDetails;
  action: Asked;
  onClose: () => void;
}) {
  const format = useFormat();
  const change = useChangeSubscription(details.id);
  const oneAtATime = useOneAtATime();
  const [key] = useState(() => newKey());
  return (
    <ConfirmDialog
      onClose={onClose}
      title={titles[action]}
      description={meaning(format, action, details)}
      destructive={action !== 'resume'}
      cancelLabel={action === 'resume' ? 'Cancel' : 'Keep Subscription'}
      confirmLabel={names[action]}
      pendingLabel={pendings[action]}
      onConfirm={() =>
        oneAtATime((free) =>
          change.mutate(
            { action, key },
            {
              onSettled: free,
              onSuccess: () => {
                toast({ title: 'Success', description: `${done[action]}: ${details.email}` });
                onClose();
              },
            },
          ),
        )
      }
      error={refusalOf(format, change.error)}
      pending={change.isPending}
    />
  );
}

/** Default number of days to extend a trial by. */
const USUAL_DAYS = 14;

function ExtendTrial({ details, onClose }: { details: SubscriptionDetails; onClose: () => void }) {
  const format = useFormat();
  const { email, price, trialEnd, latestTrialEnd, card } = details;
  const today = dayIn('UTC', new Date());
  const end = trialEnd === null ? today : dayOf(trialEnd);
  const first = addDays(end > today ? end : today, 1);
  const proposed = typedFromIso(format, addDays(end > today ? end : today, USUAL_DAYS));
  const change = useChangeSubscription(details.id);
  const [typed, setTyped] = useState(proposed);
  const [key, setKey] = useState(() => newKey());
  const [left, setLeft] = useState(false);
  const day = isoFromTyped(format, typed);
  const isTooLate = day !== null && latestTrialEnd !== null && day > latestTrialEnd;
  const fault =
    day === null
      ? FAULTS.dateForm(format)
      : day < first
        ? `Choose a day after ${formatDay(format, addDays(first, -1))}`
        : isTooLate
          ? `Choose a day on or before ${formatDay(format, latestTrialEnd)}`
          : undefined;
  const refused = change.error instanceof ApiError ? change.error.fields.trialEnd : undefined;
  const submit = () => {
    setLeft(true);
    if (day === null || fault !== undefined) return;
    change.mutate(
      { action: 'extendTrial', trialEnd: day, key },
      {
        onSuccess: () => {
          toast({ title: 'Success', description: `Trial of ${email} extended to ${formatDay(format, day)}` });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Extend Trial"
      description={email}
      onSubmit={submit}
      submitLabel={
        day === null || fault !== undefined ? 'Extend Trial' : `Extend to ${formatDay(format, day)}`
      }
      pendingLabel="Extending..."
      error={change.error === null || refused !== undefined ? null : failureOf(format, change.error)}
      pending={change.isPending}
      unsaved={typed !== proposed}
    >
      <div className="grid gap-4">
        <DayField
          label="New Trial End"
          name="trialEnd"
          value={typed}
          today={today}
          first={first}
          onChange={(next) => {
            setTyped(next);
            setKey(newKey());
            setLeft(false);
            change.reset();
          }}
          onLeave={() => setLeft(true)}
          error={(left ? fault : undefined) ?? refused}
          hint={`Currently ends ${formatDay(format, end)}. Dates are in UTC.`}
          required
        />
        <p className="text-pretty text-soft text-sm">
          {card === null
            ? `Nothing is charged before that day. No card is on file yet; ${formatCents(price)} will be due then.`
            : `Nothing is charged before that day. ${formatCents(price)} will then be charged to the card on file.`}
        </p>
      </div>
    </FormDialog>
  );
}
