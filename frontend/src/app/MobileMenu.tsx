import { MenuIcon } from 'lucide-react';
import type { User } from '@/api/types';
import { Button } from '@/ui/Button';
import { OnDemand } from '@/ui/OnDemand';

const load = async () => (await import('./MobileMenuSheet')).MobileMenuSheet;

/** The button of the navigation of small screens. */
export function MobileMenu({ user }: { user: User }) {
  const trigger = (
    <Button kind="quiet" size="icon" aria-label="Open menu" className="-ml-2 md:hidden">
      <MenuIcon aria-hidden="true" className="size-5" />
    </Button>
  );
  return (
    <OnDemand popup="dialog" load={load} trigger={trigger}>
      {(MobileMenuSheet) => <MobileMenuSheet trigger={trigger} user={user} />}
    </OnDemand>
  );
}
