/** Copies a text and says how it went. */
import { usePlatform } from '../platform/PlatformContext';
import { toast } from '../toasts/toasts';

/** `copy(text, done, failed)`: a toast with one of the two; resolves to whether it was copied. */
export function useCopy(): (text: string, done: string, failed: string) => Promise<boolean> {
  const { clipboard } = usePlatform();
  return async (text, done, failed) => {
    const isCopied = await clipboard.copyText(text);
    if (isCopied) toast.success(done);
    else toast.error(failed);
    return isCopied;
  };
}
