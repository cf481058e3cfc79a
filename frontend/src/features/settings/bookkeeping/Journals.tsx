import { useState } from 'react';
import {
  type Bookkeeping,
  type BooksPush,
  systemNames,
  useBooksPushes,
  usePushBooks,
  useRetryPush,
} from '@/api/bookkeeping';
import { sentenceOf } from '@/api/errors';
import { useSignedInUser } from '@/api/user';
import { addDays, dayInWords } from '@/booking-form/dates';
import { addMonths, monthOf } from '@/booking-form/months';
import { LoadState } from '@/components/LoadState';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { ShowMore } from '@/ui/ShowMore';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const STATES: Readonly<Record<BooksPush['state'], { tone: BadgeTone; word: string }>> = {
  waiting: { tone: 'yellow', word: 'Waiting' },
  sent: { tone: 'orange', word: 'No response yet' },
  pushed: { tone: 'green', word: 'Pushed' },
  failed: { tone: 'red', word: 'Not pushed' },
};
const KINDS: Readonly<Record<BooksPush['kind'], string>> = {
  journal: 'Journal',
  invoice: 'Invoice',
  credit: 'Credit note',
  payment: 'Payment',
  deposit: 'Payment in advance',
  refund: 'Refund',
  fee: 'Fee',
  transfer: 'Payout',
};
const MONTHS = 13;

/** Pushes the days of a month, and lists the journals and documents. */
export function Journals({ books }: { books: Bookkeeping }) {
  const list = useBooksPushes();
  const currency = useSignedInUser().currency ?? 'USD';
  const pushes = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Card id="journals" className="overflow-hidden">
      <CardHeader
        title={books.mode === 'daily' ? 'Journals' : 'Pushed Documents'}
        description={
          books.mode === 'daily'
            ? 'Each day is pushed once. Entries added later become a correction.'
            : 'Each document is pushed once. Changes made later become further documents.'
        }
      />
      {books.connected ? <PushForm noun={books.mode === 'daily' ? 'journal' : 'document'} /> : null}
      {pushes === undefined ? (
        <CardBody>
          <LoadState of={list} failed="The list could not be loaded">
            <Placeholder what="the list" bars={['h-24']} />
          </LoadState>
        </CardBody>
      ) : pushes.length === 0 ? (
        <CardBody>
          <p className="text-soft text-sm">Nothing pushed yet.</p>
        </CardBody>
      ) : (
        <>
          <ul className="divide-y divide-line border-line border-t">
            {pushes.map((push) => (
              <OnePush key={push.id} push={push} currency={currency} />
            ))}
          </ul>
          {list.hasNextPage ? (
            <div className="grid border-line border-t p-4">
              <ShowMore list={list} />
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}

/** Chooses a month. Today is left out of the current one, because its journal would soon need a correction. */
function PushForm({ noun }: { noun: string }) {
  const format = useFormat();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const yesterday = addDays(today, -1);
  const [month, setMonth] = useState(monthOf(yesterday));
  const push = usePushBooks();
  const months = Array.from({ length: MONTHS }, (_, back) => monthOf(addMonths(yesterday, -back)));
  const last = addDays(addMonths(`${month}-01`, 1), -1);
  const send = () =>
    push.mutate(
      { from: `${month}-01`, to: last < yesterday ? last : yesterday },
      {
        onSuccess: ({ items }) =>
          toast({
            title: items.length === 0 ? 'Nothing new to push' : `${counted(items.length, noun)} on the way`,
          }),
      },
    );
  return (
    <CardBody className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Month" className="w-full sm:w-52">
          <Select value={month} onChange={({ target }) => setMonth(target.value)}>
            <Options of={months.map((one) => [one, dayInWords(format, `${one}-01`, 'month')])} />
          </Select>
        </Field>
        <Button pending={push.isPending} onClick={send}>
          Push Month
        </Button>
      </div>
      {push.error === null ? null : <Alert title={sentenceOf(push.error)} />}
    </CardBody>
  );
}

function OnePush({ push, currency }: { push: BooksPush; currency: string }) {
  const format = useFormat();
  const retry = useRetryPush();
  const { tone, word } = STATES[push.state];
  const canRetry = push.state === 'failed' || (push.state === 'sent' && push.reason !== null);
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {formatDay(format, push.day)}
          {KINDS[push.kind]}
          {push.correction === 0 ? null : <Badge>Correction {push.correction}</Badge>}
          <Badge tone={tone}>{word}</Badge>
          {push.changedAtPartner ? <Badge tone="orange">Changed in {systemNames[push.system]}</Badge> : null}
        </p>
        <p className="tabular text-sm">{formatMoney(push.total, currency)}</p>
      </div>
      <p className="text-soft text-sm">
        {[push.text, push.customer, `${systemNames[push.system]} ${push.reference}`]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
      {push.changedAtPartner ? (
        <p className="text-soft text-sm">
          Changed or deleted there after it was pushed. It stays as it is there; compare it with your books
          here.
        </p>
      ) : null}
      {push.reason === null ? null : <p className="text-sm [overflow-wrap:anywhere]">{push.reason}</p>}
      {retry.error === null ? null : <Alert title={sentenceOf(retry.error)} />}
      {canRetry ? (
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          pending={retry.isPending}
          onClick={() => retry.mutate(push.id)}
        >
          Try Again
        </Button>
      ) : null}
    </li>
  );
}
