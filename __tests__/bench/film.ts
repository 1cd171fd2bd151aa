/** What a person sees while a page comes, picture by picture, on a slow phone. */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openSlowPhone } from './slowPhone';

/** ms without a new picture after which the film is over. */
const STILL_MS = 4_000;

/** Saves each picture that differs from the one before into `folder`, named by when it was there, ms. */
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
