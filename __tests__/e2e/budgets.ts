/**
 * What the first view of a page may cost, held by `firstView.test.ts` in a real Chromium with an empty cache:
 * one kilobyte more fails. Lower a number when the product has become lighter; raise one only with a reason
 * that stands beside it.
 */

export interface Budget {
  /** Of the document, as it travels: kB (1024 bytes) of its brotli. */
  htmlKb: number;
  /** Of all scripts until the page works, as they travel, kB; 0: it needs none. */
  scriptKb: number;
  /** How many script files that is. */
  scripts: number;
  /** All requests until it works: the document, fonts, pictures and calls too. */
  requests: number;
}

/**
 * React with its DOM is 57 kB of each page that works, the router 26, the store with its calls 27, MUI with emotion
 * 43; the product's own parts are the rest, 0.4 of them the asking again for a gift whose answer was lost. Of the HTML, headers are 1.6 kB, the type faces
 * 0.4 and the night sky's lights and gradients 1.9; what is drawn of many strokes comes after the first picture.
 */
export const BUDGETS = {
  '/': { htmlKb: 13, scriptKb: 0, scripts: 0, requests: 8 },
  // A tenth of it has the document again when the application was lost on its way, as at /login.
  '/info': { htmlKb: 13.3, scriptKb: 0, scripts: 0, requests: 8 },
  // The offer's own markup is 6.7 kB of it, of which tags and class names are 0.7.
  '/offer': { htmlKb: 18.2, scriptKb: 0, scripts: 0, requests: 8 },
  '/support': { htmlKb: 12.3, scriptKb: 0, scripts: 0, requests: 8 },
  '/login': { htmlKb: 13.3, scriptKb: 187.1, scripts: 5, requests: 12 },
  '/shop': { htmlKb: 12.3, scriptKb: 194.2, scripts: 5, requests: 12 },
  // Its frame and skeleton.
  '/profile': { htmlKb: 11.8, scriptKb: 213.9, scripts: 6, requests: 14 },
  // The console's own parts are 45 kB of it.
  '/capitulum': { htmlKb: 9.9, scriptKb: 254, scripts: 9, requests: 13 },
} as const satisfies Record<string, Budget>;
