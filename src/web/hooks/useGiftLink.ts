/** Builds gift links. */
import { giftPath } from '../navigation/paths';
import { usePlatform } from '../platform/PlatformContext';

/** Returns `giftLink(key)`, which returns the full URL of the public gift page with the key. */
export function useGiftLink(): (key: string) => string {
  const { publicUrl } = usePlatform().configuration;
  return (key) => new URL(giftPath(key), publicUrl ?? window.location.origin).href;
}
