import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { cn } from '@/lib/cn';
import { ANSWERABLE_DURATION, TOAST_DURATION, useToastMotion } from '@/lib/toast-motion';
import { currentToasts, dismissToast, subscribeToasts } from './toast-store';

/** Marks the toast region, so that dialogs do not treat a press in it as an outside click. */
const region = 'data-toasts';

/** Keeps a dialog open when a toast above it is pressed. */
export function keepForToasts(event: CustomEvent<{ originalEvent: Event }>): void {
  const pressed = event.detail.originalEvent.target;
  if (pressed instanceof Element && pressed.closest(`[${region}]`) !== null) {
    event.preventDefault();
  }
}

/**
 * Toast region. On phones it sits below the top bar, clear of its menu and of bottom sheets; on larger
 * screens at the lower left, because a dialog's primary button is at the lower right.
 *
 * Errors stay until dismissed. F8 moves focus to the region; swiping right dismisses a toast. Ctrl+Z presses
 * the toast's button, even while a dialog holds focus.
 */
export function Toaster() {
  const [toast] = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts);
  const shown = toast?.open ? toast.id : null;
  const dismiss = useCallback(() => {
    if (shown !== null) dismissToast(shown);
  }, [shown]);
  const action = shown === null ? undefined : toast?.action;
  const duration = toast?.destructive
    ? Number.POSITIVE_INFINITY
    : action === undefined
      ? TOAST_DURATION
      : ANSWERABLE_DURATION;
  const motion = useToastMotion(shown, dismiss, duration);
  const act = useRef(() => {});
  act.current = () => {
    motion.close();
    action?.onPress();
  };
  useLayoutEffect(() => {
    if (action === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      // Text fields have their own undo.
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))
        return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [action]);
  return (
    <section
      ref={motion.region}
      {...{ [region]: '' }}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      aria-live={toast?.destructive ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-0 top-15 z-[60] p-4 outline-none sm:top-auto sm:right-auto sm:bottom-0 sm:w-full sm:max-w-[420px]"
    >
      {toast?.open ? (
        <div
          key={toast.id}
          // Marked like the region: if a dialog checks the press after the toast was removed, the toast is no
          // longer inside the region.
          {...{ [region]: '' }}
          {...motion.toast}
          className={cn(
            'night pointer-events-auto relative flex animate-rise touch-pan-y select-none items-start gap-3 overflow-hidden rounded-lg border bg-surface py-3.5 pr-3 pl-4 text-ink shadow-pop',
            toast.destructive ? 'border-danger-line' : 'border-line',
          )}
        >
          {toast.destructive ? (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          ) : (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bulb" />
          )}
          <div className="min-w-0 flex-1 text-sm">
            <p className="font-semibold">{toast.title}</p>
            {toast.description === undefined ? null : <p className="mt-0.5 text-soft">{toast.description}</p>}
            {toast.note === undefined ? null : <p className="mt-1.5 text-soft text-xs">{toast.note}</p>}
          </div>
          {toast.action === undefined ? null : (
            <button
              type="button"
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={() => act.current()}
              className="-my-1 inline-grid h-8 shrink-0 cursor-pointer place-items-center rounded-md border border-line px-3 font-medium text-bulb text-sm hover:bg-sunken"
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={motion.close}
            className="-my-1.5 inline-grid size-8 cursor-pointer place-items-center rounded-md text-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      ) : null}
    </section>
  );
}
