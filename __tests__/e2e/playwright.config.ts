/**
 * Browser tests against the built product, started as a user starts it. A test runs once on a phone of 390 px. The tag
 * `@desktop` moves it to a window of 1440 px, where staff work. Tests of the layout have the tag `@bothWidths` and run on both.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './support/chromium';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './support/widths';

const ALONE = /\/alone\//;

const port = Number(process.env['E2E_PORT'] ?? 8790);
/** Of the sandbox whose clock and knobs the tests of `alone` turn. */
const portAlone = port + 1;

// The configuration is read once by the runner and once by each worker: only the runner makes the folder.
const dataDirectory = process.env['E2E_DATA_DIR'] ?? fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-e2e-'));
process.env['E2E_DATA_DIR'] = dataDirectory;

const launch = await chromiumLaunch();
/** A test's page lives for seconds: compiling what it runs once takes longer than running it. */
const COMPILE_LESS = '--js-flags=--no-opt --no-maglev --max-lazy';

const origin = (ofPort: number) => `http://localhost:${String(ofPort)}`;

function sandboxServer(ofPort: number) {
  return {
    command: 'node dist/server/start.js',
    cwd: '../..',
    url: `${origin(ofPort)}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(ofPort),
      PUBLIC_URL: origin(ofPort),
      DATA_DIR: path.join(dataDirectory, String(ofPort)),
      STAFF_USERNAME: 'admin',
      STAFF_PASSWORD: 'correct horse battery staple',
      // In its own process the fake card provider needs half a gigabyte.
      SANDBOX_CARD_PROCESS: 'false',
    },
  } as const;
}

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A test that needs a second attempt is a defect of itself or of the product.
  retries: 0,
  // A browser test waits more than it works. And no more than eight: of one member of staff more than ten sign-ins at the
  // same moment are rejected (the limit `staffSignIn`), and the sandbox's page shows the 20 newest emails of everybody.
  workers: Math.min(8, 2 * os.availableParallelism()),
  // Only what hangs takes so long: a machine a third as quick passes too.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? 'line' : [['line'], ['json']],
  use: {
    baseURL: origin(port),
    browserName: 'chromium',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // A step that hangs ends here. A test as a whole may take longer.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { ...launch, args: [...launch.args, COMPILE_LESS] },
  },
  projects: [
    // What changes a sandbox for everybody, the clock and the knobs of the card provider: one of its own, one by
    // one. First, for it takes the longest.
    {
      name: 'alone',
      testMatch: ALONE,
      fullyParallel: false,
      workers: 1,
      use: { baseURL: origin(portAlone), viewport: { width: PHONE_WIDTH, height: 844 } },
    },
    {
      name: 'phone',
      testIgnore: ALONE,
      grepInvert: /@desktop/,
      use: { viewport: { width: PHONE_WIDTH, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: ALONE,
      grep: /@desktop|@bothWidths/,
      // Without a graphics card the wide sky's slow breathing takes as much as everything else together; the phone moves.
      use: {
        viewport: { width: DESKTOP_WIDTH, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  webServer: [sandboxServer(port), sandboxServer(portAlone)],
});
