/**
 * Inline script that marks browsers below the floor (`src/shared/browserFloor.ts`), so that the document shows a static notice
 * instead of buttons that do nothing. The script uses only the syntax of ECMAScript 5, so that such browsers can run it. The
 * build inserts the source text of the function into the HTML, so the function must not refer to anything outside its body.
 */

/** Attribute that the root element has in a browser below the floor. */
export const OLD_BROWSER_ATTRIBUTE = 'data-old-browser';

/** Subset of the global object that the script uses. */
interface Page {
  readonly document: { readonly documentElement: Pick<Element, 'setAttribute'> };
  readonly structuredClone?: unknown;
  readonly CSS?: { supports(property: string, value: string): boolean };
}

/**
 * Marks the document unless the browser has what every browser of the floor has: `structuredClone` (Chrome 98, Firefox 94,
 * Safari 15.4), `Array.prototype.findLast` (97, 104, 15.4) and the CSS unit `dvh` (108, 101, 15.4).
 */
export function markOldBrowser(page: Page, attribute: string): void {
  if (!(page.structuredClone && 'findLast' in [] && page.CSS && page.CSS.supports('height', '1dvh')))
    page.document.documentElement.setAttribute(attribute, '');
}
