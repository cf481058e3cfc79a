import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import { useDecline } from '@/api/team';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** The button that declines an invitation. The page around it confirms that it was done. */
export function DeclineInvitation({ token, company }: { token: string; company: string }) {
  const [asking, setAsking] = useState(false);
  const decline = useDecline(token);
  return (
    <>
      <Button kind="quiet" size="lg" className="mt-3 w-full" onClick={() => setAsking(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          decline.reset();
        }}
        title="Decline this invitation?"
        description={`${company} will be notified. If you change your mind, they can invite you again.`}
        confirmLabel="Decline"
        pendingLabel="Declining..."
        cancelLabel="Go Back"
        onConfirm={() => decline.mutate(undefined, { onSuccess: () => setAsking(false) })}
        error={decline.error === null ? null : failureOf(decline.error)}
        pending={decline.isPending}
      />
    </>
  );
}
