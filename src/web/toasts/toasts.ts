/**
 * Store of toast notifications for flows and screens. There are five types of toasts. `ToastHost.tsx` renders the
 * toasts for 5000 ms in the top right corner.
 */
export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'loading';

/** Button of a toast. Pressing it closes the toast. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
  action?: ToastAction;
}

/** Toast of a pending operation. The loading toast stays open until it is settled or dismissed. */
export interface LoadingToast {
  /** Replaces the loading toast with a result toast, which closes automatically. */
  settle(type: Exclude<ToastType, 'loading'>, text: string): void;
  /** Closes the loading toast without a result. */
  dismiss(): void;
}

/** Maximum number of open toasts. A further toast closes the oldest toast. */
export const MAX_OPEN_TOASTS = 4;

type Listener = () => void;

let lastId = 0;
let open: readonly ToastMessage[] = [];
const listeners = new Set<Listener>();

function change(next: readonly ToastMessage[]): void {
  open = next;
  listeners.forEach((listener) => listener());
}

function show(type: ToastType, text: string, action?: ToastAction): number {
  lastId += 1;
  const message = { id: lastId, type, text, ...(action === undefined ? {} : { action }) };
  change([...open, message].slice(-MAX_OPEN_TOASTS));
  return lastId;
}

/** Closes a toast. Returns false, and changes nothing, if the toast is already closed. */
export function closeToast(id: number): boolean {
  const isOpen = open.some((message) => message.id === id);
  if (isOpen) change(open.filter((message) => message.id !== id));
  return isOpen;
}

function showLoading(text: string): LoadingToast {
  let id: number | null = show('loading', text);
  const take = () => {
    if (id !== null) closeToast(id);
    id = null;
  };
  return {
    settle: (type, outcome) => {
      if (id === null) return;
      take();
      show(type, outcome);
    },
    dismiss: take,
  };
}

export const toast = {
  info: (text: string): void => void show('info', text),
  success: (text: string): void => void show('success', text),
  warning: (text: string): void => void show('warning', text),
  /** Shows an error, with a button that leads to the correction of its cause if `action` is given. */
  error: (text: string, action?: ToastAction): void => void show('error', text, action),
  /**
   * Shows a toast about a finished action, with a button that undoes the action. The toast stays open for
   * `UNDO_TOAST_MS`.
   */
  undo: (text: string, action: ToastAction): void => void show('info', text, action),
  loading: showLoading,
};

/** Returns the open toasts, oldest first. The returned array is the same object until a toast opens or closes. */
export function openToasts(): readonly ToastMessage[] {
  return open;
}

/** Calls `listener` after each change of the open toasts. Returns an unsubscribe function. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
