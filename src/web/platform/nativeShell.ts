/**
 * The bridge to the native shell around the page (LogOut, pay, gAuth), over the
 * conventions in use; `docs/native-shell.md` says what a shell provides. Each message goes over the first
 * convention that is there; on the plain web there is none, and nothing happens. A message never
 * carries a token. What comes back is one message, `LogOut`, checked by origin and schema.
 */
import * as v from 'valibot';
import { logWarning } from './log';
import type { NativeShell } from './platform';

type Message = { success: boolean } & Record<string, string | boolean>;
type Name = 'LogOut' | 'pay' | 'gAuth';

/** The object that an Android shell injects. */
const ANDROID_OBJECT = 'nativeShell';
const FLUTTER_READY = 'flutterInAppWebViewPlatformReady';

/** Flutter is ready this long after the page has loaded, whether or not it was heard to say so, ms. */
export const FLUTTER_GRACE_MS = 1000;

/** Messages that wait for Flutter; more than a page says before its shell is ready. */
const WAITING_MAX = 8;

const incoming = v.object({ type: v.literal('LogOut') });

type Method = (...parameters: unknown[]) => unknown;

function memberOf(target: unknown, name: string): unknown {
  return (typeof target === 'object' || typeof target === 'function') && target !== null
    ? (Reflect.get(target, name) as unknown)
    : undefined;
}

/** Objects that Android injects know their methods only by calls on themselves. */
function methodOf(target: unknown, name: string): Method | null {
  const method = memberOf(target, name);
  return typeof method === 'function' && typeof target === 'object'
    ? (...parameters) => Reflect.apply(method, target, parameters) as unknown
    : null;
}

/** Flutter InAppWebView: `callHandler(name, message)`. */
function flutter(page: Window, name: Name, message: Message): boolean {
  const call = methodOf(memberOf(page, 'flutter_inappwebview'), 'callHandler');
  if (call === null) return false;
  // What the handler answers is of no interest here; one that is not there rejects.
  void Promise.resolve(call(name, message)).catch(() => undefined);
  return true;
}

/** WebKit: a message handler for each name. */
function webKit(page: Window, name: Name, message: Message): boolean {
  const handlers = memberOf(memberOf(page, 'webkit'), 'messageHandlers');
  const post = methodOf(memberOf(handlers, name), 'postMessage');
  post?.(message);
  return post !== null;
}

/** WebView2: one channel for all names. */
function webView2(page: Window, name: Name, message: Message): boolean {
  const post = methodOf(memberOf(memberOf(page, 'chrome'), 'webview'), 'postMessage');
  post?.({ type: name, ...message });
  return post !== null;
}

/** Android: `addJavascriptInterface` with a method for each name, or a web message listener. */
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

/** Whether somebody took the message. A shell that throws is logged and harms nobody. */
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
  // Flutter loses what it is told before it says that it is ready, which is about when the page has
  // loaded; this script may come too late to hear it.
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
        // Shells post into the page itself; frames and foreign windows have no say.
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
