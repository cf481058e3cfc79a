/** One short message at a time, announced, gone after five seconds or when swept away. */
import { useCallback, useState } from 'react';
import type { ToastText } from '@/booking-form/texts';
import { useToastMotion } from '@/lib/toast-motion';
import { CloseIcon } from './icons';

export interface Toast extends ToastText {
  readonly bad: boolean;
}

/** The toast to show now, and how to show one; a new one takes the place of the last. */
export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback((text: ToastText, bad = false) => setToast({ ...text, bad }), []);
  const dismiss = useCallback(() => setToast(null), []);
  return { toast, show, dismiss };
}

export function Toasts({ toast, dismiss }: { toast: Toast | null; dismiss: () => void }) {
  const motion = useToastMotion(toast, dismiss);
  return (
    <section className="toasts" ref={motion.region} tabIndex={-1} aria-label="Notifications (F8)">
      {toast && (
        <div
          className={`toast${toast.bad ? ' bad' : ''}`}
          role={toast.bad ? 'alert' : 'status'}
          {...motion.toast}
        >
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.description}</p>
          </div>
          <button type="button" className="turn" aria-label="Close" onClick={motion.close}>
            <CloseIcon />
          </button>
        </div>
      )}
    </section>
  );
}
