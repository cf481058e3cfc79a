import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLeaveTeam } from '@/api/team';
import { ConfirmChange } from '@/booking-parts/ConfirmChange';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** The way out of somebody else's business, back to the own one. */
export function LeaveTeam({ company }: { company: string }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button kind="secondary" className="justify-self-start text-danger" onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        Leave the Team
      </Button>
      <ConfirmChange
        open={asking}
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
        onClose={() => setAsking(false)}
      />
    </>
  );
}
