import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLeaveTeam } from '@/api/team';
import { ConfirmButton } from '@/components/ConfirmChange';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** Leave another owner's business and return to your own. */
export function LeaveTeam({ company }: { company: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="secondary" className="justify-self-start text-danger" onClick={ask}>
          <LogOut aria-hidden="true" />
          Leave the Team
        </Button>
      )}
      change={useLeaveTeam()}
      input={undefined}
      title={`Leave ${company}?`}
      description={`You'll lose access to ${company} and go back to your own business, or a new one. To return, you'll need a new invitation.`}
      confirmLabel="Leave"
      pendingLabel="Leaving..."
      cancelLabel="Stay"
      onDone={() => {
        toast({ title: `You left ${company}`, description: 'You are now in your own business.' });
        void navigate(paths.home, { replace: true });
      }}
    />
  );
}
