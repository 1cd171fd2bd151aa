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
type Name = 'LogOut' | 'pay' | 'gAuth';

/** Name of the JavaScript object that a native shell on Android injects into the page. */
const ANDROID_OBJECT = 'nativeShell';
const FLUTTER_READY = 'flutterInAppWebViewPlatformReady';

/** Time in ms after the load event. After this time, Flutter counts as ready even without its ready event. */
export const FLUTTER_GRACE_MS = 1000;

/**
 * Maximum number of messages in the queue until Flutter is ready. A page sends fewer messages before Flutter is ready.
 */
const WAITING_MAX = 8;

const incoming = v.object({ type: v.literal('LogOut') });

type Method = (...parameters: unknown[]) => unknown;

function memberOf(target: unknown, name: string): unknown {
  return (typeof target === 'object' || typeof target === 'function') && target !== null
    ? (Reflect.get(target, name) as unknown)
    : undefined;
}

/**
 * Returns the method bound to its object, because a method of an object that Android injects works only if it is called
 * on this object.
 */
function methodOf(target: unknown, name: string): Method | null {
  const method = memberOf(target, name);
  return typeof method === 'function' && typeof target === 'object'
    ? (...parameters) => Reflect.apply(method, target, parameters) as unknown
    : null;
}

/** Sends a message through Flutter InAppWebView: `callHandler(name, message)`. */
function flutter(page: Window, name: Name, message: Message): boolean {
  const call = methodOf(memberOf(page, 'flutter_inappwebview'), 'callHandler');
  if (call === null) return false;
  // Ignore the result of Flutter's message handler, because the promise rejects if the handler does not exist.
  void Promise.resolve(call(name, message)).catch(() => undefined);
  return true;
}

/** Sends a message through WebKit, which has one message handler per name. */
function webKit(page: Window, name: Name, message: Message): boolean {
  const handlers = memberOf(memberOf(page, 'webkit'), 'messageHandlers');
  const post = methodOf(memberOf(handlers, name), 'postMessage');
  post?.(message);
  return post !== null;
}

/** Sends a message through WebView2, which has one channel for all names. */
function webView2(page: Window, name: Name, message: Message): boolean {
  const post = methodOf(memberOf(memberOf(page, 'chrome'), 'webview'), 'postMessage');
  post?.({ type: name, ...message });
  return post !== null;
}

/** Sends a message through Android: `addJavascriptInterface` with one method per name, or a web message listener. */
function android(page: Window, name: Name, message: Message): boolean {
  const shell = memberOf(page, ANDROID_OBJECT);
  const method = methodOf(shell, name);
  if (method !== null) {
    method(JSON.stringify(message));
    return true;
  }
  const post = methodOf(shell, 'postMessage');
  post?.(JSON.stringify({ type: name, ...message }));
  return post !== null;
}

const CONVENTIONS = [flutter, webKit, webView2, android];

/** Returns whether a native shell accepted the message. An exception of the native shell is logged and not rethrown. */
function deliver(page: Window, name: Name, message: Message): boolean {
  return CONVENTIONS.some((convention) => {
    try {
      return convention(page, name, message);
    } catch (error) {
      logWarning('The native shell rejected a message', {
        name,
        error: error instanceof Error ? error.name : 'unknown',
      });
      return true;
    }
  });
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

  const isFlutterComing = () => memberOf(page, 'flutter_inappwebview') !== undefined && !isFlutterReady;

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
        if (isForLogOut(memberOf(event, 'data'))) listener();
      };
      const webview = memberOf(memberOf(page, 'chrome'), 'webview');
      page.addEventListener('message', fromPage);
      methodOf(webview, 'addEventListener')?.('message', fromWebView2);
      return () => {
        page.removeEventListener('message', fromPage);
        methodOf(webview, 'removeEventListener')?.('message', fromWebView2);
      };
    },
  };
}
