/** One short, announced message at a time; it disappears after five seconds or when swiped away. */

import { AROUND } from '@/booking-form/lazy-texts';
import { useToastMotion } from '@/lib/toast-motion';
import { CloseIcon } from './icons';
import type { ToastsProps } from './useToast';
import { useVisiblePart } from './useVisiblePart';

export function Toasts({ toast, dismiss }: ToastsProps) {
  const motion = useToastMotion(toast, dismiss);
  const { hiddenBelow } = useVisiblePart(toast !== null);
  return (
    <section
      className="toasts"
      // Above the bar with the button.
      style={{ bottom: `calc(${hiddenBelow}px + 6.5rem)` }}
      ref={motion.region}
      tabIndex={-1}
      aria-label={AROUND.notifications}
    >
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
          <button type="button" className="turn" aria-label={AROUND.close} onClick={motion.close}>
            <CloseIcon />
          </button>
        </div>
      )}
    </section>
  );
}
