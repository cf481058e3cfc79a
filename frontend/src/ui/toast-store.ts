/** Maximum number of visible toasts (specification, section 9). */
export const TOAST_LIMIT = 1;
/** Time before a dismissed toast is removed, in milliseconds (section 4). */
export const TOAST_REMOVE_DELAY = 1_000_000;

export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  /** Note below the description, for example about an email that is sent later. */
  note?: string | undefined;
  destructive: boolean;
  open: boolean;
  /** Follow-up action, such as Undo. */
  action?: ToastButton | undefined;
}

export interface ToastButton {
  label: string;
  onPress: () => void;
}

export type ToastAction =
  | { type: 'add'; toast: Toast }
  | { type: 'dismiss'; id: number }
  | { type: 'remove'; id: number };

/** Toasts, newest first. A new toast replaces the previous one; a dismissed one is closed, then removed. */
export function toastReducer(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'add':
      return [action.toast, ...toasts].slice(0, TOAST_LIMIT);
    case 'dismiss':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast));
    case 'remove':
      return toasts.filter((toast) => toast.id !== action.id);
  }
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function dispatch(action: ToastAction) {
  toasts = toastReducer(toasts, action);
  for (const listener of listeners) {
    listener();
  }
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** Shows a toast for five seconds, or ten with an `action`. `destructive` marks failures. */
export function toast(message: {
  title: string;
  description?: string;
  note?: string;
  destructive?: boolean;
  action?: ToastButton;
}): void {
  const { destructive = false, ...rest } = message;
  dispatch({ type: 'add', toast: { ...rest, id: nextId++, destructive, open: true } });
}

const CARRIED = 'marqueedesk.toast';

/** Keeps the shown toast for the next page that this tab loads. Its button, if any, is lost. */
export function carryToast(): void {
  const [shown] = toasts;
  if (!shown?.open) return;
  const { title, description, destructive } = shown;
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ title, description, destructive }));
  } catch {
    // Without storage, the next page opens without it.
  }
}

/** Shows the toast that the previous page in this tab kept. */
export function showCarriedToast(): void {
  try {
    const carried = sessionStorage.getItem(CARRIED);
    sessionStorage.removeItem(CARRIED);
    if (carried !== null) toast(JSON.parse(carried));
  } catch {
    // Without storage, there is none.
  }
}

/** Closes a toast; it is removed later, after its exit animation. */
export function dismissToast(id: number): void {
  dispatch({ type: 'dismiss', id });
  if (!removals.has(id)) {
    removals.set(
      id,
      setTimeout(() => {
        removals.delete(id);
        dispatch({ type: 'remove', id });
      }, TOAST_REMOVE_DELAY),
    );
  }
}
