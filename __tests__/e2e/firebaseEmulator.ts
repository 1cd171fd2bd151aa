/**
 * `npm run check:firebase-emulator` checks the Google sign-in of the built product against the official Firebase Auth
 * emulator. Build first. The emulator is downloaded from the npm registry by `npx`.
 *
 * The browser reaches the emulator at the product's own origin, where the sandbox's identity service would respond. With
 * the same origin, the product keeps the configuration and the content security policy of the sandbox. The emulator's
 * hidden iframe loads a script from Google, which the sandbox's fake script replaces.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { IDENTITY_ROOT_PATHS } from '../../src/server/sandbox/identity/identityService';
import { chromiumLaunch } from './support/chromium';
import { googleButton, openGooglePopup } from './support/googlePopup';

const PRODUCT_PORT = 8211;
const EMULATOR_PORT = 8212;
const HUB_PORT = 8213;
const LOGGING_PORT = 8214;
const PRODUCT = `http://localhost:${String(PRODUCT_PORT)}`;
const EMULATOR = `http://127.0.0.1:${String(EMULATOR_PORT)}`;
const GOOGLE_SCRIPT = 'https://apis.google.com/js/api.js';
const EMAIL = 'vasilisa@gmail.example';

const PRODUCT_READY_MS = 90_000;
/** Time limit for the start of the emulator, which includes the download of several hundred packages. */
const EMULATOR_READY_MS = 600_000;
const STOPPED_MS = 15_000;

// Constants of the Firebase identity library: the size of its popup, and the time that the library waits after the popup
// closes.
const POPUP = { width: 500, height: 600 };
const CLOSED_GRACE_MS = 8000;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-firebase-emulator-'));
const running: ChildProcess[] = [];
const said: string[] = [];
let failures = 0;

const print = (line: string) => process.stdout.write(`${line}\n`);

function check(what: string, holds: boolean, found: unknown = ''): void {
  if (!holds) failures += 1;
  print(holds ? `ok    ${what}` : `FAIL  ${what}: ${JSON.stringify(found)}`);
}

/** Starts a process in its own process group, so that the process can be stopped together with its child processes. */
function start(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => said.push(text.toString()));
  }
  child.once('error', (error) => said.push(error.message));
  running.push(child);
  return child;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // The error means that the whole process group has already ended.
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const { stdout } = child;
  // The output pipe closes when the last process of the group that holds the pipe ends.
  const ended = stdout === null || stdout.closed ? Promise.resolve() : once(stdout, 'close');
  signal(child, 'SIGTERM');
  const isLate = new AbortController();
  await Promise.race([ended, after(STOPPED_MS, undefined, { signal: isLate.signal })]);
  isLate.abort();
  signal(child, 'SIGKILL');
}

async function stopAll(): Promise<void> {
  for (const child of running.splice(0).reverse()) await stop(child);
  fs.rmSync(folder, { recursive: true, force: true });
}

async function ready(name: string, url: string, child: ChildProcess, deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} exited unexpectedly`);
    const result = await fetch(url).catch(() => null);
    if (result?.ok === true) return;
    await after(250);
  }
  throw new Error(`${name} was not ready after ${String(deadlineMs / 1000)} s`);
}

/** Reads one value of the configuration that the product writes into its documents. */
async function configured(name: string): Promise<string> {
  const document = await (await fetch(`${PRODUCT}/login`)).text();
  const value = new RegExp(`"${name}":"([^"]+)"`).exec(document)?.[1];
  if (value === undefined) throw new Error(`the product's document has no ${name}`);
  return value;
}

async function startEmulator(projectId: string): Promise<void> {
  const host = '127.0.0.1';
  const emulators = {
    auth: { host, port: EMULATOR_PORT },
    hub: { host, port: HUB_PORT },
    logging: { host, port: LOGGING_PORT },
    ui: { enabled: false },
  };
  fs.writeFileSync(path.join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const args = ['--yes', 'firebase-tools@15', 'emulators:start', '--only', 'auth', '--project', projectId];
  const env = { XDG_CONFIG_HOME: path.join(folder, 'settings') };
  const emulator = start('npx', args, { cwd: folder, env });
  await ready('the emulator', EMULATOR, emulator, EMULATOR_READY_MS);
}

const isIdentityPath = ({ pathname }: URL) =>
  IDENTITY_ROOT_PATHS.some((pattern) =>
    pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern,
  );

/** Allows requests only to the product, the emulator and the fake of Google's script. */
async function connect(context: BrowserContext, gapiUrl: string): Promise<Set<string>> {
  const byEmulator = new Set<string>();
  const skeleton = await (await fetch(new URL(gapiUrl, PRODUCT))).text();
  await context.route('**', async (route: Route) => {
    const url = new URL(route.request().url());
    if (url.href.startsWith(GOOGLE_SCRIPT)) {
      // Google's script calls the given callback when the script has loaded.
      await route.fulfill({ contentType: 'text/javascript', body: `${skeleton}window.gapi_onload?.();\n` });
    } else if (url.origin !== PRODUCT) {
      await route.abort();
    } else if (isIdentityPath(url)) {
      byEmulator.add(url.pathname);
      await route.fulfill({
        response: await route.fetch({ url: `${EMULATOR}${url.pathname}${url.search}` }),
      });
    } else {
      await route.continue();
    }
  });
  return byEmulator;
}

async function openPopup(page: Page): Promise<Page> {
  await page.goto('/login');
  return openGooglePopup(page);
}

async function checkSignIn(page: Page, byEmulator: Set<string>, projectId: string): Promise<void> {
  const popup = await openPopup(page);
  const size = popup.viewportSize();
  check('the popup is opened 500×600', size?.width === POPUP.width && size.height === POPUP.height, size);
  await popup.getByText('No Google.com accounts exist in the Auth Emulator.').waitFor();
  check("the popup shows the emulator's own account chooser", true);
  await popup.getByRole('button', { name: 'Add new account' }).click();
  await popup.locator('#email-input').fill(EMAIL);
  await popup.locator('#display-name-input').fill('Василиса');
  const registering = page.waitForRequest('**/api/v2/register');
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in with Google.com' }).click();
  await closed;
  check('the popup closes by itself after the sign-in', true);

  const request = await registering;
  const body = request.postDataJSON() as Record<string, unknown>;
  const token = /^Bearer (.+)$/.exec((await request.headerValue('authorization')) ?? '')?.[1] ?? '';
  const { alg } = decodeProtectedHeader(token);
  const claims = decodeJwt(token);
  check(
    'the adapter returns the signed-in user and the ID token',
    body['email'] === EMAIL && body['providerId'] === 'google.com' && body['uid'] === claims.sub,
    { body, claims },
  );
  check(
    "the emulator's token is for this project and this user, and unsigned (alg none)",
    alg === 'none' &&
      claims.aud === projectId &&
      claims.iss === `https://securetoken.google.com/${projectId}` &&
      claims['email'] === EMAIL &&
      claims['email_verified'] === true,
    { alg, claims },
  );
  const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp';
  check('the sign-in went through the emulator', byEmulator.has(signIn), [...byEmulator]);
  const status = (await request.response())?.status();
  check('the server rejects the unsigned token with 401', status === 401, status);
  await page.waitForURL(`${PRODUCT}/`);
  check('the SPA navigates to /', true);
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  check('no user is signed in', !/\["accessToken","[^"]|eyJ/.test(stored), stored);
}

async function checkClosedPopup(page: Page): Promise<void> {
  const popup = await openPopup(page);
  await popup.getByText(EMAIL).waitFor();
  check('the emulator has stored the new account', true);
  const registrations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/register')) registrations.push(request.url());
  });
  const closedAt = Date.now();
  await popup.close();
  await googleButton(page).waitFor({ timeout: 40_000 });
  const tookMs = Date.now() - closedAt;
  check('the button is enabled again after the popup is closed manually', true);
  check('…and not before the grace period of 8 s', tookMs >= CLOSED_GRACE_MS, tookMs);
  check(
    '…without a registration, still on /login',
    registrations.length === 0 && page.url() === `${PRODUCT}/login`,
    { registrations, url: page.url() },
  );
}

async function checkAll(): Promise<void> {
  const product = start(process.execPath, ['dist/server/start.js'], {
    env: {
      PORT: String(PRODUCT_PORT),
      PUBLIC_URL: PRODUCT,
      DATA_DIR: path.join(folder, 'data'),
      SANDBOX_CARD_PROCESS: 'false',
    },
  });
  await ready('the product', `${PRODUCT}/readyz`, product, PRODUCT_READY_MS);
  const projectId = await configured('projectId');
  await startEmulator(projectId);
  check(`the official emulator responds for ${projectId}`, true);
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const context = await browser.newContext({
      baseURL: PRODUCT,
      locale: 'ru-RU',
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
    });
    const byEmulator = await connect(context, await configured('gapiUrl'));
    const complaints: string[] = [];
    // The emulator's pages report their errors with `alert`.
    context.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
    });
    const page = await context.newPage();
    await checkSignIn(page, byEmulator, projectId);
    await checkClosedPopup(page);
    check(
      'no page showed an alert, threw an error or violated the content security policy',
      complaints.length === 0,
      complaints,
    );
  } finally {
    await browser.close();
  }
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void stopAll().finally(() => process.exit(1)));
}

try {
  await checkAll();
} catch (error) {
  failures += 1;
  print(`FAIL  ${error instanceof Error ? error.message : String(error)}`);
} finally {
  await stopAll();
}
if (failures > 0) print(`\nLast output of the emulator and the product:\n${said.join('').slice(-4000)}`);
print(failures === 0 ? 'All checks passed.' : `${String(failures)} failed.`);
process.exitCode = failures === 0 ? 0 : 1;
