/** The platform of a page that is drawn once for everybody: a browser that holds nothing and does nothing. */
import type { ClientConfiguration } from '../../shared/configuration';
import type { KeyValueStorage, Platform } from '../platform/platform';

const EMPTY_STORAGE: KeyValueStorage = {
  get: () => null,
  set: () => undefined,
  remove: () => undefined,
  onForeignChange: () => () => undefined,
};

/** Only effects and presses reach further, and a drawn page has neither. */
function notHere(): Promise<never> {
  return Promise.reject(new Error('A page that is drawn once reaches nothing outside itself.'));
}

export function platformOfPage(configuration: ClientConfiguration): Platform {
  return {
    configuration,
    fetch: notHere,
    storage: EMPTY_STORAGE,
    sessionStorage: EMPTY_STORAGE,
    cardWidget: { preload: () => undefined, open: notHere },
    google: { preload: () => undefined, signIn: notHere, signOut: notHere },
    embeddedBrowser: null,
    system: null,
    nativeShell: {
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
    tabLock: { run: notHere },
    files: { save: () => undefined },
    qrCode: { draw: notHere, png: notHere, modulesOf: notHere },
    print: () => undefined,
    now: () => Date.now(),
  };
}
