/**
 * What the first view of a page may cost, held by `firstView.test.ts` in a real Chromium with an empty cache:
 * one kilobyte more fails. Lower a number when the product has become lighter; raise one only with a reason
 * that stands beside it.
 */
import type { Path } from '../../src/web/navigation/paths';

/** Led through on the way in, or of a secret that nobody here has. */
export const WITHOUT_A_VIEW = [
  '/confirm',
  '/giftConfirm',
  '/switchAccount',
  '/s/:token',
  '/refresh',
] as const satisfies readonly Path[];

export type MeasuredPath = Exclude<Path, (typeof WITHOUT_A_VIEW)[number]>;

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
 * 43, of which 8 are parts that the product does not need, and notistack 6.4
 * (`docs/decisions/0037-packages-as-published.md`); the product's own parts are the rest. Of the HTML, headers are 1.6 kB, the
 * type faces 0.4 and the night sky's lights and gradients 1.9; what is drawn of many strokes comes after the first picture.
 * 0.2 kB of scripts are the months and the
 * figures of amounts, which spare a phone the browser's own tables (`docs/decisions/0032-startup-without-long-tasks.md`), 0.1 of those of accounts and of the
 * console prefetches an account. 0.1 kB of each prerendered page are the outline of focused buttons and the
 * copying of the support address without the application; 0.7 kB of the sign-in family are the rules of its links and /open, 0.2 of
 * the shop's and 0.5 of the account's the dates of money in Moscow's time and what /connect says to a television. 0.5 kB of the sign-in family
 * are the mark of a known browser and the last email of a day; 2.5 of the console the drafts of all forms, undoing, and working offline.
 */
export const BUDGETS = {
  // A tenth of it has the document again when the application was lost on its way, as at the pages below.
  '/': { htmlKb: 13.2, scriptKb: 0, scripts: 0, requests: 8 },
  '/yt': { htmlKb: 13.2, scriptKb: 0, scripts: 0, requests: 8 },
  '/tt': { htmlKb: 13.2, scriptKb: 0, scripts: 0, requests: 8 },
  '/info': { htmlKb: 13.4, scriptKb: 0, scripts: 0, requests: 8 },
  // The offer's own markup is 6.7 kB of it, of which tags and class names are 0.7.
  '/offer': { htmlKb: 18.4, scriptKb: 0, scripts: 0, requests: 8 },
  '/support': { htmlKb: 12.4, scriptKb: 0, scripts: 0, requests: 8 },
  '/thanks': { htmlKb: 12.8, scriptKb: 0, scripts: 0, requests: 8 },
  // 0.8 of its scripts are the icons of other screens: all icons are one module.
  '/login': { htmlKb: 13.4, scriptKb: 198.4, scripts: 5, requests: 12 },
  '/wait': { htmlKb: 13.6, scriptKb: 221.5, scripts: 8, requests: 14 },
  '/open': { htmlKb: 11.3, scriptKb: 221.5, scripts: 8, requests: 15 },
  '/gift': { htmlKb: 11.3, scriptKb: 221.5, scripts: 8, requests: 16 },
  '/shop': { htmlKb: 12.4, scriptKb: 205.8, scripts: 5, requests: 12 },
  '/mobileShop': { htmlKb: 12.5, scriptKb: 205.8, scripts: 5, requests: 12 },
  // Of its scripts one is the card widget's.
  '/pay': { htmlKb: 11.4, scriptKb: 226.1, scripts: 6, requests: 14 },
  // From here on the frame and its skeleton, or the ground alone (3.5 kB), stand until the application is there.
  '/profile': { htmlKb: 11.9, scriptKb: 225.5, scripts: 6, requests: 14 },
  '/subscription': { htmlKb: 12.0, scriptKb: 225.5, scripts: 6, requests: 14 },
  '/connect': { htmlKb: 3.7, scriptKb: 225.5, scripts: 6, requests: 14 },
  '/mobileProfile': { htmlKb: 3.7, scriptKb: 225.5, scripts: 6, requests: 14 },
  '/mobileDetach': { htmlKb: 3.7, scriptKb: 225.5, scripts: 6, requests: 14 },
  '/desktopGAuth': { htmlKb: 3.7, scriptKb: 221.5, scripts: 8, requests: 15 },
  // The console's own parts are 45 kB of each page.
  '/capitulum': { htmlKb: 10.0, scriptKb: 267.4, scripts: 9, requests: 13 },
  '/adept': { htmlKb: 10.8, scriptKb: 268.5, scripts: 9, requests: 17 },
  '/exorcio': { htmlKb: 3.7, scriptKb: 265.8, scripts: 9, requests: 17 },
  '/crucify': { htmlKb: 3.7, scriptKb: 266.4, scripts: 9, requests: 22 },
  '/torride': { htmlKb: 3.7, scriptKb: 267.0, scripts: 9, requests: 17 },
  '/severance': { htmlKb: 3.7, scriptKb: 266.1, scripts: 9, requests: 18 },
  '/adept/gifts': { htmlKb: 3.7, scriptKb: 266.4, scripts: 9, requests: 18 },
  '/adept/team': { htmlKb: 3.7, scriptKb: 266.7, scripts: 9, requests: 18 },
  '/adept/audit': { htmlKb: 3.7, scriptKb: 269.9, scripts: 9, requests: 18 },
  '/adept/paymentIssues': { htmlKb: 3.7, scriptKb: 266.6, scripts: 9, requests: 18 },
  '/adept/analytics': { htmlKb: 3.7, scriptKb: 268.6, scripts: 9, requests: 18 },
  '/adept/emails': { htmlKb: 3.7, scriptKb: 267.0, scripts: 9, requests: 18 },
  '/adept/pushes': { htmlKb: 3.7, scriptKb: 266.9, scripts: 9, requests: 18 },
  '/adept/account': { htmlKb: 3.7, scriptKb: 267.2, scripts: 9, requests: 18 },
} as const satisfies Record<MeasuredPath, Budget>;

export const measuredPaths = Object.keys(BUDGETS) as MeasuredPath[];
