/** Keyboard shortcuts of every console screen: `/`, Escape, and the shortcuts that the screen registers. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { PATHS } from '../../navigation/paths';
import { runShortcut, useShortcutSetting } from './consoleShortcuts';

/** Id of the main element of a console screen. */
export const MAIN_ID = 'console-main';

/** Whether a key press is `/`, or the key that has `/` on a Latin keyboard. */
const isSearchKey = ({ key, code, shiftKey }: KeyboardEvent): boolean =>
  key === '/' || (code === 'Slash' && !shiftKey);

/**
 * Binds the key `/` to the screen's search field, or to the search screen if the current screen has no search field.
 * `/` and the shortcuts of the screen work on every keyboard layout, unless they are turned off in this browser.
 * Escape removes the focus from a field, or calls `goBack` if no field is focused.
 */
export function useConsoleKeys(goBack: (() => void) | undefined): void {
  const navigate = useNavigate();
  const [areKeysOn] = useShortcutSetting();
  const back = useRef(goBack);
  useEffect(() => {
    back.current = goBack;
  }, [goBack]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLElement) || target.closest('[role="dialog"], [role="menu"]')) return;
      const isTyping = target.matches('input, textarea, select, [contenteditable]');
      if (areKeysOn && isSearchKey(event) && !isTyping) {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>(`#${MAIN_ID} input[type="search"]`);
        // The key `/` opens the customer search from any screen, because the next support chat is usually about another
        // customer.
        if (field === null) void navigate(PATHS.staffHome);
        field?.focus();
        field?.select();
      } else if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) {
        // The first Escape in a field only removes the focus, so that an accidental key press does not discard a form.
        if (isTyping) target.blur();
        else back.current?.();
      } else if (areKeysOn) {
        runShortcut(event);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areKeysOn, navigate]);
}
