/** Runs a task when the page is idle, also in WebKit, which has no `requestIdleCallback`. */

/** Delay in ms in a browser that does not report when the page is idle. The screen is rendered by then. */
const RENDERED_AFTER_MS = 100;

/** Runs `task` when the page is idle, at the latest after `timeout` ms. Returns a function that cancels the task. */
export function whenIdle(page: Window, task: () => void, timeout?: number): () => void {
  if ('requestIdleCallback' in page) {
    const handle = page.requestIdleCallback(task, timeout === undefined ? {} : { timeout });
    return () => page.cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, RENDERED_AFTER_MS);
  return () => clearTimeout(timer);
}
