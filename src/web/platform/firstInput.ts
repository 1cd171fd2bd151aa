/** First input of the user, after which the page loads code that the first view does not need. */

/** Events that only the user causes. A screen may move the focus by itself. */
const INPUTS = ['pointerdown', 'keydown'] as const;

/**
 * Calls `action` once, at the next input of the user. The returned function cancels the call.
 *
 * @example
 * useEffect(() => atNextInput(() => preloadQuietly(loadDialog)), []);
 */
export function atNextInput(action: () => void): () => void {
  const cancel = (): void => {
    for (const type of INPUTS) document.removeEventListener(type, act, true);
  };
  const act = (): void => {
    cancel();
    action();
  };
  for (const type of INPUTS) document.addEventListener(type, act, { capture: true, passive: true });
  return cancel;
}
