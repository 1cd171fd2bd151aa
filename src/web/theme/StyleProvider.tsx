/** Emotion with the page's CSP nonce, the theme and the baseline, around everything that is drawn. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { pageStyles, theme } from './theme';

const NONCE_META = 'meta[name="csp-nonce"]';

/** The nonce that the server gave this document, if it gave one. */
export function documentNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>(NONCE_META)?.content;
  return nonce === '' ? undefined : nonce;
}

/** `nonce` is undefined where the page has no content security policy (tests, static hosting). */
export function StyleProvider({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  const [cache] = useState(() => createCache({ key: 'p', ...(nonce === undefined ? {} : { nonce }) }));
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
