import { Check } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useSaveBookingRules } from '@/api/booking-rules';
import { type Dashboard, useDashboard } from '@/api/dashboard';
import { useSaveWorkLocation, useWorkLocation } from '@/api/location';
import { useListedCharges } from '@/api/price-charges';
import { settingsInWords, startingFrom } from '@/components/location-form';
import { MutationButton } from '@/components/MutationButton';
import { tellFailed } from '@/components/tell-failed';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { CopyLink } from './ShareCard';

/** Loaded when opened. */
const LocationDialog = lazy(async () => ({
  default: (await import('@/components/LocationDialog')).LocationDialog,
}));

const ChargesDialog = lazy(async () => ({ default: (await import('./ChargesDialog')).ChargesDialog }));

const order = ['timeZone', 'prices', 'letters', 'venue', 'booking'] as const;

export interface ChecklistProps {
  steps: Dashboard['checklist'];
  currency: string;
  /** The URL of the public form; null for an account without a business. */
  formLink: string | null;
}

/** Setup steps from a new account to the first request, each with a link. */
export function Checklist({ steps, currency, formLink }: ChecklistProps) {
  const { letters: hasLetters, venue: hasVenues, booking: hasBookings } = steps;
  const all = Object.values(steps);
  const done = all.filter(Boolean).length;
  // Highlight the first open step.
  const next = order.find((step) => !steps[step]);
  const [isOpen, setOpen] = useState(!hasBookings);
  const progress = (
    <p className="tabular text-soft text-sm">
      {done} of {all.length} done
    </p>
  );
  if (!isOpen) {
    return (
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
        <h2 className="font-semibold text-sm">Get set up</h2>
        {progress}
        <div className="ml-auto flex gap-1">
          <Button kind="quiet" size="sm" aria-expanded={false} onClick={() => setOpen(true)}>
            Show Steps
          </Button>
          <PutAway />
        </div>
      </Card>
    );
  }
  return (
    <Card>
      <CardHeader title="Get set up" description="A few steps to your first booking." aside={progress} />
      <CardBody className="pb-3">
        <ol className="grid">
          <LocationStep done={steps.timeZone} isNext={next === 'timeZone'} />
          <PricesStep done={steps.prices} isNext={next === 'prices'} currency={currency} />
          <Step
            done={hasLetters}
            title="Enter your letters"
            text="Once you add letters, we check every request against your stock."
          >
            <Button asChild size="sm" kind={next === 'letters' ? 'primary' : 'secondary'}>
              <Link to={paths.inventory}>{hasLetters ? 'See Inventory' : 'Add Letters'}</Link>
            </Button>
          </Step>
          <Step
            done={hasVenues}
            title="Add a venue"
            text="Its surcharge and directions are added to each booking there."
          >
            <Button asChild size="sm" kind={next === 'venue' ? 'primary' : 'secondary'}>
              <Link to={hasVenues ? paths.venues : paths.newVenue}>
                {hasVenues ? 'See Venues' : 'Add a Venue'}
              </Link>
            </Button>
          </Step>
          {formLink === null ? null : (
            <Step
              done={hasBookings}
              title="Share your booking form"
              text="Anyone with this link can request a sign. You approve each request."
            >
              <CopyLink link={formLink} />
            </Step>
          )}
        </ol>
        <p className="border-line border-t py-3 text-soft text-sm">
          Moving from a spreadsheet?{' '}
          <Link to={`${paths.settings}?tab=import`} className="rounded-sm text-link underline">
            Import your bookings
          </Link>
        </p>
      </CardBody>
    </Card>
  );
}

/** Hides the steps for good, with a way to undo it. */
function PutAway() {
  const save = useSaveBookingRules();
  const { refetch } = useDashboard();
  // The row is unmounted once hidden, and callbacks of `mutate` are not called after that.
  const setHidden = (setupHidden: boolean) => save.mutateAsync({ setupHidden }).then(() => refetch());
  const show = () => setHidden(false).catch(tellFailed("The setup steps couldn't be shown"));
  const hide = () =>
    setHidden(true).then(
      () =>
        toast({
          title: 'Setup steps hidden',
          description: 'Prices, letters and venues are in the menu.',
          action: { label: 'Undo', onPress: () => void show() },
        }),
      tellFailed("The setup steps couldn't be hidden"),
    );
  return (
    <Button kind="quiet" size="sm" disabled={save.isPending} onClick={() => void hide()}>
      Hide
    </Button>
  );
}

/** Step for everything that customers are charged; the amounts apply until they are changed. */
function PricesStep({ done, isNext, currency }: { done: boolean; isNext: boolean; currency: string }) {
  const { data: charges } = useListedCharges();
  const { refetch } = useDashboard();
  const [isOpen, setOpen] = useState(false);
  const prices = charges?.prices;
  const per = prices?.charge === 'event' ? 'per event' : 'per day';
  const priceText = prices?.sizes
    .map(({ label, price }) => `${formatMoney(price, currency)} for a ${label} letter`)
    .join(', ');
  return (
    <Step
      done={done}
      title="What a customer is charged"
      text={
        priceText === undefined
          ? 'The prices your customers are quoted for each letter, per day.'
          : `Your customers are quoted ${priceText} ${per}. Review extras, surcharges and deposits.`
      }
    >
      {done ? (
        <Button asChild size="sm" kind="secondary">
          <Link to={`${paths.settings}?tab=pricing`}>See Prices</Link>
        </Button>
      ) : (
        <Button
          size="sm"
          kind={isNext ? 'primary' : 'secondary'}
          aria-haspopup="dialog"
          disabled={charges === undefined}
          onClick={() => setOpen(true)}
        >
          Review Charges
        </Button>
      )}
      {isOpen && charges !== undefined ? (
        <Suspense>
          <ChargesDialog charges={charges} onSaved={() => void refetch()} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Step>
  );
}

/** Step for the country, guessed from a browser that may have been elsewhere. Nothing is saved before. */
function LocationStep({ done, isNext }: { done: boolean; isNext: boolean }) {
  const { data: location } = useWorkLocation();
  const save = useSaveWorkLocation();
  const [isOpen, setOpen] = useState(false);
  const input = location && startingFrom(location);
  return (
    <Step
      done={done}
      title="Where you work"
      text={
        location === undefined || input === undefined
          ? 'Your country sets your currency, units, dates and time zone.'
          : settingsInWords(location, input)
      }
    >
      {done || input === undefined ? null : (
        <MutationButton
          size="sm"
          kind={isNext ? 'primary' : 'secondary'}
          disabled={save.isPending}
          change={save}
          input={input}
          failed="Your country couldn't be saved"
        >
          That’s Right
        </MutationButton>
      )}
      <Button
        size="sm"
        kind={done ? 'secondary' : 'quiet'}
        aria-haspopup="dialog"
        disabled={location === undefined}
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      {isOpen && location !== undefined ? (
        <Suspense>
          <LocationDialog location={location} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Step>
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
