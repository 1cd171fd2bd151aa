/** Measures the layout shift of a page as Chromium reports it. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './journey';

/**
 * Maximum layout shift score. The only allowed shift is that a word moves by a pixel when the web font replaces the
 * fallback font.
 */
const SHIFT_MAX = 0.001;

interface WatchedWindow extends Window {
  takeShift?: () => { shift: number; moved: string[] };
}

/**
 * Records layout shifts from the first paint on, and disables prefetching. Chromium treats the initial resize of a tab as
 * user input, and excludes shifts right after an input. If `isUntouched` is true, layout shifts after the initial resize
 * are included, because the test makes no input.
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

/** Resolves when all current changes have been rendered. */
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
