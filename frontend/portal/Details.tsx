import { CalendarCheck, CalendarX, MapPin, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { windowInWords } from '@/booking-form/install-windows';
import { dayOf, formatTime } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { PhoneLink } from '@/lib/PhoneLink';
import { counted } from '@/lib/words';
import type { Offer } from './calls';
import { card, heading, textLink } from './looks';
import { Beside, Rented } from './Rented';

interface PartProps {
  title: string;
  /** Extra classes: colors, or the position in the single column of a phone. */
  className?: string;
  children: ReactNode;
}

/** A card of the page. */
export function Part({ title, className = '', children }: PartProps) {
  return (
    <section className={`${card} ${className}`} aria-label={title}>
      <h2 className={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** Sign, delivery and pickup of a quote, and the note from the business. */
export function Offered({ offer }: { offer: Offer }) {
  const { note } = offer;
  return (
    <div className="grid min-w-0 gap-5">
      <Part title="What’s included">
        <dl className="mt-4 grid gap-5 sm:grid-cols-2">
          <Delivery offer={offer} />
          <Where of={offer} />
          <Point icon={<Sparkles />} label="Rental">
            <Rented of={offer} />
          </Point>
        </dl>
      </Part>
      {note === null ? null : (
        <Part title="A note for you" className="border-amber-line/60 bg-amber-wash/40">
          <p className="mt-3 whitespace-pre-wrap break-words">{note}</p>
        </Part>
      )}
    </div>
  );
}

/** The terms and the business's contact details. */
export function SmallPrint({ offer: { company, terms } }: { offer: Offer }) {
  return (
    <div className="grid min-w-0 gap-5">
      {terms === null || terms === '' ? null : (
        <Part title="Terms">
          <p className="mt-3 whitespace-pre-wrap break-words text-soft text-sm">{terms}</p>
        </Part>
      )}
      <Company company={company} />
    </div>
  );
}

/** The business and how to reach it. */
export function Company({ company }: Pick<Offer, 'company'>) {
  return (
    <Part title={company.name}>
      {company.address === null ? null : (
        <p className="mt-2 whitespace-pre-line text-soft">{company.address}</p>
      )}
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {company.phone === null ? null : (
          <li>
            <PhoneLink phone={company.phone} className={`tabular ${textLink}`} />
          </li>
        )}
        {company.email === null ? null : (
          <li className="min-w-0">
            <a href={`mailto:${company.email}`} className={`break-all ${textLink}`}>
              {company.email}
            </a>
          </li>
        )}
        {company.website === null ? null : (
          <li className="min-w-0">
            <a
              href={company.website}
              target="_blank"
              rel="noopener noreferrer"
              className={`break-all ${textLink}`}
            >
              {company.website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
          </li>
        )}
      </ul>
    </Part>
  );
}

/** A day such as "Friday, June 4, 2027", with the agreed time, if any. */
function DayOf({ iso }: { iso: string }) {
  const format = useFormat();
  return (
    <>
      {dayInWords(format, dayOf(iso), 'long')}
      {iso.includes('T') ? <span className="tabular"> at {formatTime(format, iso)}</span> : null}
    </>
  );
}

function Delivery({ offer }: { offer: Offer }) {
  const format = useFormat();
  const { deliveryDate, pickupDate, preferredInstallTime } = offer;
  return (
    <>
      <Point icon={<CalendarCheck />} label="Delivery and setup">
        {deliveryDate === null ? 'To be determined' : <DayOf iso={deliveryDate} />}
        {preferredInstallTime === null ? null : (
          <Beside>{windowInWords(format, preferredInstallTime)}</Beside>
        )}
      </Point>
      <Point icon={<CalendarX />} label="Pickup">
        {pickupDate === null ? 'To be determined' : <DayOf iso={pickupDate} />}
        {deliveryDate === null || pickupDate === null ? null : (
          <Beside>{counted(offer.rentalDays, 'rental day')}</Beside>
        )}
      </Point>
    </>
  );
}

/** The location: its name above its address, or just one of them if the other is not set. */
export function Where({
  of: { venueAddress, venueName },
}: {
  of: Pick<Offer, 'venueAddress' | 'venueName'>;
}) {
  return (
    <Point icon={<MapPin />} label="Where">
      {venueName ?? venueAddress ?? 'To be determined'}
      {venueName && venueAddress ? <Beside>{venueAddress}</Beside> : null}
    </Point>
  );
}

/** A labeled fact with its icon. */
export function Point({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="relative min-w-0 pl-13">
      <dt className="text-faint text-sm">
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-0 grid size-10 place-items-center rounded-full bg-amber-wash text-amber [&_svg]:size-5"
        >
          {icon}
        </span>
        {label}
      </dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}
