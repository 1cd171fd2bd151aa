/** Platform for prerendering: a browser in which every operation does nothing or rejects. */
import type { ClientConfiguration } from '../../shared/configuration';
import type { KeyValueStorage, Platform } from '../platform/platform';

const createStorage = (held: Readonly<Record<string, string>>): KeyValueStorage => ({
  get: (key) => held[key] ?? null,
  set: () => undefined,
  remove: () => undefined,
  onForeignChange: () => () => undefined,
});

/**
 * Returns a rejected promise. Only effects and event handlers use these operations, and prerendering runs neither
 * effects nor event handlers.
 */
function notHere(): Promise<never> {
  return Promise.reject(new Error('Prerendering must not access anything outside the page.'));
}

/** Creates the platform. `held` contains the local storage values of the visitor for whom the page is prerendered. */
export function platformOfPage(
  configuration: ClientConfiguration,
  held: Readonly<Record<string, string>>,
): Platform {
  return {
    configuration,
    fetch: notHere,
    storage: createStorage(held),
    keepsSignIn: true,
    sessionStorage: createStorage({}),
    cardWidget: { preload: () => undefined, open: notHere },
    google: { preload: () => undefined, signIn: notHere, signOut: notHere },
    embeddedBrowser: null,
    system: null,
    nativeShell: {
      isPresent: () => false,
      logOut: () => undefined,
      pay: () => undefined,
      gAuth: () => undefined,
      onLogOut: () => () => undefined,
    },
    errorReporter: null,
    clipboard: { copyText: notHere, copyImage: notHere },
    connection: { isOnline: () => true, onChange: () => () => undefined },
    document: {
      reload: notHere,
      mayReloadByItself: () => false,
      mayShow: () => true,
      replace: () => undefined,
    },
    noticePlace: { show: () => undefined },
    tabLock: { run: notHere },
    files: { save: () => undefined },
    qrCode: { draw: notHere, png: notHere, createModules: notHere },
    print: () => undefined,
    now: () => Date.now(),
  };
}
