import { ExternalLink, Link2, RefreshCw } from 'lucide-react';
import { type CustomerSide as Side, useCustomerSide, useMakeLink } from '@/api/customer-side';
import { useMails } from '@/api/messages';
import { crewFacts } from '@/components/booking/crew-facts';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LinkField } from '@/components/LinkField';
import { LoadState } from '@/components/LoadState';
import { MutationButton } from '@/components/MutationButton';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Fact } from '@/ui/facts';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/**
 * The customer's part of a booking: link to their page, crew notes, accepted terms and closed change
 * requests.
 */
export function CustomerSide({ bookingId }: { bookingId: number }) {
  const { data, error, refetch } = useCustomerSide(bookingId);
  if (data === undefined) {
    return (
      <Section title="Customer Page">
        <LoadState of={{ error, refetch }} failed="We couldn't load the customer's notes and requests">
          <Skeleton className="h-16" />
        </LoadState>
      </Section>
    );
  }
  return (
    <>
      {data.crewNotes === null ? null : (
        <Section title="For the Crew">
          <Crew notes={data.crewNotes} />
        </Section>
      )}
      <Answered side={data} />
      {data.acceptedTerms === null ? null : <Accepted terms={data.acceptedTerms} />}
      <PageLink bookingId={bookingId} link={data.link} />
    </>
  );
}

function Crew({ notes }: { notes: NonNullable<Side['crewNotes']> }) {
  const format = useFormat();
  const facts = crewFacts(notes);
  if (facts.length === 0) return <p className="text-faint">The customer removed their notes.</p>;
  return (
    <>
      <dl>
        {facts.map(([label, text]) => (
          <Fact key={label} label={label}>
            <span className="whitespace-pre-wrap">{text}</span>
          </Fact>
        ))}
      </dl>
      <p className="mt-1 text-faint text-xs">From the customer, {formatMoment(format, notes.updatedAt)}</p>
    </>
  );
}

/** Closed change requests. */
function Answered({ side: { changeRequests } }: { side: Side }) {
  const format = useFormat();
  const done = changeRequests.filter(({ doneAt }) => doneAt !== null);
  return done.length === 0 ? null : (
    <Section title="Past Change Requests">
      <ul className="grid gap-3">
        {done.map(({ id, text, doneAt, doneBy, outcome, answer }) => (
          <li key={id}>
            <p className="whitespace-pre-wrap break-words">{text}</p>
            <p className="text-faint">
              {outcome === 'declined' ? 'Declined' : 'Done'}
              {doneBy === null ? '' : ` by ${doneBy}`}
              {doneAt === null ? '' : `, ${formatMoment(format, doneAt)}`}
            </p>
            {answer === null ? null : <p className="whitespace-pre-wrap break-words text-soft">“{answer}”</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The terms in the version that the customer accepted on the form. */
function Accepted({ terms: { version, text, acceptedAt } }: { terms: NonNullable<Side['acceptedTerms']> }) {
  const format = useFormat();
  return (
    <Section title="Accepted Terms">
      <p>
        Accepted {formatMoment(format, acceptedAt)} <span className="text-faint">(version {version})</span>
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer font-medium text-link">Read terms</summary>
        <p className="mt-2 whitespace-pre-line break-words text-soft">{text}</p>
      </details>
    </Section>
  );
}

/**
 * The link to the customer page. Absent for users who may not see money, because the page shows the price.
 */
function PageLink({ bookingId, link }: { bookingId: number; link: string | null }) {
  const make = useMakeLink(bookingId);
  // Users who may not see the emails may not see the link either.
  const emails = useMails({ bookingId });
  if (emails.data === undefined) return null;
  if (link === null) {
    return (
      <Section title="Customer Page" className="grid justify-items-start gap-2">
        <p className="text-soft">
          On this page your customer can see the booking's status, leave notes for your crew, request a
          change, or cancel.
        </p>
        <MutationButton
          kind="secondary"
          size="sm"
          change={make}
          input={{ renew: false }}
          failed="The link couldn't be created"
        >
          <Link2 aria-hidden="true" />
          Create Link
        </MutationButton>
      </Section>
    );
  }
  return (
    <Section title="Customer Page" className="grid gap-2">
      <LinkField link={link} />
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="quiet" size="sm">
          <a href={link} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            View as Customer
          </a>
        </Button>
        <ConfirmButton
          button={(ask) => (
            <Button kind="quiet" size="sm" onClick={ask}>
              <RefreshCw aria-hidden="true" />
              New Link
            </Button>
          )}
          change={make}
          input={{ renew: true }}
          title="Create a new link?"
          description="The current link stops working right away, even in emails already sent. Your customer gets the new link in the next email, or you can send it yourself."
          confirmLabel="Create New Link"
          pendingLabel="Creating..."
          onDone={() => toast({ title: 'New link created', description: 'The old link no longer works.' })}
        />
      </div>
    </Section>
  );
}
