/** Copies text to the clipboard and reports the result in a toast. */
import { usePlatform } from '../platform/PlatformContext';
import { toast } from '../toasts/toasts';

/**
 * Returns `copy(text, done, failed)`, which shows the toast `done` or `failed` and resolves to whether the text was
 * copied.
 *
 * @example
 * const copy = useCopy();
 * await copy(url, 'Link copied', 'Copy failed');
 */
export function useCopy(): (text: string, done: string, failed: string) => Promise<boolean> {
  const { clipboard } = usePlatform();
  return async (text, done, failed) => {
    const isCopied = await clipboard.copyText(text);
    if (isCopied) toast.success(done);
    else toast.error(failed);
    return isCopied;
  };
}
