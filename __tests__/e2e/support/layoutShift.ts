/** How far things on a page move by themselves, as Chromium counts it. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './journey';

/** A word moves by a pixel where the web font takes the place of its stand-in; nothing else may move. */
const SHIFT_MAX = 0.001;

interface WatchedWindow extends Window {
  takeShift?: () => { shift: number; moved: string[] };
}

/**
 * Watches what moves from the first picture on, and lets nothing be loaded ahead. Chromium takes the size that it gives a
 * tab for an input of the person, and excuses what moves right after one: `isUntouched` says that there is none.
 */
export async function watchFromTheStart(context: BrowserContext, isUntouched = false): Promise<void> {
  await context.addInitScript((excusesNothing) => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 });
    let shift = 0;
    const moved: string[] = [];
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (hadRecentInput && !excusesNothing) continue;
        shift += value;
        for (const { node } of sources) {
          moved.push((node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 120));
        }
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    (window as WatchedWindow).takeShift = () => {
      add(observer.takeRecords());
      return { shift, moved };
    };
  }, isUntouched);
}

/** What is changed by now has been drawn. */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export async function expectNothingMoved(page: Page): Promise<void> {
  const { shift, moved } = await page.evaluate(
    () => (window as WatchedWindow).takeShift?.() ?? { shift: Number.NaN, moved: [] },
  );
  expect(shift, moved.join('\n')).toBeLessThan(SHIFT_MAX);
}
