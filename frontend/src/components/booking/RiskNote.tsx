import { lazy, Suspense, useId, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { type Resolved, useResolve, useUndoResolution } from '@/api/goods';
import { useCan } from '@/api/rights';
import type { Draft, Risk } from '@/api/types';
import { newEmailHref } from '@/lib/draft-links';
import { useFormat } from '@/lib/format';
import { callHref, textHref } from '@/lib/reach';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';
import { shortInWords } from './goods';

type Option = Risk['options'][number];

/** Loaded when an order is opened. */
const BorrowOrder = lazy(async () => ({ default: (await import('./BorrowOrder')).BorrowOrder }));

/** Loaded when borrowed pieces are recorded. */
const BorrowForm = lazy(async () => ({ default: (await import('./BorrowForm')).BorrowForm }));

/** True if the option changes bookings; the others are done by people. */
const canApply = ({ kind }: Option) => kind === 'finish' || kind === 'size' || kind === 'swap';

/** What a booking is short of, with what can be done. */
export function RiskNote({ bookingId, risk }: { bookingId: number; risk: Risk }) {
  const format = useFormat();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-2 rounded-lg bg-danger-wash px-4 py-3 text-sm print:border print:border-line"
    >
      <h3 id={id} className="font-semibold text-danger">
        Short of {shortInWords(format, risk)}
      </h3>
      <RiskOptions bookingId={bookingId} options={risk.options} />
    </section>
  );
}

/**
 * Options for a booking at risk. Those that change bookings are applied and undone here. Letters in another finish
 * are exchanged at once, because the option already shows the resulting sign; larger changes are previewed first.
 */
export function RiskOptions({ bookingId, options }: { bookingId: number; options: readonly Option[] }) {
  const handles = useCan('handleBookings');
  const [order, setOrder] = useState<Draft | null>(null);
  const [borrowing, setBorrowing] = useState<Option['borrow']>(null);
  const [previewed, setPreviewed] = useState<{ option: Option; result: Resolved } | null>(null);
  const resolve = useResolve(bookingId);
  const undo = useUndoResolution(bookingId);
  const preview = (option: Option) =>
    resolve.mutate(
      { option: option.id, dryRun: true },
      { onSuccess: (result) => setPreviewed({ option, result }) },
    );
  // The note disappears once nothing is missing, and callbacks of `mutate` are not called after that.
  const takeBack = async () => {
    try {
      await undo.mutateAsync();
      toast({ title: 'Undone' });
    } catch (error) {
      toast({ title: "Couldn't undo", description: sentenceOf(error), destructive: true });
    }
  };
  const apply = async ({ id: option }: Option) => {
    const applied = await resolve.mutateAsync({ option, dryRun: false }).catch(() => null);
    if (applied === null) return;
    toast({
      title: applied.risk === null ? 'Nothing is missing anymore' : 'Booking changed',
      description: `#${applied.booking.number} was changed. The customer wasn't notified.`,
      action: { label: 'Undo', onPress: () => void takeBack() },
    });
  };
  return (
    <>
      <ul className="screen-only grid gap-2">
        {options.map((option) => (
          <li key={option.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 flex-1 basis-52">
              {option.text}
              {option.result === null ? null : (
                <span className="block text-soft">
                  {option.result}. The price stays the same, and the customer isn't notified.
                </span>
              )}
            </span>
            {previewed?.option.id === option.id ? (
              <Preview
                result={previewed.result}
                busy={resolve.isPending}
                onApply={() => void apply(option)}
                onCancel={() => setPreviewed(null)}
              />
            ) : handles && canApply(option) ? (
              <Button
                kind="secondary"
                size="sm"
                disabled={resolve.isPending}
                aria-label={option.result === null ? `Preview: ${option.text}` : option.text}
                onClick={() => (option.result === null ? preview(option) : void apply(option))}
              >
                {option.kind === 'swap' ? 'Swap' : 'Use'}
              </Button>
            ) : option.draft === null ? null : option.kind === 'borrow' ? (
              <span className="flex gap-2">
                <Button
                  kind="secondary"
                  size="sm"
                  aria-label={`Order: ${option.text}`}
                  onClick={() => setOrder(option.draft)}
                >
                  Order
                </Button>
                {handles ? (
                  <Button
                    kind="secondary"
                    size="sm"
                    aria-label={`Record: ${option.text}`}
                    onClick={() => setBorrowing(option.borrow)}
                  >
                    Record
                  </Button>
                ) : null}
              </span>
            ) : (
              <Contact draft={option.draft} />
            )}
          </li>
        ))}
      </ul>
      {order === null ? null : (
        <Suspense fallback={null}>
          <BorrowOrder draft={order} onClose={() => setOrder(null)} />
        </Suspense>
      )}
      {borrowing === null ? null : (
        <Suspense fallback={null}>
          <BorrowForm bookingId={bookingId} proposal={borrowing} onClose={() => setBorrowing(null)} />
        </Suspense>
      )}
      {resolve.error === null ? null : (
        <p role="alert" className="text-danger">
          {sentenceOf(resolve.error)}
        </p>
      )}
    </>
  );
}

/** Buttons to call, text and email the customer, with the message filled in. */
function Contact({ draft: { subject, text, phone, email } }: { draft: Draft }) {
  const [call, message] = phone === null ? [null, null] : [callHref(phone), textHref(phone, text)];
  const links = [
    ['Call', call],
    ['Text', message],
    ['Email', email === null ? null : newEmailHref(email, subject, text)],
  ] as const;
  return (
    <span className="flex gap-2">
      {links.map(([label, href]) =>
        href === null ? null : (
          <Button key={label} asChild kind="secondary" size="sm">
            <a href={href}>{label}</a>
          </Button>
        ),
      )}
    </span>
  );
}

/** The bookings as they would be, before the change is applied. */
function Preview({
  result: { booking, other, risk },
  busy,
  onApply,
  onCancel,
}: {
  result: Resolved;
  busy: boolean;
  onApply: () => void;
  onCancel: () => void;
}) {
  const format = useFormat();
  return (
    <div className="grid basis-full gap-2 rounded-md border border-line bg-surface px-3 py-2">
      {[booking, ...(other ? [other] : [])].map(({ id, number, rented }) => (
        <p key={id} className="wrap-anywhere">
          <b className="font-semibold">#{number}</b>{' '}
          {rented.map(({ text, detail }) => [text, detail].filter(Boolean).join(', ')).join('; ')}
        </p>
      ))}
      <p className="text-soft">
        {risk === null ? 'Nothing is missing then.' : `Still short of ${shortInWords(format, risk)}.`} The
        price stays the same, and the customer isn't notified.
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={busy} onClick={onApply} ref={(button) => button?.focus()}>
          Apply
        </Button>
        <Button kind="quiet" size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
