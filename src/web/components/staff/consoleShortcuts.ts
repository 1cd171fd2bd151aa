/**
 * Registry of the single-key shortcuts of the console screen that is shown. A shortcut only opens a dialog, moves the
 * focus or refreshes the page. It must not change data.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface ConsoleShortcut {
  /** `KeyboardEvent.code` of the physical key, such as `KeyR`, so that a shortcut works on every keyboard layout. */
  key: string;
  /** Label of the action in the list of shortcuts and in the command palette. */
  label: string;
  run: () => void;
}

let registered: readonly ConsoleShortcut[] = [];
const listeners = new Set<() => void>();

function put(next: readonly ConsoleShortcut[]): void {
  registered = next;
  listeners.forEach((listener) => listener());
}

/**
 * Registers a shortcut while the component is mounted. A null shortcut registers nothing, for example because the agent
 * may not use the action.
 *
 * @example
 * useConsoleShortcut(mayRefund ? { key: 'KeyR', label: 'Refund', run: open } : null);
 */
export function useConsoleShortcut(shortcut: ConsoleShortcut | null): void {
  const run = useRef(shortcut?.run);
  useEffect(() => {
    run.current = shortcut?.run;
  });
  const key = shortcut?.key;
  const label = shortcut?.label;
  useEffect(() => {
    if (key === undefined || label === undefined) return undefined;
    const entry = { key, label, run: () => run.current?.() };
    put([...registered, entry]);
    return () => put(registered.filter((each) => each !== entry));
  }, [key, label]);
}

/** Returns the registered shortcuts in the order of their registration. */
export function useShortcutList(): readonly ConsoleShortcut[] {
  return useSyncExternalStore(
    subscribe,
    () => registered,
    () => registered,
  );
}

/**
 * Runs the newest shortcut of a pressed key, and returns whether there was one. Returns false while the agent types,
 * while a dialog or a menu is open, if a modifier key is pressed, and for the repetitions of a key that is held down.
 */
export function runShortcut(event: KeyboardEvent): boolean {
  const { target, code } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (target instanceof Element && target.closest(TYPING) !== null) return false;
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return false;
  const shortcut = registered.findLast(({ key }) => key === code);
  if (shortcut === undefined) return false;
  event.preventDefault();
  shortcut.run();
  return true;
}

/** Returns the name of a key as it is printed on a Latin keyboard, such as `R` for `KeyR`. */
export const keyName = (key: string): string => key.replace(/^(?:Key|Digit)/, '');

const TYPING = 'input, textarea, select, [contenteditable]';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
