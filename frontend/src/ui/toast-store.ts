/** At most this many toasts are on the screen (specification, section 9). */
export const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept before it is forgotten, in milliseconds (section 4). */
export const TOAST_REMOVE_DELAY = 1_000_000;

export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  /** What follows from it later. */
  note?: string | undefined;
  destructive: boolean;
  open: boolean;
  /** What can still be done about it, such as undoing it. */
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

/** Newest first. A new toast takes the place of the one before it; a dismissed one is closed, later removed. */
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

/** Shows a message for five seconds, ten with an `action`. `destructive` says that something failed. */
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

/** Closes a toast and forgets it later, so that its leaving can be seen. */
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
