/** Returns whether the device has a keyboard with a Command key. The prerendered page assumes that there is none. */
import { usePlatform } from '../platform/PlatformContext';
import { useIsInBrowser } from './useIsInBrowser';

export function useIsAppleKeyboard(): boolean {
  const { system } = usePlatform();
  return useIsInBrowser() && (system === 'macos' || system === 'ios');
}
