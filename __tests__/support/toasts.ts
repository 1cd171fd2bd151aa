/** The toasts that are open, taken away: what a flow said, or what a test before left behind. */
import { closeToast, openToasts, type ToastMessage } from '../../src/web/toasts/toasts';

export function takeToasts(): readonly ToastMessage[] {
  const taken = openToasts();
  for (const { id } of taken) closeToast(id);
  return taken;
}
