/**
 * Imitates the page translator of a browser, which replaces each text node by `font` elements when the page is loaded, and
 * again after each change of the page. The texts stay the same, so that the tests find them. Unlike translators, also
 * replaces blank text nodes.
 */
import { test as base, type BrowserContext } from '@playwright/test';

/** Message of the error about a changed text node that the translator has removed from the page before. */
const STALE = 'a text changed that the page translator had replaced:';

/** Runs in the page. */
function translate({ stale, startsAt }: { stale: string; startsAt: string | null }): void {
  const tag: string = 'font';
  const own = new WeakSet<Node>();
  const untranslated = 'script, style, noscript, textarea, title, svg, [translate="no"]';
  // React changes the text node that it has rendered, so the new text is not visible.
  const replaced = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.isConnected) reportError(new Error(`${stale} «${target.nodeValue ?? ''}»`));
    }
  });
  const replace = (text: Text) => {
    if (own.has(text) || text.data === '' || !text.isConnected) return;
    if (text.parentElement === null || text.parentElement.closest(untranslated) !== null) return;
    const outer = document.createElement(tag);
    const inner = document.createElement(tag);
    const copy = document.createTextNode(text.data);
    own.add(copy);
    inner.append(copy);
    outer.append(inner);
    text.replaceWith(outer);
    replaced.observe(text, { characterData: true });
  };
  const replaceIn = (root: Node) => {
    if (root instanceof Text) replace(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) texts.push(node);
    }
    texts.forEach(replace);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') replaceIn(target);
      else addedNodes.forEach(replaceIn);
    }
  });
  const start = () => {
    replaceIn(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  if (startsAt !== null) window.addEventListener(startsAt, start, { once: true });
  else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

/**
 * Translates all pages that the context opens from now on: when they are loaded, or at the window event `startsAt`.
 */
export async function translatePages(context: BrowserContext, startsAt: string | null = null): Promise<void> {
  await context.addInitScript(translate, { stale: STALE, startsAt });
}

/** The `test` function of Playwright. If `TRANSLATED_PAGES` is `true`, all pages are translated. */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      if (process.env['TRANSLATED_PAGES'] === 'true') {
        const newContext = browser.newContext.bind(browser);
        browser.newContext = async (options) => {
          const context = await newContext(options);
          await translatePages(context);
          return context;
        };
      }
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
