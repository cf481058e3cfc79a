import type { CustomersBooking } from '@/paying/calls';
import { primaryButton } from './looks';

/** The booking that took another one's place, with the link to its page. */
export function Replacement({
  of: { number, pageUrl },
}: {
  of: NonNullable<CustomersBooking['replacedBy']>;
}) {
  return (
    <div className="mt-3 grid gap-4">
      <p>It has your latest sign, days and place.</p>
      {pageUrl === null ? (
        <p>Open it with the link in our latest email.</p>
      ) : (
        <a href={pageUrl} className={primaryButton}>
          See Booking #{number}
        </a>
      )}
    </div>
  );
}
