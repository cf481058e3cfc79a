import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { CopyLink } from './CopyLink';

export interface ChecklistProps {
  hasLetters: boolean;
  hasVenues: boolean;
  hasBookings: boolean;
  /** The public form's address; null for an account without a business. */
  formLink: string | null;
}

/** The three steps from a new account to the first request, each with its own way there. */
export function Checklist({ hasLetters, hasVenues, hasBookings, formLink }: ChecklistProps) {
  const done = [hasLetters, hasVenues, hasBookings].filter(Boolean).length;
  return (
    <Card>
      <CardHeader
        title="Light up your desk"
        description="Three steps to your first booking."
        aside={<p className="tabular text-soft text-sm">{done} of 3 done</p>}
      />
      <CardBody className="pb-3">
        <ol className="grid">
          <Step
            done={hasLetters}
            title="Enter your letters"
            text="From the first letter on, every request is checked against your stock."
          >
            <Button asChild size="sm" kind={hasLetters ? 'secondary' : 'primary'}>
              <Link to={paths.inventory}>{hasLetters ? 'See Inventory' : 'Add Letters'}</Link>
            </Button>
          </Step>
          <Step
            done={hasVenues}
            title="Add a venue"
            text="Its surcharge and directions then come with each booking by themselves."
          >
            <Button asChild size="sm" kind={hasVenues || !hasLetters ? 'secondary' : 'primary'}>
              <Link to={hasVenues ? paths.venues : paths.newVenue}>
                {hasVenues ? 'See Venues' : 'Add a Venue'}
              </Link>
            </Button>
          </Step>
          {formLink === null ? null : (
            <Step
              done={hasBookings}
              title="Share your booking form"
              text="Anyone with this link can ask for a sign. You approve what comes in."
            >
              <CopyLink link={formLink} />
            </Step>
          )}
        </ol>
      </CardBody>
    </Card>
  );
}

function Step({
  done,
  title,
  text,
  children,
}: {
  done: boolean;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0">
      <span
        className={
          done
            ? 'grid size-7 shrink-0 place-items-center rounded-full bg-bulb text-night shadow-glow'
            : 'grid size-7 shrink-0 rounded-full border-2 border-edge border-dashed'
        }
      >
        {done ? <Check aria-hidden="true" className="size-4" strokeWidth={3} /> : null}
        <span className="sr-only">{done ? 'Done:' : 'To do:'}</span>
      </span>
      <div className="min-w-48 flex-1">
        <p className="font-medium text-sm">{title}</p>
        <p className="text-soft text-sm">{text}</p>
      </div>
      {children}
    </li>
  );
}
