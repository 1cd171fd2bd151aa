/** Returns the open toasts and closes them. Tests read what a flow has shown, or discard the toasts of an earlier test. */
import { closeToast, openToasts, type ToastMessage } from '../../src/web/toasts/toasts';

export function takeToasts(): readonly ToastMessage[] {
  const taken = openToasts();
  for (const { id } of taken) closeToast(id);
  return taken;
}
