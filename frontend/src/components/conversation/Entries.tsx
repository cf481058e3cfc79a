import { CircleAlert, CircleHelp, Clock, FileText, Mail, MessageSquareText, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ConversationEntry } from '@/api/conversations';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { dayIn, dayOf, formatDay, formatMoment, formatTime } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath, quotePath } from '@/lib/paths';
import { counted } from '@/lib/words';

const kinds = {
  text: { label: 'Text', Icon: MessageSquareText },
  email: { label: 'Email', Icon: Mail },
  note: { label: 'Note', Icon: FileText },
  call: { label: 'Call', Icon: Phone },
  question: { label: 'Question', Icon: CircleHelp },
} as const;

/** Texts beyond one of these are shown in part. */
const LONG_TEXT = 700;
const MANY_LINES = 12;

interface EntriesProps {
  /** In order of time. */
  entries: readonly ConversationEntry[];
  /** Button that loads earlier entries. */
  earlier: ReactNode;
}

/** Entries of a conversation, in a box that stays scrolled to the latest one. */
export function Entries({ entries, earlier }: EntriesProps) {
  const format = useFormat();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  if (entries.length === 0) {
    return (
      <p className="px-5 py-6 text-center text-soft text-sm">
        No messages yet. Texts, emails, questions, notes and calls will appear here.
      </p>
    );
  }
  return (
    // In a reversed column, the browser keeps the end in view when entries are added.
    <section
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to be reachable by keyboard.
      tabIndex={0}
      className="flex flex-col-reverse overflow-y-auto -outline-offset-2"
      style={{ maxHeight: 'min(26rem, 60dvh)' }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
        {earlier}
        <ol aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {entries.map((entry, index) => {
            const day = dayOf(entry.at);
            const before = entries[index - 1];
            return (
              <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
                {before !== undefined && dayOf(before.at) === day ? null : (
                  <p className="tabular text-center text-faint text-xs">
                    {day === today ? 'Today' : formatDay(format, entry.at)}
                  </p>
                )}
                <Entry entry={entry} />
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function Entry({ entry }: { entry: ConversationEntry }) {
  const format = useFormat();
  const { kind, direction, at, text, author, pictures } = entry;
  const { label, Icon } = kinds[kind];
  const isOurs = direction === 'out';
  const isInternal = kind === 'note' || kind === 'call';
  return (
    <article
      className={cn(
        'grid max-w-lg gap-1 text-sm',
        isInternal ? 'w-full max-w-full' : isOurs ? 'justify-self-end' : 'justify-self-start',
      )}
    >
      <div
        className={cn(
          'grid min-w-0 gap-1 rounded-lg px-3.5 py-2.5',
          isInternal ? 'border border-amber-line bg-amber-wash' : isOurs ? 'bg-action-wash' : 'bg-sunken',
        )}
      >
        <LongText text={text} />
        {pictures > 0 ? <p className="text-soft">{counted(pictures, 'picture')}, not shown here</p> : null}
        <About entry={entry} />
      </div>
      <p
        className={cn(
          'tabular flex flex-wrap items-center gap-x-1 text-faint text-xs',
          isOurs && !isInternal && 'justify-end',
        )}
      >
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        <span>
          {[label, author ?? (isOurs ? 'Automatic' : isInternal ? null : 'Customer'), formatTime(format, at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <State entry={entry} />
      </p>
    </article>
  );
}

/** Delivery state of a text or an email. */
function State({ entry: { state, heldUntil, reason } }: { entry: ConversationEntry }) {
  const format = useFormat();
  switch (state) {
    case null:
      return null;
    case 'failed':
      return (
        <span className="inline-flex items-center gap-1 font-medium text-danger">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          Not sent{reason === null ? '' : `: ${reason}`}
        </span>
      );
    case 'held':
      return (
        <span className="inline-flex items-center gap-1 font-medium text-amber">
          <Clock aria-hidden="true" className="size-3.5 shrink-0" />
          {heldUntil === null ? 'Held' : `Held until ${formatMoment(format, heldUntil)}`}
        </span>
      );
    case 'waiting':
      return <span>· {reason ?? 'Sending'}</span>;
    case 'sent':
      return <span>· Sent</span>;
    case 'delivered':
      return <span>· Delivered</span>;
  }
}

/** Link to the booking or quote that an entry is about. */
function About({ entry: { bookingId, quoteId } }: { entry: ConversationEntry }) {
  const quotes = useCan('manageDocuments');
  const link = 'justify-self-start rounded-sm text-link text-xs hover:underline';
  if (bookingId !== null) {
    return (
      <Link to={bookingPath(bookingId)} className={link}>
        See Booking
      </Link>
    );
  }
  return quoteId === null || !quotes ? null : (
    <Link to={quotePath(quoteId)} className={link}>
      See Quote
    </Link>
  );
}

function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > LONG_TEXT || text.split('\n', MANY_LINES + 1).length > MANY_LINES;
  return (
    <>
      <p className={cn('wrap-anywhere whitespace-pre-line', isLong && !isOpen && 'max-h-40 overflow-hidden')}>
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="cursor-pointer justify-self-start rounded-sm text-link hover:underline"
        >
          {isOpen ? 'Show Less' : 'Show All'}
        </button>
      ) : null}
    </>
  );
}
