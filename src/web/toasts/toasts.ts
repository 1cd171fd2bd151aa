/**
 * Toast notifications, for flows and screens alike (five types, 5000 ms, top
 * right). Nothing is drawn here: the stack, with notistack, loads on the first toast
 * (`ToastHost.tsx`), so that the first view does not carry it.
 */
export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'loading';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
}

/** A loading toast stays until what it waits for is settled. */
export interface LoadingToast {
  /** Puts the outcome in its place, which closes by itself like the others. */
  settle(type: Exclude<ToastType, 'loading'>, text: string): void;
  /** Takes it away without a word. */
  dismiss(): void;
}

type Listener = () => void;

let lastId = 0;
let waiting: readonly ToastMessage[] = [];
let dismissed: readonly number[] = [];
const listeners = new Set<Listener>();

function announce(): void {
  listeners.forEach((listener) => listener());
}

function show(type: ToastType, text: string): number {
  lastId += 1;
  waiting = [...waiting, { id: lastId, type, text }];
  announce();
  return lastId;
}

function dismiss(id: number): void {
  waiting = waiting.filter((message) => message.id !== id);
  dismissed = [...dismissed, id];
  announce();
}

function showLoading(text: string): LoadingToast {
  let id: number | null = show('loading', text);
  const take = () => {
    if (id !== null) dismiss(id);
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
  loading: showLoading,
};

/** True from the first toast on. */
export function wasToastShown(): boolean {
  return lastId > 0;
}

/** Takes all waiting toasts to show them. */
export function takeWaitingToasts(): readonly ToastMessage[] {
  const taken = waiting;
  if (taken.length > 0) waiting = [];
  return taken;
}

/** Takes the ids of the toasts that were settled or dismissed, to close them. */
export function takeDismissedToasts(): readonly number[] {
  const taken = dismissed;
  if (taken.length > 0) dismissed = [];
  return taken;
}

/** Calls `listener` after each change. Returns an unsubscribe function. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
