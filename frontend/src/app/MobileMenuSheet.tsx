import { LogOut, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { User } from '@/api/types';
import { cn } from '@/lib/cn';
import { paths } from '@/lib/paths';
import { Avatar, initials } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { overlay } from '@/ui/Dialog';
import type { Trigger } from '@/ui/OnDemand';
import { keepForToasts } from '@/ui/Toaster';
import { Wordmark } from '@/ui/Wordmark';
import { isCurrent } from './navigation';
import { menuOf } from './phone-menu';
import { useSeesConversations } from './use-sees-conversations';
import { useSignOut } from './use-sign-out';

/** Slide-in navigation of small screens. */
export function MobileMenuSheet({ trigger, user }: { trigger: Trigger; user: User }) {
  const [open, setOpen] = useState(true);
  const { pathname } = useLocation();
  const { signOut, pending } = useSignOut();
  const seesConversations = useSeesConversations(user);
  const usual: readonly { to: string; label: string }[] = menuOf(user);
  // Staff may see conversations if the business allows it.
  const isAdded = seesConversations && usual.every(({ to }) => to !== paths.conversations);
  const places = isAdded ? [...usual, { to: paths.conversations, label: 'Inbox' }] : usual;
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay} />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          className="night fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-left flex-col bg-night text-ink shadow-pop"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-15 items-center justify-between px-4">
            <Wordmark ground="night" />
            <Dialog.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close menu" className="-mr-2 text-soft">
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          <div aria-hidden="true" className="bulb-rule opacity-80" />
          <nav aria-label="Main" className="grid min-h-0 content-start gap-1 overflow-y-auto p-3">
            {places.map(({ to, label }) => {
              const current = isCurrent(to, pathname);
              return (
                <Link
                  key={to}
                  to={to}
                  onClick={() => setOpen(false)}
                  aria-current={current ? 'page' : undefined}
                  className={cn(
                    'rounded-md px-3 py-2.5 font-medium',
                    current ? 'bg-surface text-bulb' : 'text-soft hover:bg-surface hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              );
            })}
          </nav>
          <div className="mt-auto grid gap-4 border-line border-t p-4">
            <div className="flex items-center gap-3">
              <Avatar initials={initials(user.username, user.companyName)} />
              <div className="min-w-0">
                <p className="truncate font-semibold text-sm">{user.username}</p>
                {user.email === '' ? null : <p className="truncate text-faint text-xs">{user.email}</p>}
              </div>
            </div>
            <Button kind="secondary" disabled={pending} onClick={signOut}>
              <LogOut aria-hidden="true" />
              Logout
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
