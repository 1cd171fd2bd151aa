/** The application: its providers around its routes. */
import { StrictMode, type ComponentProps } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { Platform } from '../platform/platform';
import { PlatformContext } from '../platform/PlatformContext';
import type { AppStore } from './store';
import { StyleProvider } from '../theme/StyleProvider';
import { ToastHost } from '../components/toasts/ToastHost';

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
