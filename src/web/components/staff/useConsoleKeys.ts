/** Keys that work on every screen of the console: `/` and Escape. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { PATHS } from '../../navigation/paths';

/** Id of the element that contains the content of a screen. */
export const MAIN_ID = 'console-main';

/** `/` goes to the search field of the screen, or to the search if there is none. Escape leaves a field, and otherwise calls `goBack`. */
export function useConsoleKeys(goBack: (() => void) | undefined): void {
  const navigate = useNavigate();
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
      if (event.key === '/' && !isTyping) {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>(`#${MAIN_ID} input[type="search"]`);
        // The next chat is about somebody else: one key from wherever the last one was answered.
        if (field === null) void navigate(PATHS.staffHome);
        field?.focus();
        field?.select();
      } else if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) {
        // In a field the first Esc only leaves it: nobody loses a form to a stray key.
        if (isTyping) target.blur();
        else back.current?.();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
