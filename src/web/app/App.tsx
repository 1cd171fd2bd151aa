/** Root component: wraps the routes in the providers for platform, store, styles and toasts. */
import type { EmotionCache } from '@emotion/cache';
import { type ReactElement, StrictMode, useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { ToastHost } from '../components/toasts/ToastHost';
import type { Platform } from '../platform/platform';
import { PlatformContext } from '../platform/PlatformContext';
import { StyleProvider } from '../theme/StyleProvider';
import type { AppStore } from './store';

interface AppProps {
  platform: Platform;
  store: AppStore;
  /** Router provider with the routes: the router of the browser, of a test, or the static router for prerendering. */
  children: ReactElement;
  styleCache?: EmotionCache;
  /** Callback that runs once when all components are rendered, before any component takes focus or scrolls. */
  onRendered?: () => void;
  /** Callback that runs once after the components have taken focus or scrolled, before the browser paints. */
  onPlaced?: () => void;
  /** Callback that runs once when all components are rendered and event handlers are attached. */
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
