/** Where the rules of the elements go. */
import createCache, { type EmotionCache } from '@emotion/cache';
import { createContext, use } from 'react';

/** Begins every class name, and names the style elements. */
const STYLE_KEY = 'p';

/** In a browser it takes over the rules that a finished page brought. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: STYLE_KEY });
}

export const StyleCacheContext = createContext<EmotionCache | null>(null);

let ofThisPage: EmotionCache | null = null;

export function useStyleCache(): EmotionCache {
  return use(StyleCacheContext) ?? (ofThisPage ??= createStyleCache());
}
