/**
 * A fake of the browser platform that the single-page application uses. The fake platform touches neither the page nor
 * the network.
 */
import { type ClientConfiguration, DEFAULT_CLIENT_CONFIGURATION } from '../../src/shared/configuration';
import { GIFT_QR_SIZE_PX } from '../../src/shared/constants';
import type { Order } from '../../src/shared/contract/shop';
import type { ConnectSystem } from '../../src/shared/vpnApps';
import type { GoogleReason } from '../../src/web/platform/googleReasons';
import type {
  CardWidget,
  CardWidgetOutcome,
  GoogleSignIn,
  KeyValueStorage,
  Platform,
} from '../../src/web/platform/platform';
import { createModules } from '../../src/web/platform/qrCode';

export interface FakeStorage extends KeyValueStorage {
  /** Returns the values in the fake browser storage, by key. */
  contents(): Record<string, string>;
  /** Changes a stored value as another browser tab does, and notifies this tab. Null removes the stored value. */
  changeElsewhere(key: string, value: string | null): void;
  /**
   * Changes stored values without notifying the application, as a native shell does in the same document. The window gets
   * the focus later.
   */
  changeSilently(changes: Record<string, string | null>): void;
  /** Removes all stored values as another browser tab does, and notifies this tab. */
  clearElsewhere(): void;
}

export function fakeStorage(initial: Record<string, string> = {}): FakeStorage {
  const held = new Map(Object.entries(initial));
  const listeners = new Set<(key: string | null, value: string | null) => void>();
  const put = (key: string, value: string | null) => {
    if (value === null) held.delete(key);
    else held.set(key, value);
  };
  const notify = (key: string | null, value: string | null) =>
    listeners.forEach((listener) => listener(key, value));
  return {
    get: (key) => held.get(key) ?? null,
    set: put,
    remove: (key) => put(key, null),
    onForeignChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    contents: () => Object.fromEntries(held),
    changeElsewhere: (key, value) => {
      put(key, value);
      notify(key, value);
    },
    changeSilently: (changes) => {
      for (const [key, value] of Object.entries(changes)) put(key, value);
      notify(null, null);
    },
    clearElsewhere: () => {
      held.clear();
      notify(null, null);
    },
  };
}

/** Card dialog of a test. `openPayment` opens the payment on the test's server. */
type Dialog = (
  ...parameters: Parameters<CardWidget['open']>
) => CardWidgetOutcome | Promise<CardWidgetOutcome>;

export interface FakePlatform extends Platform {
  storage: FakeStorage;
  sessionStorage: FakeStorage;
  /** Orders for which the card dialog was opened. */
  readonly openedOrders: Order[];
  /** Sets the outcome of the card dialog. By default the customer closes the dialog. */
  payWith(dialog: Dialog): void;
  /** Sets the account that the Google popup returns. By default the customer closes the popup. */
  signInAt(person: GoogleSignIn | null, reason?: GoogleReason): void;
  /** Messages that were sent to the native shell. */
  readonly shellMessages: { call: string; message: object }[];
  /** Sets whether the browser reports a network connection. Requests are still sent to the test's server. */
  setOnline(isOnline: boolean): void;
  /** Sets whether the server responds to requests for the document. */
  setReachable(isReachable: boolean): void;
  /** Returns how many times the document was reloaded. */
  reloads(): number;
  /** Signs the user out as the native shell does. */
  logOutInShell(): void;
  /** Encoded maintenance notices of the responses, which are empty if there is no notice. */
  readonly notices: string[];
  readonly reports: { event: string; details: object }[];
  readonly copied: string[];
  /** Texts of the QR codes whose images were copied. */
  readonly copiedQrCodes: string[];
  /** Makes the browser reject copying images. */
  rejectImages(): void;
  readonly savedFiles: { name: string; content: Blob }[];
  /** Texts of the QR codes that were rendered on the page. */
  readonly renderedQrCodes: string[];
  /** Returns how many times the print dialog was opened. */
  printed(): number;
}

export interface FakePlatformOptions {
  /** Function that responds to API requests. If omitted, requests fail as without a network connection. */
  fetch?: typeof fetch;
  configuration?: Partial<ClientConfiguration>;
  /** Operating system of the device. If omitted, the operating system is unknown. */
  system?: ConnectSystem;
  /** Whether the browser keeps the local storage. By default it does. */
  keepsSignIn?: boolean;
  /** Initial contents of the local storage. */
  stored?: Record<string, string>;
  /** Initial contents of the session storage. */
  storedInTab?: Record<string, string>;
}

export function fakePlatform(options: FakePlatformOptions = {}): FakePlatform {
  const openedOrders: Order[] = [];
  const shellMessages: FakePlatform['shellMessages'] = [];
  const notices: string[] = [];
  const reports: FakePlatform['reports'] = [];
  const copied: string[] = [];
  const copiedQrCodes: string[] = [];
  const renderedQrCodes: string[] = [];
  const savedFiles: FakePlatform['savedFiles'] = [];
  let copiesImages = true;
  let prints = 0;
  let isOnline = true;
  let isReachable = true;
  let reloads = 0;
  const connectionListeners = new Set<() => void>();
  const shellLogOuts = new Set<() => void>();
  let dialog: Dialog = () => ({ kind: 'closed' });
  let googlePerson: GoogleSignIn | null = null;
  let googleReason: GoogleReason = 'popupClosed';
  const notifyShell = (call: string) => (message: object) => {
    shellMessages.push({ call, message });
  };
  return {
    configuration: { ...DEFAULT_CLIENT_CONFIGURATION, mode: 'sandbox', ...options.configuration },
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('no network'))),
    storage: fakeStorage(options.stored),
    keepsSignIn: options.keepsSignIn ?? true,
    sessionStorage: fakeStorage(options.storedInTab),
    cardWidget: {
      preload: () => undefined,
      open: (order, openPayment) => {
        openedOrders.push(order);
        return Promise.resolve(dialog(order, openPayment));
      },
    },
    google: {
      preload: () => undefined,
      signIn: () =>
        Promise.resolve(
          googlePerson === null
            ? { kind: 'ended', reason: googleReason }
            : { kind: 'signedIn', person: googlePerson },
        ),
      signOut: () => Promise.resolve(),
    },
    embeddedBrowser: null,
    system: options.system ?? null,
    nativeShell: {
      isPresent: () => false,
      logOut: notifyShell('LogOut'),
      pay: notifyShell('pay'),
      gAuth: notifyShell('gAuth'),
      onLogOut: (listener) => {
        shellLogOuts.add(listener);
        return () => shellLogOuts.delete(listener);
      },
    },
    errorReporter: { report: (event, details) => reports.push({ event, details }) },
    clipboard: {
      copyText: async (text) => {
        try {
          copied.push(await text);
          return true;
        } catch {
          return false;
        }
      },
      copyImage: async (image) => {
        const picture = await image;
        if (copiesImages) copiedQrCodes.push(await picture.text());
        return copiesImages;
      },
    },
    files: { save: (name, content) => savedFiles.push({ name, content }) },
    // jsdom has no canvas, so a fake image of a QR code contains the text of the code.
    qrCode: {
      draw: (canvas, text) => {
        renderedQrCodes.push(text);
        canvas.width = GIFT_QR_SIZE_PX;
        canvas.height = GIFT_QR_SIZE_PX;
        return Promise.resolve();
      },
      png: (text) => Promise.resolve(new Blob([text], { type: 'image/png' })),
      createModules,
    },
    print: () => {
      prints += 1;
    },
    connection: {
      isOnline: () => isOnline,
      onChange: (listener) => {
        connectionListeners.add(listener);
        return () => connectionListeners.delete(listener);
      },
    },
    document: {
      reload: () => {
        if (isOnline && isReachable) reloads += 1;
        return Promise.resolve(isOnline && isReachable);
      },
      mayReloadByItself: () => reloads === 0,
      mayShow: () => true,
      replace: () => undefined,
    },
    noticePlace: {
      show: (encoded) => {
        notices.push(encoded);
      },
    },
    tabLock: { run: (_name, story) => story() },
    now: () => Date.now(),
    openedOrders,
    shellMessages,
    notices,
    reports,
    copied,
    copiedQrCodes,
    rejectImages: () => {
      copiesImages = false;
    },
    savedFiles,
    renderedQrCodes,
    printed: () => prints,
    setOnline: (next) => {
      isOnline = next;
      connectionListeners.forEach((listener) => listener());
    },
    setReachable: (next) => {
      isReachable = next;
    },
    reloads: () => reloads,
    logOutInShell: () => shellLogOuts.forEach((listener) => listener()),
    payWith: (next) => {
      dialog = next;
    },
    signInAt: (person, reason = 'popupClosed') => {
      googlePerson = person;
      googleReason = reason;
    },
  };
}
