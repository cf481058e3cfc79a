/** One short message at a time, announced, gone after five seconds or when swept away. */
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ToastText } from '@/booking-form/texts';
import { CloseIcon } from './icons';

export interface Toast extends ToastText {
  readonly bad: boolean;
}

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

/** The toast to show now, and how to show one; a new one takes the place of the last. */
export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback((text: ToastText, bad = false) => setToast({ ...text, bad }), []);
  const dismiss = useCallback(() => setToast(null), []);
  return { toast, show, dismiss };
}

export function Toasts({ toast, dismiss }: { toast: Toast | null; dismiss: () => void }) {
  const region = useRef<HTMLElement>(null);
  const [held, setHeld] = useState(false);
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    setOffset(0);
    if (!toast || held) return;
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, held, dismiss]);

  const move = (event: PointerEvent) => {
    if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
  };
  const release = () => {
    if (offset >= SWIPE_PX) dismiss();
    start.current = null;
    setOffset(0);
  };
  return (
    <section className="toasts" ref={region} tabIndex={-1} aria-label="Notifications (F8)">
      {toast && (
        <div
          className={`toast${toast.bad ? ' bad' : ''}`}
          role={toast.bad ? 'alert' : 'status'}
          style={offset > 0 ? { transform: `translateX(${offset}px)` } : {}}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onPointerDown={(event) => {
            start.current = event.clientX;
          }}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.description}</p>
          </div>
          <button type="button" className="turn" aria-label="Close" onClick={dismiss}>
            <CloseIcon />
          </button>
        </div>
      )}
    </section>
  );
}
