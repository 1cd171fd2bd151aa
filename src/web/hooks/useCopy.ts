/** Copies a text and says how it went. */
import { usePlatform } from '../app/PlatformContext';
import { toast } from '../app/toasts';

/** `copy(text, done, failed)`: a toast with one of the two. */
export function useCopy(): (text: string, done: string, failed: string) => void {
  const { clipboard } = usePlatform();
  return (text, done, failed) => {
    void clipboard.copyText(text).then((copied) => (copied ? toast.success(done) : toast.error(failed)));
  };
}
