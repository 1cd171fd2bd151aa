/** Tests that `public/robots.txt` allows or disallows every path explicitly. */
import { readFileSync } from 'node:fs';
import { PATHS, SANDBOX_PAGE } from '../../../src/web/navigation/paths';

const LINES = readFileSync('public/robots.txt', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, rule, path] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return rule !== undefined && path !== undefined ? [{ rule, path: path.replace(/(?<=^\/)\$$/, '') }] : [];
  });

/** Path of a device link with a sample token. */
const BEGINNING_OF = { '/s/': PATHS.deviceLink } as const;
const listed = LINES.map(({ path }) => (path === '/s/' ? BEGINNING_OF[path] : path));
const NO_SCREENS = ['/fonts/', '/assets/', '/api/', SANDBOX_PAGE];

/** Paths of screens that are reached by links only. These screens need neither indexing nor hiding. */
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
  PATHS.account,
  PATHS.accountData,
  PATHS.accountDevices,
  PATHS.changeCard,
  PATHS.changeEmail,
  PATHS.restoreEmail,
  PATHS.sessions,
  PATHS.confirmDeletion,
  PATHS.accountDeleted,
];

/** Paths of the staff console, which must not be published, not even in a disallow rule. */
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
  PATHS.staffApps,
  PATHS.staffLinkDomains,
  PATHS.staffTeam,
  PATHS.staffAudit,
  PATHS.staffAccount,
  PATHS.staffNotice,
];

it('lists only existing paths', () => {
  const known: readonly string[] = [...Object.values(PATHS), ...NO_SCREENS];
  expect(LINES.length).toBeGreaterThan(0);
  expect(listed.filter((path) => !known.includes(path))).toEqual([]);
});

it('has a rule for every path of the single-page app', () => {
  const decided = [...listed, ...LEFT_TO_CRAWLERS, ...UNPUBLISHED].filter(
    (path) => !NO_SCREENS.includes(path),
  );
  expect([...decided].sort()).toEqual(Object.values(PATHS).sort());
});
