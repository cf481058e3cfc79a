import { ExternalLink, Link2, RefreshCw } from 'lucide-react';
import { type CustomerSide as Side, useCustomerSide, useMakeLink } from '@/api/customer-side';
import { useMails } from '@/api/messages';
import { crewFacts } from '@/components/booking/crew-facts';
import { ChangeButton } from '@/components/ChangeButton';
import { AskFirst } from '@/components/ConfirmChange';
import { LinkField } from '@/components/LinkField';
import { LoadState } from '@/components/LoadState';
import { formatMoment } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Fact } from '@/ui/facts';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/** The customer's side of a booking: the page that they see, what the crew should know, and changes dealt with. */
export function CustomerSide({ bookingId }: { bookingId: number }) {
  const { data, error, refetch } = useCustomerSide(bookingId);
  if (data === undefined) {
    return (
      <Section title="Customer's Page">
        <LoadState of={{ error, refetch }} failed="The customer's answers could not be loaded">
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
  const facts = crewFacts(notes);
  if (facts.length === 0) return <p className="text-faint">The customer removed the notes that were here.</p>;
  return (
    <>
      <dl>
        {facts.map(([label, text]) => (
          <Fact key={label} label={label}>
            <span className="whitespace-pre-wrap">{text}</span>
          </Fact>
        ))}
      </dl>
      <p className="mt-1 text-faint text-xs">From the customer, {formatMoment(notes.updatedAt)}</p>
    </>
  );
}

/** Changes that were asked for and have been dealt with. */
function Answered({ side: { changeRequests } }: { side: Side }) {
  const done = changeRequests.filter(({ doneAt }) => doneAt !== null);
  return done.length === 0 ? null : (
    <Section title="Changes Asked For">
      <ul className="grid gap-3">
        {done.map(({ id, text, doneAt, doneBy, outcome, answer }) => (
          <li key={id}>
            <p className="whitespace-pre-wrap break-words">{text}</p>
            <p className="text-faint">
              {outcome === 'declined' ? 'Declined' : 'Done'}
              {doneBy === null ? '' : ` by ${doneBy}`}
              {doneAt === null ? '' : `, ${formatMoment(doneAt)}`}
            </p>
            {answer === null ? null : <p className="whitespace-pre-wrap break-words text-soft">“{answer}”</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The terms as the customer has read and accepted them at the form. */
function Accepted({ terms: { version, text, acceptedAt } }: { terms: NonNullable<Side['acceptedTerms']> }) {
  return (
    <Section title="Accepted Terms">
      <p>
        Accepted {formatMoment(acceptedAt)} <span className="text-faint">(version {version})</span>
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer font-medium text-link">Read them</summary>
        <p className="mt-2 whitespace-pre-line break-words text-soft">{text}</p>
      </details>
    </Section>
  );
}

/** The link to the page. People who do not see money have none, because the page shows the price. */
function PageLink({ bookingId, link }: { bookingId: number; link: string | null }) {
  const make = useMakeLink(bookingId);
  // People who may not see the emails may not see the link either.
  const emails = useMails({ bookingId });
  if (emails.data === undefined) return null;
  if (link === null) {
    return (
      <Section title="Customer's Page" className="grid justify-items-start gap-2">
        <p className="text-soft">
          Your customer sees the status of the booking there, leaves notes for your crew, and can ask for a
          change or cancel.
        </p>
        <ChangeButton
          kind="secondary"
          size="sm"
          change={make}
          input={{ renew: false }}
          failed="The link could not be made"
        >
          <Link2 aria-hidden="true" />
          Make Link
        </ChangeButton>
      </Section>
    );
  }
  return (
    <Section title="Customer's Page" className="grid gap-2">
      <LinkField link={link} />
      <div className="flex flex-wrap gap-2">
        <Button asChild kind="quiet" size="sm">
          <a href={link} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            See It as Your Customer
          </a>
        </Button>
        <AskFirst
          button={(ask) => (
            <Button kind="quiet" size="sm" onClick={ask}>
              <RefreshCw aria-hidden="true" />
              New Link
            </Button>
          )}
          change={make}
          input={{ renew: true }}
          title="Make a new link?"
          description="The current link stops working at once, also in emails that were already sent. Your customer gets the new one with the next email, or from you."
          confirmLabel="Make New Link"
          pendingLabel="Making..."
          onDone={() => toast({ title: 'New link made', description: 'The one before leads nowhere now.' })}
        />
      </div>
    </Section>
  );
}
