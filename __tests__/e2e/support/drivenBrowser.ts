/**
 * Drives Debian's WebKitGTK by WebDriver and Firefox by WebDriver BiDi (W3C). The client library `selenium-webdriver` needs a
 * newer Node than the product, and Playwright drives only its own builds of these browsers.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';

export interface Point {
  x: number;
  y: number;
}

export interface DrivenBrowser {
  name: string;
  /** Opens a URL and resolves when the document is loaded. */
  open(url: string): Promise<void>;
  /** Evaluates the body of a function with `args` in the page. Arguments and result are JSON. */
  evaluate<Result>(body: string, ...args: unknown[]): Promise<Result>;
  /** Presses the primary button at a point of the viewport for `ms`. */
  press(point: Point, ms?: number): Promise<void>;
  /** Types a text into the focused element. */
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Saves a picture of the viewport. */
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

const STARTS_WITHIN_MS = 60_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves to the path of a program, or null if it is not installed. */
function installed(...programs: string[]): string | null {
  for (const program of programs) {
    const found = spawnSync('sh', ['-c', `command -v "$0"`, program], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}

function readVersion(program: string): string {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().split('\n')[0] ?? '';
}

/** Pointer and key actions, which both protocols share. */
const pressActions = ({ x, y }: Point, ms: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: ms },
      { type: 'pointerUp', button: 0 },
    ],
  },
];
const typeActions = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** Display for a browser without a headless mode. Rejects if neither a display nor Xvfb is present. */
async function display(): Promise<{ name: string; stop(): void }> {
  const { DISPLAY } = process.env;
  if (DISPLAY !== undefined && DISPLAY !== '') return { name: DISPLAY, stop: () => undefined };
  const xvfb = installed('Xvfb');
  if (xvfb === null) throw new Error('there is no display: apt-get install xvfb');
  const number = `:${String(100 + (process.pid % 400))}`;
  const server = spawn(xvfb, [number, '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  await pause(1000);
  return { name: number, stop: () => server.kill() };
}

/** Styles that let the window of WebKitGTK become as narrow as a phone. Its toolbar is 447 px wide by default. */
const NARROW_TOOLBAR = `button, entry { min-width: 0; padding: 0; margin: 0; font-size: 6px; }
image { -gtk-icon-transform: scale(0.5); }`;

/** Starts WebKitGTK. Rejects with the reason if it is not installed or does not start. */
export async function openWebKit(): Promise<DrivenBrowser> {
  const driver = installed('WebKitWebDriver');
  if (driver === null) throw new Error('WebKit is not installed: apt-get install webkit2gtk-driver xvfb');
  const screen = await display();
  const port = await freePort();
  const settings = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-webkit-'));
  fs.mkdirSync(path.join(settings, 'gtk-3.0'));
  fs.writeFileSync(path.join(settings, 'gtk-3.0', 'gtk.css'), NARROW_TOOLBAR);
  const service = spawn(driver, [`--port=${String(port)}`], {
    stdio: 'ignore',
    // The sandbox of WebKitGTK needs user namespaces, which root and containers often lack. Only this product is opened.
    env: {
      ...process.env,
      DISPLAY: screen.name,
      XDG_CONFIG_HOME: settings,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const stop = (): void => {
    service.kill();
    screen.stop();
    fs.rmSync(settings, { recursive: true, force: true, maxRetries: 5 });
  };
  const call = async <Value>(method: string, command: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${command}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    const until = Date.now() + STARTS_WITHIN_MS;
    while (
      !(await fetch(`http://127.0.0.1:${String(port)}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > until) throw new Error('WebKitWebDriver does not start');
      await pause(200);
    }
    const { sessionId, capabilities } = await call<{
      sessionId: string;
      capabilities: Record<string, string>;
    }>('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
    const own = `/session/${sessionId}`;
    return {
      name: `WebKitGTK ${capabilities['browserVersion'] ?? ''}`,
      open: (url) => call('POST', `${own}/url`, { url }),
      evaluate: (script, ...args) => call('POST', `${own}/execute/sync`, { script, args }),
      press: (point, ms = 30) => call('POST', `${own}/actions`, { actions: pressActions(point, ms) }),
      type: (text) => call('POST', `${own}/actions`, { actions: typeActions(text) }),
      resize: (width, height) => call('POST', `${own}/window/rect`, { width, height }),
      picture: async (file) =>
        fs.writeFileSync(file, Buffer.from(await call<string>('GET', `${own}/screenshot`), 'base64')),
      close: async () => {
        await call('DELETE', own).catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Response to a BiDi command, or an event, which has no id. */
interface BidiMessage {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Reads the address of the BiDi server that Firefox prints. */
function bidiAddress(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`Firefox does not start: ${said.slice(0, 200)}`)),
      STARTS_WITHIN_MS,
    );
    firefox.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** Starts Firefox. Rejects with the reason if it is not installed or does not start. */
export async function openFirefox(): Promise<DrivenBrowser> {
  const program = installed('firefox-esr', 'firefox');
  if (program === null) throw new Error('Firefox is not installed: apt-get install firefox-esr');
  if (typeof WebSocket !== 'function')
    throw new Error('Firefox needs a WebSocket client: use Node 22 or later');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-firefox-'));
  const firefox = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(await freePort())],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stop = (): void => {
    firefox.kill('SIGKILL');
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = new WebSocket(`${await bidiAddress(firefox)}/session`);
    const waiting = new Map<number, (message: BidiMessage) => void>();
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as BidiMessage;
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    });
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('Firefox closed the connection')));
    });
    let last = 0;
    const call = <Result>(method: string, params: object): Promise<Result> =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ result, error, message }) => {
          if (error === undefined) resolve(result as Result);
          else reject(new Error(`${method}: ${error} ${message ?? ''}`));
        });
        socket.send(JSON.stringify({ id: last, method, params }));
      });
    await call('session.new', { capabilities: {} });
    const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = contexts[0]?.context ?? '';
    return {
      name: readVersion(program),
      open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async <Result>(body: string, ...args: unknown[]) => {
        const expression = `JSON.stringify((function () { ${body} }).apply(null, ${JSON.stringify(args)}) ?? null)`;
        const answer = await call<{
          type: string;
          result?: { value: string };
          exceptionDetails?: { text: string };
        }>('script.evaluate', { expression, target: { context }, awaitPromise: false });
        if (answer.result === undefined || answer.type === 'exception')
          throw new Error(answer.exceptionDetails?.text ?? 'the page raised an error');
        return JSON.parse(answer.result.value) as Result;
      },
      press: async (point, ms = 30) =>
        void (await call('input.performActions', { context, actions: pressActions(point, ms) })),
      type: async (text) =>
        void (await call('input.performActions', { context, actions: typeActions(text) })),
      resize: async (width, height) =>
        void (await call('browsingContext.setViewport', { context, viewport: { width, height } })),
      picture: async (file) => {
        const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context });
        fs.writeFileSync(file, Buffer.from(data, 'base64'));
      },
      close: async () => {
        await call('browser.close', {}).catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
