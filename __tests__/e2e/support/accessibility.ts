/** Runs axe on the current state of a page. */
import fs from 'node:fs';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

// The working directory of browser tests is the root of the repository.
const axeSource = fs.readFileSync(path.join('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Resolves when all finite animations on the page have ended. */
export async function atRest(page: Page): Promise<void> {
  // The application may replace the whole skeleton while axe runs.
  await page.locator('html[data-skeleton]').waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    // Transitions after a change of the width or the color scheme start in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0));
    // A cancelled animation counts as an ended animation.
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Returns the page's violations of WCAG 2.2 AA, each with the violated rule and the elements. */
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

/** Returns by how many px the page overflows horizontally. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
