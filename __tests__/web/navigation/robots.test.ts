/** `public/robots.txt` against the paths that there are: search engines are told of each, or of none by choice. */
import { readFileSync } from 'node:fs';
import { PATHS, SANDBOX_PAGE } from '../../../src/web/navigation/paths';

const LINES = readFileSync('public/robots.txt', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, rule, path] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return rule !== undefined && path !== undefined ? [{ rule, path: path.replace(/(?<=^\/)\$$/, '') }] : [];
  });

/** A device's link: whatever its token is. */
const BEGINNING_OF = { '/s/': PATHS.deviceLink } as const;
const listed = LINES.map(({ path }) => (path === '/s/' ? BEGINNING_OF[path] : path));
const NO_SCREENS = ['/fonts/', '/assets/', '/api/', SANDBOX_PAGE];

/** Shown to whoever follows a link of ours; nothing in them is to be found or to be hidden. */
const LEFT_TO_CRAWLERS: readonly string[] = [
  PATHS.landingYt,
  PATHS.landingTt,
  PATHS.login,
  PATHS.wait,
  PATHS.gift,
  PATHS.shop,
  PATHS.mobileShop,
  PATHS.pay,
  PATHS.thanks,
  PATHS.mobileProfile,
  PATHS.mobileDetach,
  PATHS.desktopGAuth,
];

/** The way into the console is not published, not even as what a crawler must not read. */
const UNPUBLISHED: readonly string[] = [
  PATHS.staffSignIn,
  PATHS.staffRefresh,
  PATHS.staffHome,
  PATHS.staffPartners,
  PATHS.staffUser,
  PATHS.staffDevice,
  PATHS.staffLogs,
  PATHS.staffGifts,
  PATHS.staffPaymentIssues,
  PATHS.staffAnalytics,
  PATHS.staffEmails,
  PATHS.staffPushes,
  PATHS.staffTeam,
  PATHS.staffAudit,
  PATHS.staffAccount,
];

it('names only what exists', () => {
  const known: readonly string[] = [...Object.values(PATHS), ...NO_SCREENS];
  expect(LINES.length).toBeGreaterThan(0);
  expect(listed.filter((path) => !known.includes(path))).toEqual([]);
});

it('decides about every path of the SPA', () => {
  const decided = [...listed, ...LEFT_TO_CRAWLERS, ...UNPUBLISHED].filter(
    (path) => !NO_SCREENS.includes(path),
  );
  expect([...decided].sort()).toEqual(Object.values(PATHS).sort());
});
