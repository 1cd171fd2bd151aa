/** Records the visible state of a page while it loads on a slow phone, as a series of images. */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openSlowPhone } from './slowPhone';

/** Time without a new image of the page after which the recording ends, in ms. */
const STILL_MS = 4_000;

/**
 * Saves each image of the loading page that differs from the previous image to `folder`. The file name is the time since
 * the request, in ms. Resolves to the paths of the image files.
 */
export async function film(browser: Browser, address: string, folder: string): Promise<string[]> {
  const { context, page, session } = await openSlowPhone(browser);
  await page.goto('about:blank');
  fs.mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  let began: number | null = null;
  let last = '';
  let changedAt = Date.now();
  session.on('Network.requestWillBeSent', ({ type, wallTime }) => {
    if (type === 'Document') began ??= wallTime;
  });
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    void session.send('Page.screencastFrameAck', { sessionId });
    if (data === last || began === null || metadata.timestamp === undefined) return;
    last = data;
    changedAt = Date.now();
    const ms = Math.round((metadata.timestamp - began) * 1000);
    const file = path.join(folder, `${String(ms).padStart(5, '0')}.png`);
    fs.writeFileSync(file, data, 'base64');
    files.push(file);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(address, { waitUntil: 'load' });
  while (Date.now() - changedAt < STILL_MS) await page.waitForTimeout(100);
  await session.send('Page.stopScreencast');
  await context.close();
  return files;
}
