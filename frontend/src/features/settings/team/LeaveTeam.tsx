import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLeaveTeam } from '@/api/team';
import { AskFirst } from '@/components/ConfirmChange';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** The way out of somebody else's business, back to the own one. */
export function LeaveTeam({ company }: { company: string }) {
  const navigate = useNavigate();
  return (
    <AskFirst
      button={(ask) => (
        <Button kind="secondary" className="justify-self-start text-danger" onClick={ask}>
          <LogOut aria-hidden="true" />
          Leave the Team
        </Button>
      )}
      change={useLeaveTeam()}
      input={undefined}
      title={`Leave ${company}?`}
      description={`You see nothing of ${company} any more, and go back to a business of your own, as you left it or a new one. To come back you have to be invited again.`}
      confirmLabel="Leave"
      pendingLabel="Leaving..."
      cancelLabel="Stay"
      onDone={() => {
        toast({ title: `You have left ${company}`, description: 'This is your own business.' });
        void navigate(paths.home, { replace: true });
      }}
    />
  );
}
