/**
 * Port to everything outside the web application: browser APIs, network and third-party scripts. The store passes the
 * platform to thunks as `thunk.extraArgument`. Tests use a fake platform.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { Order } from '../../shared/contract/shop';
import type { DeclineReason } from '../../shared/declines';
import type { ConnectSystem } from '../../shared/vpnApps';
import type { EmbeddedBrowser } from './embeddedBrowser';
import type { GoogleReason } from './googleReasons';

/** Result of the card dialog. The result grants no access, because only the server confirms a payment. */
export type CardWidgetOutcome =
  | { kind: 'completed'; transactionId: string | null }
  /** The reason is null if the payment widget does not report it. */
  | { kind: 'declined'; reason: DeclineReason | null }
  | { kind: 'closed' }
  /** The payment widget could not be opened, for example because its script was not loaded within the timeout. */
  | { kind: 'unavailable' }
  | PaymentNotOpened;

/** Reason why the server opened no payment. */
type PaymentNotOpened =
  /** No payment is possible at the moment. */
  | { kind: 'paymentsPaused' }
  /** Too many payments were opened. The payer must wait up to a minute. */
  | { kind: 'paymentsTooMany' }
  /** No email can be sent to the email address of the subscription. */
  | { kind: 'addressUnsupported' }
  /** The order cannot be paid any more. */
  | { kind: 'termsChanged' };

/** Server's response to the request to open a payment. `unavailable` means that the response was lost. */
export type OpenedPayment =
  | { kind: 'opened'; confirmationToken: string }
  | { kind: 'unavailable' }
  | PaymentNotOpened;

export interface CardWidget {
  /** Loads the card provider's widget script before the click. Repeated calls load the script only once. */
  preload(): void;
  /**
   * Opens the card dialog. `openPayment` opens the payment on the server, and is called only for a payment widget that
   * shows opened payments. The promise resolves when the card dialog is closed, and never rejects.
   */
  open(order: Order, openPayment: () => Promise<OpenedPayment>): Promise<CardWidgetOutcome>;
}

/** Google identity as reported by the Firebase SDK. The server verifies `idToken`. */
export interface GoogleSignIn {
  uid: string;
  email: string;
  photoURL: string | null;
  providerId: string;
  idToken: string;
}

/** Result of a click on the Google button. */
export type GoogleResult =
  | { kind: 'signedIn'; person: GoogleSignIn }
  /** The click came before the Firebase SDK was ready, and opened no popup. The next click opens the popup. */
  | { kind: 'ready' }
  /** The click came before the Firebase SDK was ready, and Google cannot be reached. The reason is already logged. */
  | { kind: 'unreachable' }
  /** The Google popup was closed without a sign-in. The reason is already logged. */
  | { kind: 'ended'; reason: GoogleReason };

export interface Google {
  /** Loads the Firebase SDK before the click, so that the click can open the Google popup without delay. */
  preload(): void;
  /**
   * Opens the Google popup if the Firebase SDK is ready, and otherwise waits up to 10 s until it is ready. The promise never
   * rejects.
   */
  signIn(): Promise<GoogleResult>;
  /** Signs out of Google. The promise never rejects. */
  signOut(): Promise<void>;
}

/** Native shell that may embed the application (messages `LogOut`, `pay` and `gAuth`). */
export interface NativeShell {
  /** Returns whether a native shell embeds the page, which is recognized by the interface that receives messages. */
  isPresent(): boolean;
  logOut(message: { success: boolean; reason: string }): void;
  pay(message: { success: boolean }): void;
  gAuth(message: { success: boolean; uid: string; email: string }): void;
  /**
   * Calls `listener` when the native shell signs the user out, so that the page signs the user out too. Returns an
   * unsubscribe function.
   */
  onLogOut(listener: () => void): () => void;
}

export interface ErrorReporter {
  /** Reports a failure. `details` must not contain personal data or secrets. */
  report(event: string, details: Record<string, string | number | boolean | null>): void;
}

export interface Clipboard {
  /**
   * Copies text to the clipboard. A text that a request returns is a promise, because some browsers allow copying only
   * within the click event. The returned promise resolves to false if the browser rejects the copy or `text` rejects.
   */
  copyText(text: string | Promise<string>): Promise<boolean>;
  /**
   * Copies a PNG image to the clipboard. The image is a promise, because some browsers allow copying only within the
   * click event. The returned promise resolves to false if the browser rejects the copy or cannot copy images.
   */
  copyImage(image: Promise<Blob>): Promise<boolean>;
}

export interface Files {
  /** Saves a file as a download. */
  save(name: string, content: Blob): void;
}

/** Dark and light modules (squares) of a QR code, without its margin. */
export interface QrModules {
  /** Number of modules (squares) per side of the QR code. */
  size: number;
  isDark: (row: number, column: number) => boolean;
}

/**
 * Generator of QR codes of 512 px with a margin of two modules. The promise rejects if the text is too long for a QR
 * code.
 */
export interface QrCode {
  /** Renders the QR code into the canvas and sets the canvas size. */
  draw(canvas: HTMLCanvasElement, text: string): Promise<void>;
  png(text: string): Promise<Blob>;
  createModules(text: string): Promise<QrModules>;
}

/** Key-value storage of the browser that never throws (see `platform/browserStorage.ts`). */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls `listener` for changes by another tab or the native shell. Returns an unsubscribe function. */
  onForeignChange(listener: (key: string | null, value: string | null) => void): () => void;
}

/** Online status of the device as reported by the browser. */
export interface Connection {
  /** Returns false if the device has no network connection. The value true does not guarantee that requests succeed. */
  isOnline: () => boolean;
  /** Calls `listener` when the online status changes. Returns an unsubscribe function. */
  onChange: (listener: () => void) => () => void;
}

/** Document that contains the application. */
export interface PageDocument {
  /**
   * Reloads the document if the server responds, so that the browser's own error page is never shown. The promise
   * resolves to false if the server does not respond, and never rejects.
   */
  reload: () => Promise<boolean>;
  /** Returns whether an automatic reload is allowed. It is not allowed if the document was reloaded recently. */
  mayReloadByItself(): boolean;
  /**
   * Returns whether this document may show the screen of a path. Console and customer documents have different content
   * security policies.
   */
  mayShow(path: string): boolean;
  /** Replaces the document with the document of `path`. */
  replace(path: string): void;
}

export interface NoticePlace {
  /**
   * Shows the encoded maintenance notice until its end, or removes the notice if `encoded` is empty. `now` returns the
   * current time, in ms.
   */
  show(encoded: string, now: () => number): void;
}

export interface TabLock {
  /**
   * Runs the function while no other tab runs a function under the same lock name. The promise rejects if the function
   * rejects.
   *
   * @example
   * await platform.tabLock.run('staffRenewal', () => renew());
   */
  run<Result>(name: string, story: () => Promise<Result>): Promise<Result>;
}

export interface Platform {
  configuration: ClientConfiguration;
  fetch: typeof fetch;
  storage: KeyValueStorage;
  /** Whether the browser keeps `storage` when the page is closed. If not, the customer must sign in again. */
  keepsSignIn: boolean;
  /** Session storage that never throws. Session storage keeps values across reloads of this tab. */
  sessionStorage: KeyValueStorage;
  cardWidget: CardWidget;
  google: Google;
  /** App that embeds the page, or null in a browser. Google and some banks do not work inside such apps. */
  embeddedBrowser: EmbeddedBrowser | null;
  /** Operating system of the device, detected from the User-Agent, or null if it is unknown. */
  system: ConnectSystem | null;
  nativeShell: NativeShell;
  /** Error tracking service, or null if failures are reported to the product's own server. */
  errorReporter: ErrorReporter | null;
  clipboard: Clipboard;
  connection: Connection;
  document: PageDocument;
  noticePlace: NoticePlace;
  tabLock: TabLock;
  files: Files;
  qrCode: QrCode;
  /** Opens the browser's print dialog and returns when the dialog is closed. */
  print: () => void;
  /** Returns the current time, in ms since the epoch. */
  now: () => number;
}
