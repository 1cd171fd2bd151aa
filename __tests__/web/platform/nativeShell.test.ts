/** Tests the bridge to the native shell with each supported convention. */
import { createNativeShell, FLUTTER_GRACE_MS } from '../../../src/web/platform/nativeShell';
import type { NativeShell } from '../../../src/web/platform/platform';
import { takeConsole } from '../../support/consoleSpy';

const SHELL_GLOBALS = ['flutter_inappwebview', 'webkit', 'chrome', 'nativeShell'];

let said: { over: string; name: string | null; message: unknown }[];

beforeEach(() => {
  said = [];
});

afterEach(() => {
  for (const name of SHELL_GLOBALS) Reflect.deleteProperty(window, name);
});

const receive = (over: string, name: string | null) => (message: unknown) => {
  said.push({ over, name, message });
};

const put = (globals: Record<string, unknown>) => Object.assign(window, globals);

function callHandler(name: string, message: unknown): Promise<void> {
  said.push({ over: 'flutter', name, message });
  return Promise.reject(new Error('no such handler'));
}

const webkit = {
  messageHandlers: Object.fromEntries(
    ['LogOut', 'pay', 'gAuth'].map((name) => [name, { postMessage: receive('webkit', name) }]),
  ),
};

function notifyAll(shell: NativeShell): void {
  shell.logOut({ success: true, reason: 'no_reason' });
  shell.pay({ success: true });
  // A token that a caller passes by mistake is not sent to the native shell.
  const person = { success: true, uid: 'u-1', email: 'a@b.example', accessToken: 'secret' };
  shell.gAuth(person);
}

const LOG_OUT = { success: true, reason: 'no_reason' };
const PAY = { success: true };
const G_AUTH = { success: true, uid: 'u-1', email: 'a@b.example' };

test('in an ordinary browser nothing happens', () => {
  expect(() => notifyAll(createNativeShell(window))).not.toThrow();
});

test('Chrome, which has its own `chrome` object, is treated as an ordinary browser', () => {
  put({ chrome: { runtime: {} }, webkit: {} });
  expect(() => notifyAll(createNativeShell(window))).not.toThrow();
});

test('a native shell is present with each of its interfaces, and in no browser or foreign application', () => {
  const isPresent = () => createNativeShell(window).isPresent();
  const post = { postMessage: () => undefined };
  const foreign = [{}, { chrome: { runtime: {} } }, { webkit: { messageHandlers: { telegram: post } } }];
  const shells = [
    { flutter_inappwebview: {} },
    { webkit },
    { webkit: { messageHandlers: { LogOut: post } } },
    { chrome: { webview: post } },
    { nativeShell: { pay: () => undefined } },
    { nativeShell: post },
  ];
  const withGlobals = (globals: Record<string, unknown>) => {
    put(globals);
    const found = isPresent();
    for (const name of SHELL_GLOBALS) Reflect.deleteProperty(window, name);
    return found;
  };
  expect(foreign.map(withGlobals)).toEqual(foreign.map(() => false));
  expect(shells.map(withGlobals)).toEqual(shells.map(() => true));
  const unreadable = new Proxy(
    {},
    {
      get: () => {
        throw new Error('the interface is gone');
      },
    },
  );
  expect(withGlobals({ nativeShell: unreadable })).toBe(true);
});

test('Flutter InAppWebView: a handler for each name [call-23]', () => {
  put({ flutter_inappwebview: { callHandler } });
  notifyAll(createNativeShell(window));
  expect(said).toEqual([
    { over: 'flutter', name: 'LogOut', message: LOG_OUT },
    { over: 'flutter', name: 'pay', message: PAY },
    { over: 'flutter', name: 'gAuth', message: G_AUTH },
  ]);
});

describe('Flutter that is not ready yet', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    put({ flutter_inappwebview: { callHandler } });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('receives the messages when it reports ready', () => {
    notifyAll(createNativeShell(window));
    expect(said).toEqual([]);
    window.dispatchEvent(new Event('flutterInAppWebViewPlatformReady'));
    expect(said.map(({ name }) => name)).toEqual(['LogOut', 'pay', 'gAuth']);
    window.dispatchEvent(new Event('flutterInAppWebViewPlatformReady'));
    expect(said).toHaveLength(3);
  });

  test('receives the messages some time after the load if it never reported ready', () => {
    const shell = createNativeShell(window);
    shell.pay({ success: true });
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(FLUTTER_GRACE_MS - 1);
    expect(said).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(said).toHaveLength(1);
    shell.pay({ success: true });
    expect(said).toHaveLength(2);
  });

  test('limits the number of queued messages', () => {
    const shell = createNativeShell(window);
    for (let times = 0; times < 100; times += 1) shell.pay({ success: true });
    window.dispatchEvent(new Event('flutterInAppWebViewPlatformReady'));
    expect(said).toHaveLength(8);
  });
});

test('WebKit: a message handler for each name [call-23]', () => {
  put({ webkit });
  notifyAll(createNativeShell(window));
  expect(said).toEqual([
    { over: 'webkit', name: 'LogOut', message: LOG_OUT },
    { over: 'webkit', name: 'pay', message: PAY },
    { over: 'webkit', name: 'gAuth', message: G_AUTH },
  ]);
});

test('WebView2: one channel, the name as type [call-24]', () => {
  put({ chrome: { webview: { postMessage: receive('webview2', null) } } });
  notifyAll(createNativeShell(window));
  expect(said.map(({ message }) => message)).toEqual([
    { type: 'LogOut', ...LOG_OUT },
    { type: 'pay', ...PAY },
    { type: 'gAuth', ...G_AUTH },
  ]);
});

test('Android by addJavascriptInterface: a method for each name, called on its object [call-25]', () => {
  const nativeShell = {
    LogOut(this: unknown, json: string) {
      // An object that Android injects rejects method calls with another `this`.
      if (this !== nativeShell)
        throw new TypeError('Java bridge method can’t be invoked on a non-injected object');
      receive('android', 'LogOut')(JSON.parse(json));
    },
    pay: (json: string) => receive('android', 'pay')(JSON.parse(json)),
    gAuth: (json: string) => receive('android', 'gAuth')(JSON.parse(json)),
  };
  put({ nativeShell });
  notifyAll(createNativeShell(window));
  expect(said).toEqual([
    { over: 'android', name: 'LogOut', message: LOG_OUT },
    { over: 'android', name: 'pay', message: PAY },
    { over: 'android', name: 'gAuth', message: G_AUTH },
  ]);
});

test('Android by a web message listener: one channel, JSON with the name as type', () => {
  put({ nativeShell: { postMessage: receive('listener', null) } });
  notifyAll(createNativeShell(window));
  expect(said.map(({ message }) => message)).toEqual([
    JSON.stringify({ type: 'LogOut', ...LOG_OUT }),
    JSON.stringify({ type: 'pay', ...PAY }),
    JSON.stringify({ type: 'gAuth', ...G_AUTH }),
  ]);
});

test('a message is sent by one convention only', () => {
  // Flutter on iOS uses a WebKit view, so two conventions are available.
  put({ flutter_inappwebview: { callHandler }, webkit });
  createNativeShell(window).pay({ success: true });
  expect(said.map(({ over }) => over)).toEqual(['flutter']);
});

test('an exception in the native shell does not affect the page', () => {
  const lines = takeConsole();
  put({
    nativeShell: {
      postMessage: () => {
        throw new TypeError('a@b.example');
      },
    },
  });
  expect(() => notifyAll(createNativeShell(window))).not.toThrow();
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain('a@b.example');
});

describe('a sign-out by the native shell', () => {
  const listen = () => {
    const heard = jest.fn();
    const stop = createNativeShell(window).onLogOut(heard);
    return { heard, stop };
  };
  const post = (data: unknown, init: MessageEventInit = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: window.location.origin, source: window, ...init }),
    );

  test.each([
    [{ type: 'LogOut' }],
    [JSON.stringify({ type: 'LogOut' })],
    [{ type: 'LogOut', success: true }],
  ])('is received from the page itself: %j', (data) => {
    const { heard, stop } = listen();
    post(data);
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    post(data);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test.each<[string, unknown, MessageEventInit]>([
    ['another origin', { type: 'LogOut' }, { origin: 'https://evil.example' }],
    ['no origin', { type: 'LogOut' }, { origin: '' }],
    ['another type', { type: 'pay' }, {}],
    ['another shape', ['LogOut'], {}],
    ['no JSON', 'LogOut', {}],
    ['nothing', null, {}],
  ])('is ignored from %s', (_name, data, init) => {
    const { heard, stop } = listen();
    post(data, init);
    expect(heard).not.toHaveBeenCalled();
    stop();
  });

  test('is ignored from a frame of our own origin', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { heard, stop } = listen();
    post({ type: 'LogOut' }, { source: frame.contentWindow });
    expect(heard).not.toHaveBeenCalled();
    stop();
    frame.remove();
  });

  test('is received over WebView2', () => {
    const webview = new EventTarget();
    put({ chrome: { webview } });
    const { heard, stop } = listen();
    webview.dispatchEvent(new MessageEvent('message', { data: { type: 'LogOut' } }));
    webview.dispatchEvent(new MessageEvent('message', { data: { type: 'gAuth' } }));
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    webview.dispatchEvent(new MessageEvent('message', { data: { type: 'LogOut' } }));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
