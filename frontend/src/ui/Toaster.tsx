import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { cn } from '@/lib/cn';
import { currentToasts, dismissToast, subscribeToasts, TOAST_DURATION } from './toast-store';

/** The one place on the page where toasts appear. F8 moves the focus there; a swipe to the right sends one away. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => open || dismissToast(toast.id)}
          type="foreground"
          className={cn(
            'night relative flex animate-slide-right items-start gap-3 overflow-hidden rounded-lg border bg-surface py-3.5 pr-3 pl-4 text-ink shadow-pop data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.destructive ? 'border-danger-line' : 'border-line',
          )}
        >
          {toast.destructive ? (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          ) : (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bulb" />
          )}
          <div className="min-w-0 flex-1 text-sm">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.description === undefined ? null : (
              <Radix.Description className="mt-0.5 text-soft">{toast.description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Dismiss"
            className="-my-1.5 inline-grid size-8 cursor-pointer place-items-center rounded-md text-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 bottom-0 z-[60] flex flex-col gap-2 p-4 outline-none sm:left-auto sm:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}
