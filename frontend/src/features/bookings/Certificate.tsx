import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type CertificateProgress, useCertificateProgress, useCertificates } from '@/api/certificates';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { certificateStates } from '@/components/booking/certificate-words';
import { formatMoment } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';

const dialogs = () => import('./CertificateDialogs');
const RequestDialog = lazy(async () => ({ default: (await dialogs()).RequestDialog }));
const SendDialog = lazy(async () => ({ default: (await dialogs()).SendDialog }));

/** The certificate of insurance that the booking's venue requires: its state and the emails about it. */
export function Certificate({ booking }: { booking: BookingDetails }) {
  const format = useFormat();
  const handles = useCan('handleBookings');
  const needed = booking.certificate !== 'not_needed';
  const { data: progress } = useCertificateProgress(booking.id, needed && handles);
  if (!needed) return null;
  const { word, tone } = certificateStates[booking.certificate];
  const isOpen = booking.status === 'pending' || booking.status === 'confirmed';
  return (
    <Section title="Certificate of Insurance">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{word}</Badge>
          {progress === undefined ? null : (
            <span className="wrap-anywhere text-soft">{doneInWords(format, progress)}</span>
          )}
        </p>
        {isOpen && progress !== undefined ? <Actions booking={booking} progress={progress} /> : null}
      </div>
    </Section>
  );
}

function doneInWords(format: Format, progress: CertificateProgress): string {
  const { requestedAt, requestedFrom, sentAt, sentTo, venueName } = progress;
  const done = [
    requestedAt === null ? null : `Requested from ${requestedFrom} on ${formatMoment(format, requestedAt)}.`,
    sentAt === null ? null : `Sent to ${sentTo} on ${formatMoment(format, sentAt)}.`,
  ].filter((text) => text !== null);
  return done.length > 0 ? done.join(' ') : `${venueName} requires a certificate.`;
}

function Actions({ booking, progress }: { booking: BookingDetails; progress: CertificateProgress }) {
  const [open, setOpen] = useState<'request' | 'send' | null>(null);
  const { data: certificates } = useCertificates();
  const props = { booking, progress, onClose: () => setOpen(null) };
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen('request')}>
        Request from Insurer
      </Button>
      {certificates === undefined ? null : certificates.length === 0 ? (
        <Button asChild kind="secondary" size="sm">
          <Link to={`${paths.settings}?tab=certificates`}>Add Certificate</Link>
        </Button>
      ) : (
        <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen('send')}>
          Send to Venue
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'request' ? <RequestDialog {...props} /> : null}
        {open === 'send' && certificates !== undefined ? (
          <SendDialog {...props} certificates={certificates} />
        ) : null}
      </Suspense>
    </div>
  );
}
