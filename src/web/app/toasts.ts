/**
 * Toast notifications, for flows and screens alike (spec section 2: five types, 5000 ms, top
 * right). Nothing is drawn here: the stack, with notistack, loads on the first toast
 * (`ToastHost.tsx`), so that the first view does not carry it.
 */
export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'loading';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
}

type Listener = () => void;

let lastId = 0;
let waiting: readonly ToastMessage[] = [];
const listeners = new Set<Listener>();

function show(type: ToastType, text: string): void {
  lastId += 1;
  waiting = [...waiting, { id: lastId, type, text }];
  listeners.forEach((listener) => listener());
}

export const toast = {
  info: (text: string) => show('info', text),
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  loading: (text: string) => show('loading', text),
};

/** True from the first toast on. */
export function wasToastShown(): boolean {
  return lastId > 0;
}

/** Toasts that nobody has taken to show yet; the same array until that changes. */
export function waitingToasts(): readonly ToastMessage[] {
  return waiting;
}

/** Takes all waiting toasts to show them. */
export function takeWaitingToasts(): readonly ToastMessage[] {
  const taken = waiting;
  if (taken.length > 0) waiting = [];
  return taken;
}

/** Calls `listener` after each new toast. Returns an unsubscribe function. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
