/** Emotion, the theme and the baseline, around everything that is drawn. */
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { pageStyles, theme } from './theme';

/** Begins every class name, and names the style elements. */
const STYLE_KEY = 'p';

/** In a browser it takes over the rules that a finished page brought. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: STYLE_KEY });
}

/** `cache` is given where somebody wants to read the rules. */
export function StyleProvider({ cache: given, children }: { cache?: EmotionCache; children: ReactNode }) {
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
