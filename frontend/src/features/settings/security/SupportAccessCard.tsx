import { type SupportAccess, useAllowSupport, useEndSupport, useSupportAccess } from '@/api/businesses';
import { Loaded } from '@/components/Loaded';
import { MutationButton } from '@/components/MutationButton';
import { formatLocalMoment } from '@/lib/local-moment';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';

/** Lets the owner allow and end support access, and see who has read their bookings. */
export function SupportAccessCard() {
  return (
    <Loaded read={useSupportAccess()} what="Support access">
      {(access) => <Access access={access} />}
    </Loaded>
  );
}

function Access({ access }: { access: SupportAccess }) {
  const allow = useAllowSupport();
  const end = useEndSupport();
  return (
    <Card id="support-access" className="max-w-2xl">
      <CardHeader
        title="Support Access"
        description="Let the administrators of this site view your bookings for an hour, so that they can help you. They can’t change anything, and each access is recorded in your activity log."
      />
      <CardBody className="grid justify-items-start gap-4 text-sm">
        {access.until === null ? (
          <MutationButton
            kind="secondary"
            change={allow}
            input={undefined}
            failed="Support access wasn’t allowed"
            onDone={() => toast({ title: 'Support access allowed for an hour' })}
          >
            Allow Support Access for an Hour
          </MutationButton>
        ) : (
          <>
            <p role="status">
              Administrators can view your bookings until {formatLocalMoment(access.until)}.
            </p>
            <MutationButton
              kind="secondary"
              change={end}
              input={undefined}
              failed="Support access wasn’t ended"
              onDone={() => toast({ title: 'Support access ended' })}
            >
              End Now
            </MutationButton>
          </>
        )}
        {access.readings.length === 0 ? null : (
          <ul className="w-full" aria-label="Access history">
            {access.readings.map(({ at, by }) => (
              <li key={at} className="wrap-anywhere border-line border-t py-2">
                {by ?? 'An administrator'} viewed your bookings on {formatLocalMoment(at)}.
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
