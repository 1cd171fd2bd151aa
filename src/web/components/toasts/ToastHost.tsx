/** Holds the place of the toasts; the stack itself loads with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { documentNonce } from '../../theme/StyleProvider';
import { onToast, wasToastShown } from '../../toasts/toasts';

declare global {
  interface Window {
    /** Where the style library inside notistack looks for the page's CSP nonce, from its import on. */
    __nonce__?: string;
  }
}

const ToastStack = lazy(() => {
  const nonce = documentNonce();
  if (nonce !== undefined) window.__nonce__ = nonce;
  return import('./ToastStack');
});

export function ToastHost() {
  const isNeeded = useSyncExternalStore(onToast, wasToastShown, wasToastShown);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <ToastStack />
      </Suspense>
    )
  );
}
