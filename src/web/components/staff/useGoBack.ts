/** Provides the back navigation of console screens. */
import { useLocation, useNavigate } from 'react-router-dom';

/** State that a list adds to the history entry of the screen that the list opens. */
export const OPENED_FROM_LIST = { fromList: true } as const;

/**
 * Returns the click handler of the back button, or undefined if the screen has no back button. Navigates back in the
 * history if a list opened this screen, so that the list keeps its state. Otherwise navigates to `back`.
 */
export function useGoBack(back: string | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  if (back === undefined) return undefined;
  const cameFromList = typeof state === 'object' && state !== null && 'fromList' in state;
  return () => {
    void (cameFromList ? navigate(-1) : navigate(back));
  };
}
