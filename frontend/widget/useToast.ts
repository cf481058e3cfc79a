/** The current toast and a function to show one; a new toast replaces the last. */
import { useCallback, useState } from 'react';
import type { ToastText } from '@/booking-form/texts';

interface Toast extends ToastText {
  readonly bad: boolean;
}

export interface ToastsProps {
  readonly toast: Toast | null;
  readonly dismiss: () => void;
}

export function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback((text: ToastText, bad = false) => setToast({ ...text, bad }), []);
  const dismiss = useCallback(() => setToast(null), []);
  return { toast, show, dismiss };
}
