/** Returns the open toasts and closes them. Tests read what a flow has shown, or discard the toasts of an earlier test. */
import { closeToast, onToast, openToasts, type ToastMessage } from '../../src/web/toasts/toasts';

export function takeToasts(): readonly ToastMessage[] {
  const taken = openToasts();
  for (const { id } of taken) closeToast(id);
  return taken;
}

/**
 * Records the toasts from now on. The returned array also contains closed toasts, because a toast may close before a
 * test on a busy machine reads it.
 */
export function recordToasts(): readonly string[] {
  const texts: string[] = [];
  const seen = new Set(openToasts().map(({ id }) => id));
  const stop = onToast(() => {
    for (const { id, text } of openToasts()) {
      if (!seen.has(id)) texts.push(text);
      seen.add(id);
    }
  });
  recordings.push(stop);
  return texts;
}

const recordings: (() => void)[] = [];
afterEach(() => recordings.splice(0).forEach((stop) => stop()));
