/** Emotion's cache and the colour scheme, around everything that is drawn. */
import type { EmotionCache } from '@emotion/cache';
import { type ReactNode, useEffect, useState } from 'react';
import { usePlatform } from '../platform/PlatformContext';
import { followColorScheme } from './colorScheme';
import { createStyleCache, StyleCacheContext } from './StyleCacheContext';

/** `cache` is given where somebody wants to read the rules. */
export function StyleProvider({ cache: given, children }: { cache?: EmotionCache; children: ReactNode }) {
  const [cache] = useState(() => given ?? createStyleCache());
  const { storage } = usePlatform();
  useEffect(() => followColorScheme(storage), [storage]);
  return <StyleCacheContext value={cache}>{children}</StyleCacheContext>;
}
