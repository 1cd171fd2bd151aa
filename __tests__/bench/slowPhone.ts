/** Simulates a phone on slow 4G with a 4× CPU slowdown, with the same values as Lighthouse's applied throttling. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const SLOWER_PROCESSOR = 4;

export interface SlowPhone {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
}

/**
 * Opens a page in a new browser context with an empty cache. `more` contains further options of the browser context.
 */
export async function openSlowPhone(
  browser: Browser,
  more: Parameters<Browser['newContext']>[0] = {},
): Promise<SlowPhone> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    ...more,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  return { context, page, session };
}
