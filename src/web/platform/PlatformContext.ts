/** React context with the `Platform` for components. Thunks get the platform as their extra argument. */
import { createContext, useContext } from 'react';
import type { Platform } from './platform';

export const PlatformContext = createContext<Platform | null>(null);

/**
 * Returns the platform. Throws an `Error` outside the provider, because a component without a platform is a programming
 * error.
 */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (platform === null) throw new Error('usePlatform must be called inside a PlatformContext');
  return platform;
}
