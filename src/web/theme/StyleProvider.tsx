/** Provides Emotion, the MUI theme and the CSS baseline to all components. */
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactElement, useState } from 'react';
import { pageStyles, theme } from './theme';

/** Prefix of all generated class names and key of the style elements. */
const STYLE_KEY = 'p';

/** Creates an Emotion cache. In a browser the cache reuses the CSS rules of the prerendered page. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: STYLE_KEY });
}

/**
 * Provides the styles with the given Emotion `cache`, so that the prerenderer can read the CSS rules, or with a new
 * cache.
 */
export function StyleProvider({
  cache: given,
  children,
}: {
  cache?: EmotionCache;
  children: ReactElement | readonly ReactElement[];
}) {
  const [cache] = useState(() => given ?? createStyleCache());
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system">
        <CssBaseline enableColorScheme />
        <GlobalStyles styles={pageStyles} />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
