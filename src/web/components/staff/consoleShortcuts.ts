/**
 * Registry of the single-key shortcuts of the console screen that is shown. A shortcut only opens a dialog, moves the
 * focus or refreshes the page. It must not change data.
 */
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { usePlatform } from '../../platform/PlatformContext';

export interface ConsoleShortcut {
  /**
   * `KeyboardEvent.code` of the physical key, such as `KeyR`, so that a shortcut works on every keyboard layout. Null if
   * only the command palette offers the action.
   */
  key: string | null;
  /** Label of the action in the list of shortcuts and in the command palette. */
  label: string;
  run: () => void;
}

let registered: readonly ConsoleShortcut[] = [];
const listeners = new Set<() => void>();

const notify = (): void => listeners.forEach((listener) => listener());

function put(next: readonly ConsoleShortcut[]): void {
  registered = next;
  notify();
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

/** Returns the registered actions in the order of their registration. */
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
  if (isTypingIn(target) || isDialogOpen()) return false;
  const shortcut = registered.findLast(({ key }) => key === code);
  if (shortcut === undefined) return false;
  event.preventDefault();
  shortcut.run();
  return true;
}

/** Returns the name of a key as it is printed on a Latin keyboard, such as `R` for `KeyR`. */
export const keyName = (key: string): string => key.replace(/^(?:Key|Digit)/, '');

/** Returns whether a key press on this element enters text or chooses an option. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Returns whether a dialog or a menu is open, to which the keyboard belongs. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Key of the setting in the browser's storage. The shortcuts are on unless the value is `off`. */
const SETTING = 'staffShortcuts';

/**
 * Returns whether single-key shortcuts are on in this browser (WCAG 2.1.4), and the function that turns them on or off.
 * Every tab follows a change.
 */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  const { storage } = usePlatform();
  const subscribeToBoth = useCallback(
    (listener: () => void) => {
      const stops = [subscribe(listener), storage.onForeignChange(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [storage],
  );
  const isOn = useSyncExternalStore(
    subscribeToBoth,
    () => storage.get(SETTING) !== 'off',
    () => true,
  );
  const set = (next: boolean): void => {
    if (next) storage.remove(SETTING);
    else storage.set(SETTING, 'off');
    notify();
  };
  return [isOn, set];
}
