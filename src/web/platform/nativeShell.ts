/**
 * Bridge to the native shell that embeds the page (messages `LogOut`, `pay` and `gAuth`). `docs/native-shell.md`
 * describes the interface of a native shell. Each message is sent through the first available mechanism. In a browser
 * without a native shell, no mechanism exists, so no message is sent. A message to the native shell never contains a
 * token. The only incoming message is `LogOut`, whose origin and schema are validated.
 */
import * as v from 'valibot';
import { logWarning } from './log';
import type { NativeShell } from './platform';

type Message = { success: boolean } & Record<string, string | boolean>;
const NAMES = ['LogOut', 'pay', 'gAuth'] as const;
type Name = (typeof NAMES)[number];
type Send = (message: Message) => void;

/** Name of the JavaScript object that a native shell on Android injects into the page. */
const ANDROID_OBJECT = 'nativeShell';
const FLUTTER_OBJECT = 'flutter_inappwebview';
const FLUTTER_READY = 'flutterInAppWebViewPlatformReady';

/** Time in ms after the load event. After this time, Flutter counts as ready even without its ready event. */
export const FLUTTER_GRACE_MS = 1000;

/**
 * Maximum number of messages in the queue until Flutter is ready. A page sends fewer messages before Flutter is ready.
 */
const WAITING_MAX = 8;

const incoming = v.object({ type: v.literal('LogOut') });

type Method = (...parameters: unknown[]) => unknown;

function readMember(target: unknown, name: string): unknown {
  return (typeof target === 'object' || typeof target === 'function') && target !== null
    ? (Reflect.get(target, name) as unknown)
    : undefined;
}

/**
 * Returns the method bound to its object, because a method of an object that Android injects works only if it is called
 * on this object.
 */
function findMethod(target: unknown, name: string): Method | null {
  const method = readMember(target, name);
  return typeof method === 'function' && typeof target === 'object'
    ? (...parameters) => Reflect.apply(method, target, parameters) as unknown
    : null;
}

/** Flutter InAppWebView: `callHandler(name, message)`. */
function flutter(page: Window, name: Name): Send | null {
  const call = findMethod(readMember(page, FLUTTER_OBJECT), 'callHandler');
  // Ignore the result of Flutter's message handler, because the promise rejects if the handler does not exist.
  return call && ((message) => void Promise.resolve(call(name, message)).catch(() => undefined));
}

/** WebKit, which has one message handler per name. */
function webKit(page: Window, name: Name): Send | null {
  const handlers = readMember(readMember(page, 'webkit'), 'messageHandlers');
  return findMethod(readMember(handlers, name), 'postMessage');
}

/** WebView2, which has one channel for all names. */
function webView2(page: Window, name: Name): Send | null {
  const post = findMethod(readMember(readMember(page, 'chrome'), 'webview'), 'postMessage');
  return post && ((message) => post({ type: name, ...message }));
}

/** Android: `addJavascriptInterface` with one method per name, or a web message listener. */
function android(page: Window, name: Name): Send | null {
  const shell = readMember(page, ANDROID_OBJECT);
  const method = findMethod(shell, name);
  if (method !== null) return (message) => method(JSON.stringify(message));
  const post = findMethod(shell, 'postMessage');
  return post && ((message) => post(JSON.stringify({ type: name, ...message })));
}

const CONVENTIONS = [flutter, webKit, webView2, android];

/** Returns the function that sends messages with this name, or null if no native shell receives them. */
function findChannel(page: Window, name: Name): Send | null {
  for (const convention of CONVENTIONS) {
    const send = convention(page, name);
    if (send !== null) return send;
  }
  return null;
}

/** Sends the message to a native shell, if there is one. An exception of the native shell is logged and not rethrown. */
function deliver(page: Window, name: Name, message: Message): void {
  try {
    findChannel(page, name)?.(message);
  } catch (error) {
    logWarning('The native shell rejected a message', {
      name,
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}

function isPresent(page: Window): boolean {
  try {
    return (
      readMember(page, FLUTTER_OBJECT) !== undefined || NAMES.some((name) => findChannel(page, name) !== null)
    );
  } catch {
    // Only an interface that an application has put into the page fails to be read.
    return true;
  }
}

function isForLogOut(data: unknown): boolean {
  const parsed =
    typeof data === 'string'
      ? v.safeParse(v.pipe(v.string(), v.parseJson(), incoming), data)
      : v.safeParse(incoming, data);
  return parsed.success;
}

export function createNativeShell(page: Window): NativeShell {
  let waiting: [Name, Message][] = [];
  // Flutter loses messages sent before its ready event, which comes at about the time of the load event. If the
  // document is already loaded, this script may have missed Flutter's ready event.
  let isFlutterReady = page.document.readyState === 'complete';

  const isFlutterComing = () => readMember(page, FLUTTER_OBJECT) !== undefined && !isFlutterReady;

  const deliverWaiting = () => {
    isFlutterReady = true;
    const messages = waiting;
    waiting = [];
    for (const [name, message] of messages) deliver(page, name, message);
  };
  page.addEventListener(FLUTTER_READY, deliverWaiting, { once: true });
  page.addEventListener('load', () => setTimeout(deliverWaiting, FLUTTER_GRACE_MS), { once: true });

  const notify = (name: Name, message: Message) => {
    if (!isFlutterComing()) deliver(page, name, message);
    else if (waiting.length < WAITING_MAX) waiting.push([name, message]);
  };

  return {
    isPresent: () => isPresent(page),
    logOut: ({ success, reason }) => notify('LogOut', { success, reason }),
    pay: ({ success }) => notify('pay', { success }),
    gAuth: ({ success, uid, email }) => notify('gAuth', { success, uid, email }),

    onLogOut(listener) {
      const fromPage = (event: MessageEvent<unknown>) => {
        // A native shell posts messages into the page itself, so messages from iframes and other windows are ignored.
        const isOwn =
          event.origin === page.location.origin && (event.source === null || event.source === page);
        if (isOwn && isForLogOut(event.data)) listener();
      };
      const fromWebView2 = (event: Event) => {
        if (isForLogOut(readMember(event, 'data'))) listener();
      };
      const webview = readMember(readMember(page, 'chrome'), 'webview');
      page.addEventListener('message', fromPage);
      findMethod(webview, 'addEventListener')?.('message', fromWebView2);
      return () => {
        page.removeEventListener('message', fromPage);
        findMethod(webview, 'removeEventListener')?.('message', fromWebView2);
      };
    },
  };
}
