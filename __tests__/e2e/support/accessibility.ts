/** What axe finds on a page as it stands. */
import fs from 'node:fs';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

// Browser tests run from the repository's root.
const axeSource = fs.readFileSync(path.join('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Resolves when nothing on the page is on its way to somewhere; what moves for ever does not count. */
export async function atRest(page: Page): Promise<void> {
  // What stands for the screen until the application draws it is replaced whole, perhaps while axe reads it.
  await page.locator('html[data-skeleton]').waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    // What a new width or colour scheme sets in motion begins with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0));
    // One that is cut short has ended as well.
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Violations of WCAG 2.2 AA, each with its rule and elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await atRest(page);
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as Window & {
      axe?: { run(options: object): Promise<AxeResults> };
    };
    const results = await axe?.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return (results?.violations ?? []).map(
      (each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' | ')}`,
    );
  });
}

/** By how many px the page scrolls sideways. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
