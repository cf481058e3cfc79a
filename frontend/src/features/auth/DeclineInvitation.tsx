import { useDecline } from '@/api/team';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Button } from '@/ui/Button';

/** Button that declines an invitation. The page around it shows the confirmation. */
export function DeclineInvitation({ token, company }: { token: string; company: string }) {
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="quiet" size="lg" className="mt-3 w-full" onClick={ask}>
          Decline
        </Button>
      )}
      change={useDecline(token)}
      input={undefined}
      title="Decline this invitation?"
      description={`${company} will be notified. If you change your mind, they can invite you again.`}
      confirmLabel="Decline"
      pendingLabel="Declining..."
      cancelLabel="Go Back"
    />
  );
}
