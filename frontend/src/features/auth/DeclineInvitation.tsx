import { useState } from 'react';
import { useDecline } from '@/api/team';
import { ConfirmChange } from '@/booking-parts/ConfirmChange';
import { Button } from '@/ui/Button';

/** The button that declines an invitation. The page around it confirms that it was done. */
export function DeclineInvitation({ token, company }: { token: string; company: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" size="lg" className="mt-3 w-full" onClick={() => setAsking(true)}>
        Decline
      </Button>
      <ConfirmChange
        open={asking}
        change={useDecline(token)}
        input={undefined}
        title="Decline this invitation?"
        description={`${company} will be notified. If you change your mind, they can invite you again.`}
        confirmLabel="Decline"
        pendingLabel="Declining..."
        cancelLabel="Go Back"
        onClose={() => setAsking(false)}
      />
    </>
  );
}
