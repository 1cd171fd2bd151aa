/** The `Platform` for components; thunks have it as their extra argument. */
import { createContext, useContext } from 'react';
import type { Platform } from './platform';

export const PlatformContext = createContext<Platform | null>(null);

/** Throws outside the provider: a component without its platform is a mistake of ours. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (platform === null) throw new Error('usePlatform needs a PlatformContext above it');
  return platform;
}
