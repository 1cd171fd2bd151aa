/**
 * Toast notifications, for flows and screens alike (five types, 5000 ms, top
 * right). Nothing is drawn here (`ToastHost.tsx`).
 */
export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'loading';

/** A button on a toast. Pressing it closes the toast. */
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

/** A loading toast stays until what it waits for is settled. */
export interface LoadingToast {
  /** Puts the outcome in its place, which closes by itself like the others. */
  settle(type: Exclude<ToastType, 'loading'>, text: string): void;
  /** Takes it away without a word. */
  dismiss(): void;
}

/** A further toast closes the oldest one. */
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

/** Takes a toast away; one that is gone already stays gone. */
export function closeToast(id: number): void {
  if (open.some((message) => message.id === id)) change(open.filter((message) => message.id !== id));
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
  error: (text: string): void => void show('error', text),
  /** Says what was done, with a button that undoes it; stays for UNDO_TOAST_MS. */
  undo: (text: string, action: ToastAction): void => void show('info', text, action),
  loading: showLoading,
};

/** The toasts that are to be seen, oldest first; the same array until one comes or goes. */
export function openToasts(): readonly ToastMessage[] {
  return open;
}

/** Calls `listener` after each change. Returns an unsubscribe function. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
