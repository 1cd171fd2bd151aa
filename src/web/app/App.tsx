/** The application: its providers around its routes. */
import type { EmotionCache } from '@emotion/cache';
import { type ReactNode, StrictMode, useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { ToastHost } from '../components/toasts/ToastHost';
import type { Platform } from '../platform/platform';
import { PlatformContext } from '../platform/PlatformContext';
import { StyleProvider } from '../theme/StyleProvider';
import type { AppStore } from './store';

interface AppProps {
  platform: Platform;
  store: AppStore;
  /** The router's provider: the browser's, a test's, or the one that draws a page once. */
  children: ReactNode;
  styleCache?: EmotionCache;
  /** Called once everything is drawn, before any of it takes the focus or scrolls. */
  onRendered?: () => void;
  /** Called once whatever is drawn has taken the focus or scrolled, before it is painted. */
  onPlaced?: () => void;
  /** Called once everything is drawn and listens. */
  onReady?: () => void;
}

export function App({ platform, store, children, styleCache, onRendered, onPlaced, onReady }: AppProps) {
  useInsertionEffect(() => onRendered?.(), [onRendered]);
  useLayoutEffect(() => onPlaced?.(), [onPlaced]);
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <PlatformContext value={platform}>
        <Provider store={store}>
          <StyleProvider {...(styleCache === undefined ? {} : { cache: styleCache })}>
            {children}
            <ToastHost />
          </StyleProvider>
        </Provider>
      </PlatformContext>
    </StrictMode>
  );
}
