import { BadgeCheck, Car, Mail, MapPin, Phone, StickyNote, Truck, UserRound, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '@/api/rights';
import type { Venue } from '@/api/types';
import { venueFacts } from '@/components/booking/site-facts';
import { cn } from '@/lib/cn';
import { formatCents } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { EditButtons } from '@/ui/EditButtons';
import { EmailLink, MapLink, PhoneLinks } from '@/ui/Reach';
import { difficulties } from './difficulties';

/** Icons by kind of access note; other kinds have a generic note icon. */
const icons: Partial<Record<ReturnType<typeof venueFacts>[number][2], ReactNode>> = {
  loadIn: <Truck />,
  parking: <Car />,
};

export interface VenueCardProps {
  venue: Venue;
  currency: string;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** A venue with everything a crew needs. */
export function VenueCard({ venue, currency, deleting, onEdit, onDelete }: VenueCardProps) {
  const difficulty = difficulties[venue.difficulty];
  const changes = useCan('changeStock');
  return (
    <Card className="flex flex-col">
      <div className="grid gap-3 px-5 pt-5">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 font-semibold text-lg leading-snug tracking-tight">{venue.name}</h2>
          {'surchargeAmount' in venue ? (
            <p className="tabular shrink-0 text-right text-sm">
              <span className="block font-semibold text-base">
                {formatCents(venue.surchargeAmount, currency)}
              </span>
              <span className="text-faint">surcharge</span>
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={difficulty.tone}>{difficulty.word}</Badge>
          {venue.isVerified ? (
            <Badge tone="blue">
              <BadgeCheck aria-hidden="true" />
              Verified
            </Badge>
          ) : null}
          {venue.isQuickBook ? (
            <Badge tone="indigo">
              <Zap aria-hidden="true" />
              Quick Book
            </Badge>
          ) : null}
        </div>
      </div>
      <dl className="grid gap-2.5 px-5 pt-4 pb-5 text-sm">
        <Fact label="Address" icon={<MapPin />}>
          <MapLink
            address={[venue.address, venue.city, `${venue.state} ${venue.zipCode}`.trim()].join(', ')}
          />
        </Fact>
        {venue.contactName === null ? null : (
          <Fact label="Contact" icon={<UserRound />}>
            {venue.contactName}
          </Fact>
        )}
        {venue.contactEmail === null ? null : (
          <Fact label="Email" icon={<Mail />}>
            <EmailLink email={venue.contactEmail} />
          </Fact>
        )}
        {venue.contactPhone === null ? null : (
          <Fact label="Phone" icon={<Phone />}>
            <PhoneLinks phone={venue.contactPhone} />
          </Fact>
        )}
        {venueFacts(venue).map(([label, text, name]) => (
          <Fact key={label} label={label} icon={icons[name] ?? <StickyNote />} labelled>
            {text}
          </Fact>
        ))}
      </dl>
      {changes ? (
        <footer className="mt-auto flex justify-end gap-1 border-line border-t px-3 py-2">
          <EditButtons
            name={venue.name}
            removal="Delete"
            removing={deleting ? 'Deleting...' : null}
            onEdit={onEdit}
            onRemove={onDelete}
          />
        </footer>
      ) : null}
    </Card>
  );
}

interface FactProps {
  label: string;
  icon: ReactNode;
  /**
   * True to show the label above the text; otherwise the icon is shown and the label is for screen readers.
   */
  labelled?: boolean;
  children: ReactNode;
}

function Fact({ label, icon, labelled = false, children }: FactProps) {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5">
      <dt
        className={cn(
          'flex items-center gap-2.5 text-faint [&_svg]:size-4 [&_svg]:shrink-0',
          labelled ? 'col-span-2 font-medium text-xs' : 'h-5',
        )}
      >
        <span aria-hidden="true">{icon}</span>
        <span className={labelled ? undefined : 'sr-only'}>{label}</span>
      </dt>
      <dd className="col-start-2 whitespace-pre-line break-words">{children}</dd>
    </div>
  );
}
