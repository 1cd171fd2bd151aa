/**
 * Everything of the outside that the SPA touches, as one object given to the store as
 * `thunk.extraArgument`. Tests pass a fake one.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { Order } from '../../shared/contract/shop';
import type { DeclineReason } from '../../shared/declines';
import type { ConnectSystem } from '../../shared/vpnApps';
import type { EmbeddedBrowser } from './embeddedBrowser';
import type { GoogleReason } from './googleReasons';

/** How the card widget ended. Access never follows from it: only the server's word counts. */
export type CardWidgetOutcome =
  | { kind: 'completed'; transactionId: string | null }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'closed' }
  /** The provider's script did not load in time. */
  | { kind: 'unavailable' };

export interface CardWidget {
  /** Loads the provider's script ahead of the click; repeated calls load it once. */
  preload(): void;
  /** Opens the provider's dialog and resolves when it is closed. Never rejects. */
  open(order: Order): Promise<CardWidgetOutcome>;
}

/** A Google identity as the SDK reports it; `idToken` is what the server verifies. */
export interface GoogleSignIn {
  uid: string;
  email: string;
  photoURL: string | null;
  providerId: string;
  idToken: string;
}

/** How the popup ended. */
export type GoogleResult =
  | { kind: 'signedIn'; person: GoogleSignIn }
  /** Nobody came back; the reason is logged already. */
  | { kind: 'ended'; reason: GoogleReason };

export interface Google {
  /** Loads the SDK ahead of the click, so that the popup opens inside it. */
  preload(): void;
  /** Opens the popup. Never rejects. */
  signIn(): Promise<GoogleResult>;
  /** Never rejects. */
  signOut(): Promise<void>;
}

/** The native shell that may embed the product (LogOut, pay, gAuth). */
export interface NativeShell {
  logOut(message: { success: boolean; reason: string }): void;
  pay(message: { success: boolean }): void;
  gAuth(message: { success: boolean; uid: string; email: string }): void;
  /** The shell's own logout, which signs out here too. Returns an unsubscribe function. */
  onLogOut(listener: () => void): () => void;
}

export interface ErrorReporter {
  /** `details` must hold no personal data and no secret. */
  report(event: string, details: Record<string, string | number | boolean | null>): void;
}

export interface Clipboard {
  /** Resolves to false when the browser rejects. */
  copyText(text: string): Promise<boolean>;
  /**
   * A PNG that may still be in the making: some browsers only copy inside the click. Resolves to
   * false when the browser rejects or cannot copy pictures.
   */
  copyImage(image: Promise<Blob>): Promise<boolean>;
}

export interface Files {
  /** Hands a file to the person, as a download. */
  save(name: string, content: Blob): void;
}

/** The black and white squares of a QR code, without its margin. */
export interface QrModules {
  /** Squares in a row. */
  size: number;
  isDark: (row: number, column: number) => boolean;
}

/** QR codes of 512 px with a margin of two squares. Rejects for a text that no code can hold. */
export interface QrCode {
  /** Sets the canvas' size too. */
  draw(canvas: HTMLCanvasElement, text: string): Promise<void>;
  png(text: string): Promise<Blob>;
  modulesOf(text: string): Promise<QrModules>;
}

/** localStorage behind a door that never throws (see `platform/browserStorage.ts`). */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Changes made by another tab or the shell. Returns an unsubscribe function. */
  onForeignChange(listener: (key: string | null, value: string | null) => void): () => void;
}

/** Whether this device has a network, as its browser knows. */
export interface Connection {
  /** False: nothing can leave this device now. True promises nothing. */
  isOnline: () => boolean;
  /** Calls `listener` when that changes. Returns an unsubscribe function. */
  onChange: (listener: () => void) => () => void;
}

/** The document that holds the application. */
export interface PageDocument {
  /**
   * Loads the document at this address anew, but only once the server has answered for it: the browser's
   * own error page is nobody's screen. Resolves to false when it has not answered. Never rejects.
   */
  reload(): Promise<boolean>;
  /** Whether it may be reloaded without anybody asking: it was not just now. */
  mayReloadByItself(): boolean;
  /** Whether the screen of a path may be shown in it: the console's documents and the customers' admit different things. */
  mayShow(path: string): boolean;
  /** Puts the document of `path` in its place. */
  replace(path: string): void;
}

export interface TabLock {
  /** Runs the story while no other tab runs one of this name. Rejects as the story does. */
  run<Result>(name: string, story: () => Promise<Result>): Promise<Result>;
}

export interface Platform {
  configuration: ClientConfiguration;
  fetch: typeof fetch;
  storage: KeyValueStorage;
  /** sessionStorage behind the same door: what a reload of this tab must keep. */
  sessionStorage: KeyValueStorage;
  cardWidget: CardWidget;
  google: Google;
  /** The app around the page, in which Google rejects to sign in; null in a browser. */
  embeddedBrowser: EmbeddedBrowser | null;
  /** What this device runs, as far as the browser tells. */
  system: ConnectSystem | null;
  nativeShell: NativeShell;
  /** Null: failures are reported to our own server. */
  errorReporter: ErrorReporter | null;
  clipboard: Clipboard;
  connection: Connection;
  document: PageDocument;
  tabLock: TabLock;
  files: Files;
  qrCode: QrCode;
  /** Opens the browser's print dialog and returns when it is closed. */
  print: () => void;
  /** ms since the epoch. */
  now: () => number;
}
