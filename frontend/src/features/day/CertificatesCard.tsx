import { Link } from 'react-router';
import { useDueCertificates } from '@/api/certificates';
import { certificateStates } from '@/components/booking/certificate-words';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** Bookings of the next 14 days whose venue still needs a certificate of insurance. Empty if there are none. */
export function CertificatesCard() {
  const format = useFormat();
  const { data: rows = [] } = useDueCertificates();
  if (rows.length === 0) return null;
  return (
    <Card className="screen-only">
      <CardHeader
        title="Certificates of Insurance"
        description="Venues of the next 14 days that still need one."
      />
      <CardBody>
        <ul className="grid gap-3 text-sm">
          {rows.map(({ bookingId, number, customerName, venueName, deliveryDate, certificate }) => (
            <li key={bookingId} className="grid gap-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
                <Link
                  to={bookingPath(bookingId)}
                  className="wrap-anywhere rounded-sm font-medium hover:underline"
                >
                  #{number} {customerName}
                </Link>
                <Badge tone={certificateStates[certificate].tone}>
                  {certificateStates[certificate].word}
                </Badge>
              </p>
              <p className="wrap-anywhere text-soft">
                {formatDay(format, deliveryDate)} · {venueName}
              </p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
