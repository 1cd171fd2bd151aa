/**
 * Configuration of the browser tests. The tests run against the built product, started as a user starts it. By default a
 * test runs once, on a phone with a width of 390 px. Tests with the tag `@desktop` run in a window of 1440 px instead,
 * where staff work. Tests of the layout have the tag `@bothWidths` and run at both widths.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './support/chromium';
import { askedBrowsers } from './support/playwrightBrowsers';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './support/widths';

const ALONE = /\/alone\//;
const YOOKASSA = /\/yookassa\//;
/** Journeys of customers that need no interface of Chromium's developer tools. */
const JOURNEYS =
  /\/e2e\/(?:account|accountDeletion|accountSecurity|campaign|cardChange|connect|dataExport|gifts|google|mainPath|mobileScreens|money|signInByForeignLink|signInForm)\.test\.ts$/;

const port = Number(process.env['E2E_PORT'] ?? 8790);
/** Port of a second sandbox for the tests in `alone`, which change its clock and its settings. */
const portAlone = port + 1;
/** Port of a third sandbox, whose new orders are paid at the card provider YooKassa. */
const portYooKassa = port + 2;

// The test runner and each worker read this configuration, but only the test runner creates the data folder.
const dataDirectory = process.env['E2E_DATA_DIR'] ?? fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-e2e-'));
process.env['E2E_DATA_DIR'] = dataDirectory;

const launch = await chromiumLaunch();
/** JavaScript engine flags. A test's page runs for seconds only, so optimizing code takes longer than running it. */
const COMPILE_LESS = '--js-flags=--no-opt --no-maglev --max-lazy';

const origin = (ofPort: number) => `http://localhost:${String(ofPort)}`;

function sandboxServer(ofPort: number, cardProvider = 'cloudpayments') {
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
      // Each fake card provider needs 512 MB in its own process.
      SANDBOX_CARD_PROCESS: 'false',
      CARD_PROVIDER: cardProvider,
    },
  } as const;
}

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Failed tests are not retried, because a test that needs a retry has found a defect of the test or of the product.
  retries: 0,
  // A browser test mostly waits, so there are two workers per CPU, but at most eight. More than ten concurrent sign-ins of
  // one staff account are rejected by the limit `staffSignIn`. In addition, the sandbox's page shows only the 20 newest
  // emails of all tests.
  workers: Math.min(8, 2 * os.availableParallelism()),
  // Timeout of a test, in ms. Only a hanging test takes so long, even on a machine with a third of the speed.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? 'line' : [['line'], ['json']],
  use: {
    baseURL: origin(port),
    browserName: 'chromium',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // Timeouts of one step of a test, in ms. The whole test may take longer.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { ...launch, args: [...launch.args, COMPILE_LESS] },
  },
  projects: [
    // Tests that change the clock or the card provider's settings of the whole sandbox. These tests have a separate
    // sandbox and run one after another. This Playwright project starts first, because it takes the longest.
    {
      name: 'alone',
      testMatch: ALONE,
      fullyParallel: false,
      workers: 1,
      use: { baseURL: origin(portAlone), viewport: { width: PHONE_WIDTH, height: 844 } },
    },
    {
      name: 'yookassaPhone',
      testMatch: YOOKASSA,
      grepInvert: /@desktop/,
      use: {
        baseURL: origin(portYooKassa),
        viewport: { width: PHONE_WIDTH, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'yookassaDesktop',
      testMatch: YOOKASSA,
      use: {
        baseURL: origin(portYooKassa),
        viewport: { width: DESKTOP_WIDTH, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      testIgnore: [ALONE, YOOKASSA],
      grepInvert: /@desktop/,
      use: { viewport: { width: PHONE_WIDTH, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [ALONE, YOOKASSA],
      grep: /@desktop|@bothWidths/,
      // Without a graphics card, the slow animation of the wide night sky takes as much CPU time as everything else
      // together. Only the tests on a phone keep animations.
      use: {
        viewport: { width: DESKTOP_WIDTH, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    ...askedBrowsers().map((browserName) => ({
      name: browserName,
      testMatch: JOURNEYS,
      grepInvert: /@desktop/,
      use: { browserName, viewport: { width: PHONE_WIDTH, height: 844 }, launchOptions: {} },
    })),
  ],
  webServer: [sandboxServer(port), sandboxServer(portAlone), sandboxServer(portYooKassa, 'yookassa')],
});
