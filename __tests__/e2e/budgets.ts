/**
 * Size budgets of the first view of each page. `firstView.test.ts` checks them in a real Chromium with an empty cache, and
 * fails if a budget is exceeded by more than `BUILDS_DIFFER_KB`. Lower a number when the product has become smaller. Raise a number only with a
 * reason in a comment.
 */
import type { Path } from '../../src/web/navigation/paths';

/**
 * Paths without a size budget, because these pages redirect during the sign-in or need a secret that the tests do not
 * have.
 */
export const WITHOUT_A_VIEW = [
  '/confirm',
  '/giftConfirm',
  '/switchAccount',
  '/s/:token',
  '/refresh',
] as const satisfies readonly Path[];

export type MeasuredPath = Exclude<Path, (typeof WITHOUT_A_VIEW)[number]>;

export interface Budget {
  /** Size of the document as transferred with brotli, in kB (1024 bytes). */
  htmlKb: number;
  /** Transferred size of all scripts until the page is interactive, in kB. 0 means that the page needs no script. */
  scriptKb: number;
  /** Number of script files until the page is interactive. */
  scripts: number;
  /** Number of all requests until the page is interactive, including the document, fonts, images and API requests. */
  requests: number;
}

/**
 * Size budgets of each page. Each interactive page contains 57 kB of React with its DOM, 26 kB of the router, and 27 kB
 * of the Redux store with its API requests. Each interactive page also contains 43 kB of MUI with emotion, of which the
 * product does not need 8 kB (`docs/decisions/0037-packages-as-published.md`). The rest of each page is the product's own
 * code. notistack and the confirmation dialog are loaded after the first input.
 *
 * HTTP headers take 1.6 kB of the HTML size, the `@font-face` rules 0.3 kB, and the lights and gradients of the night sky
 * 1.9 kB. Complex vector images are rendered after the first paint.
 *
 * Names of months and the formatting of amounts take 0.2 kB of the scripts. With these names the browser does not have to
 * load its own locale tables, which is slow on a phone (`docs/decisions/0032-startup-without-long-tasks.md`). The
 * prefetching of an account takes 0.1 kB of the account and console scripts. A script in the router's
 * `ScrollRestoration`, which only pages rendered on a server need, takes 0.2 kB.
 *
 * Two features take 0.1 kB of each prerendered page: the outline of focused buttons, and copying the support address
 * before the application starts. The rules of sign-in links and of /open take 0.7 kB of the sign-in scripts. The mark of
 * a known browser and the last email of a day take another 0.5 kB of the sign-in scripts. Paths and API calls of the account
 * pages take 1.0 kB of each script, and the export and deletion of a customer by staff 0.7 kB of the console scripts.
 *
 * Links to the privacy policy take 0.1 kB of each customer page and 0.2 kB of the email form.
 *
 * Dates of payments in Moscow time and the instructions of /connect for a television take 0.2 kB of the shop scripts
 * and 0.5 kB of the account scripts. The drafts of all forms, undo and offline work take 2.5 kB of the console scripts.
 * Clearer texts take 0.1 kB of the console scripts, and the names of staff actions 0.7 kB. The search for payments and
 * failed requests takes 0.2 kB of the console scripts, and another 0.2 kB of /adept. The schemas of staff
 * responses take 0.7 kB of the console scripts, so that customer pages do not load them. The number of results and the
 * buttons to the first and last page take 0.4 kB of the console scripts. The notice of a stale dialog takes 0.3 kB of
 * the console scripts. Payments that the server opens take 0.1 kB of the console scripts and 0.2 kB of the sign-in scripts. The card change takes 0.7 kB of
 * the sign-in scripts, 0.5 kB of the shop scripts and 0.4 kB of the account scripts. These scripts contain code of the
 * card change because a payment for a card change and a payment in the shop share one flow. The links to /account and
 * /check, their paths, and the line about the last use of a device take 0.6 kB of the account scripts.
 *
 * Finding codes and gift keys in pasted text takes 0.6 kB of the sign-in and console scripts, and 0.4 kB of the pages with
 * a code field. The link that signs an application in takes 0.4 kB of the sign-in scripts, and the wait before a deletion
 * 0.4 kB of /account/delete/confirm. The state of a device that the VPN panel rejects takes 0.2 kB of all scripts.
 *
 * Loading the hint of in-app browsers, and recognizing Telegram and iPads, takes 0.3 kB of the scripts. On the pages with a
 * Google button the instructions that are no longer in their scripts outweigh it.
 *
 * Replacements of what the oldest browsers lack take 0.4 kB of the scripts: colours before `color-mix`, the style sheet of toasts, deadlines,
 * and adapters that may be missing.
 *
 * Removing invisible characters from typed and pasted texts takes 0.3 kB of all scripts. Pages that the browser has
 * translated, which are rendered anew with what was typed, take 0.3 kB, and the error screen in English, which says what
 * became of the last change, 0.3 kB. The day of charges that some months lack takes 0.3 kB of the shop and account scripts,
 * and the known VPN apps 0.3 kB of the account scripts. Searches by every form of an address take 0.5 kB of the console
 * scripts. The codes of receipts take 0.4 kB of the scripts of pages with a payment. Loading the field for the phone number of
 * receipts takes 0.3 kB of the scripts that payment pages share with most pages, 0.1 kB of the shop, 0.2 kB of /profile and
 * 0.4 kB of /account.
 *
 * The styles of the maintenance notice take 0.2 kB of each document. Showing, replacing and removing the notice takes 0.5 kB of
 * all scripts, and its link, right and texts another 0.5 kB of the console scripts.
 */
export const BUDGETS = {
  // 0.3 kB of each document are the notice for old browsers, its styles, and the script that shows it.
  // 0.5 kB of each document are the part of the inline script that writes the stored email address into a skeleton.
  // 0.2 kB of each document are the parts of the inline script that reload the page if the application could not be
  // loaded, and that follow the history before the application starts.
  '/': { htmlKb: 14.4, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/yt': { htmlKb: 14.4, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/tt': { htmlKb: 14.4, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/info': { htmlKb: 14.6, scriptKb: 0.0, scripts: 0, requests: 7 },
  // 6.7 kB of the document is the markup of the offer, of which 0.7 kB are tags and class names.
  '/offer': { htmlKb: 19.5, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/privacy': { htmlKb: 16.7, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/support': { htmlKb: 13.7, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/status': { htmlKb: 14.4, scriptKb: 0.0, scripts: 0, requests: 7 },
  '/check': { htmlKb: 12.5, scriptKb: 207.6, scripts: 6, requests: 11 },
  '/account/delete': { htmlKb: 14.0, scriptKb: 0.1, scripts: 0, requests: 7 },
  '/thanks': { htmlKb: 14.0, scriptKb: 0.0, scripts: 0, requests: 7 },
  // 0.8 kB of the scripts are icons of other screens, because all icons are in one module.
  '/login': { htmlKb: 14.7, scriptKb: 195.5, scripts: 5, requests: 11 },
  '/wait': { htmlKb: 14.8, scriptKb: 225.7, scripts: 9, requests: 13 },
  '/open': { htmlKb: 12.5, scriptKb: 225.7, scripts: 9, requests: 14 },
  '/gift': { htmlKb: 12.8, scriptKb: 225.7, scripts: 9, requests: 15 },
  '/shop': { htmlKb: 13.7, scriptKb: 209.7, scripts: 6, requests: 11 },
  '/mobileShop': { htmlKb: 13.7, scriptKb: 209.7, scripts: 6, requests: 11 },
  // One of the scripts is the card widget.
  '/pay': { htmlKb: 14.1, scriptKb: 230.5, scripts: 7, requests: 13 },
  // The remaining pages show their frame with a skeleton, or only a blank page (3.5 kB), until the application has
  // started.
  '/profile': { htmlKb: 14.0, scriptKb: 197.9, scripts: 5, requests: 13 },
  '/subscription': { htmlKb: 13.4, scriptKb: 217.7, scripts: 7, requests: 14 },
  // This screen has a separate chunk, so that the other pages do not load its code.
  '/account': { htmlKb: 13.4, scriptKb: 187.9, scripts: 4, requests: 10 },
  // One of the scripts is the card widget.
  '/account/card': { htmlKb: 13.4, scriptKb: 233.4, scripts: 8, requests: 14 },
  '/account/data': { htmlKb: 4.9, scriptKb: 203.8, scripts: 7, requests: 14 },
  '/account/devices': { htmlKb: 13.3, scriptKb: 219.5, scripts: 8, requests: 14 },
  '/connect': { htmlKb: 13.4, scriptKb: 218.0, scripts: 7, requests: 14 },
  '/mobileProfile': { htmlKb: 4.9, scriptKb: 217.9, scripts: 7, requests: 14 },
  '/mobileDetach': { htmlKb: 4.9, scriptKb: 217.9, scripts: 7, requests: 14 },
  '/account/delete/confirm': { htmlKb: 4.9, scriptKb: 220.2, scripts: 9, requests: 14 },
  '/account/deleted': { htmlKb: 4.8, scriptKb: 213.2, scripts: 7, requests: 11 },
  '/account/email': { htmlKb: 4.9, scriptKb: 211.1, scripts: 8, requests: 14 },
  '/account/restoreEmail': { htmlKb: 4.8, scriptKb: 210.8, scripts: 8, requests: 14 },
  '/account/sessions': { htmlKb: 4.9, scriptKb: 220.6, scripts: 8, requests: 14 },
  '/desktopGAuth': { htmlKb: 4.8, scriptKb: 225.7, scripts: 9, requests: 14 },
  // The code of the staff console is 41 kB of each console page.
  '/capitulum': { htmlKb: 11.1, scriptKb: 257.4, scripts: 11, requests: 13 },
  // 1.6 kB of the scripts are the panels of work, last customers and figures beside the search, and 0.3 kB the card
  // providers that are gone. 0.2 kB of the document are the button of the command palette and the widths of the frame.
  '/adept': { htmlKb: 12.4, scriptKb: 263.8, scripts: 11, requests: 18 },
  '/exorcio': { htmlKb: 4.8, scriptKb: 255.6, scripts: 11, requests: 18 },
  // 3.1 kB of the scripts are the answer why the VPN does not work. 1.6 kB are the colleagues who have the customer open
  // without a layout shift, the changes that a stale dialog lists, and undo.
  '/crucify': { htmlKb: 4.8, scriptKb: 274.4, scripts: 11, requests: 23 },
  '/torride': { htmlKb: 4.8, scriptKb: 258.6, scripts: 11, requests: 18 },
  '/severance': { htmlKb: 4.8, scriptKb: 255.9, scripts: 11, requests: 19 },
  '/adept/gifts': { htmlKb: 4.8, scriptKb: 259.9, scripts: 11, requests: 19 },
  // 11 kB of the scripts in two files are the preview, which is the component of the customer's page.
  '/adept/apps': { htmlKb: 4.8, scriptKb: 273.8, scripts: 13, requests: 19 },
  '/adept/team': { htmlKb: 4.8, scriptKb: 258.2, scripts: 11, requests: 19 },
  '/adept/audit': { htmlKb: 4.8, scriptKb: 259.3, scripts: 11, requests: 19 },
  '/adept/paymentIssues': { htmlKb: 4.8, scriptKb: 258.7, scripts: 11, requests: 19 },
  // 27 kB of the scripts are the chart library, which no other page loads, and 0.3 kB the sales by card provider.
  '/adept/analytics': { htmlKb: 4.8, scriptKb: 285.0, scripts: 11, requests: 19 },
  '/adept/emails': { htmlKb: 4.8, scriptKb: 256.9, scripts: 11, requests: 19 },
  '/adept/pushes': { htmlKb: 4.8, scriptKb: 256.8, scripts: 11, requests: 19 },
  '/adept/account': { htmlKb: 4.8, scriptKb: 257.4, scripts: 11, requests: 19 },
  '/adept/notice': { htmlKb: 4.8, scriptKb: 257.8, scripts: 11, requests: 19 },
  '/adept/linkDomains': { htmlKb: 4.8, scriptKb: 257.2, scripts: 11, requests: 19 },
} as const satisfies Record<MeasuredPath, Budget>;

export const measuredPaths = Object.keys(BUDGETS) as MeasuredPath[];
