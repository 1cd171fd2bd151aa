/** The application: its providers around its routes. */
import { type ComponentProps, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { ToastHost } from '../components/toasts/ToastHost';
import type { Platform } from '../platform/platform';
import { PlatformContext } from '../platform/PlatformContext';
import { StyleProvider } from '../theme/StyleProvider';
import type { AppStore } from './store';

interface AppProps {
  platform: Platform;
  store: AppStore;
  router: ComponentProps<typeof RouterProvider>['router'];
  /** The document's CSP nonce, if it has one. */
  nonce?: string | undefined;
}

export function App({ platform, store, router, nonce }: AppProps) {
  return (
    <StrictMode>
      <PlatformContext value={platform}>
        <Provider store={store}>
          <StyleProvider nonce={nonce}>
            <RouterProvider router={router} />
            <ToastHost />
          </StyleProvider>
        </Provider>
      </PlatformContext>
    </StrictMode>
  );
}
