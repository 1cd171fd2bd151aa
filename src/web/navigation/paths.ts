/** Paths of the web application. No other file contains a literal path. */
import { LINKED_PATHS, STAFF_PATHS } from '../../shared/linkedPaths';

export const PATHS = {
  ...LINKED_PATHS,
  ...STAFF_PATHS,
  landing: '/',
  landingYt: '/yt',
  landingTt: '/tt',
  info: '/info',
  offer: '/offer',
  support: '/support',
  /** Path of the page that shows whether this browser uses the VPN. The page is an addition to the specification. */
  check: '/check',
  login: '/login',
  wait: '/wait',
  confirm: '/confirm',
  giftConfirm: '/giftConfirm',
  /**
   * Path of the confirmation page for a sign-in link that this browser did not request. The page is an addition to the
   * specification.
   */
  switchAccount: '/switchAccount',
  gift: '/gift',
  mobileShop: '/mobileShop',
  pay: '/pay',
  thanks: '/thanks',
  /**
   * Path of a device link. At the same URL, a VPN app receives its connection settings. The path is an addition to the
   * specification.
   */
  deviceLink: '/s/:token',
  mobileProfile: '/mobileProfile',
  mobileDetach: '/mobileDetach',
  desktopGAuth: '/desktopGAuth',
  /** Path of the overview of all pages about the customer's account. The page is an addition to the specification. */
  account: '/account',
  /** Added by us: change of the email address. */
  changeEmail: '/account/email',
  accountDevices: '/account/devices',
  accountData: '/account/data',
  /**
   * Path of the public page about the deletion of an account, to which Google Play and the App Store link. The page is
   * an addition to the specification.
   */
  deleteAccount: '/account/delete',
  /** Path of the page that is shown after the deletion of an account. The page is an addition to the specification. */
  accountDeleted: '/account/deleted',
  /** Path of the gifts page. This path and the next eight paths are additions to the specification. */
  staffGifts: '/adept/gifts',
  staffApps: '/adept/apps',
  staffTeam: '/adept/team',
  staffAudit: '/adept/audit',
  staffPaymentIssues: '/adept/paymentIssues',
  staffAnalytics: '/adept/analytics',
  staffEmails: '/adept/emails',
  staffPushes: '/adept/pushes',
  staffLinkDomains: '/adept/linkDomains',
  staffAccount: '/adept/account',
  staffNotice: '/adept/notice',
} as const;

/** Former paths of console pages, which bookmarks may contain, and the paths that replace them. */
export const FORMER_PATHS = {
  '/adept/money': PATHS.staffPaymentIssues,
  '/adept/numbers': PATHS.staffAnalytics,
  '/adept/letters': PATHS.staffEmails,
} as const;

export type Path = (typeof PATHS)[keyof typeof PATHS];

/** Returns the path of a gift link: the public gift page with the gift key. */
export function giftPath(key: string): string {
  return `${PATHS.gift}?${new URLSearchParams({ key }).toString()}`;
}

/** Returns the value of `:token` in the URL of a device link. */
export function tokenInLink(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

/** Returns the console path of a customer. */
export function staffUserPath(userId: number): string {
  return `${PATHS.staffUser}?${new URLSearchParams({ id: String(userId) }).toString()}`;
}

/** Returns the console path of a customer's device. `deviceId` is the installation id. */
export function staffDevicePath(userId: number, deviceId: string): string {
  return `${PATHS.staffDevice}?${new URLSearchParams({ user: String(userId), device: deviceId }).toString()}`;
}

/** Returns the console path of a customer's connection log. */
export function staffLogsPath(userId: number): string {
  return `${PATHS.staffLogs}?${new URLSearchParams({ userId: String(userId) }).toString()}`;
}

/** Returns the console path of a broadcast push and its delivery results. */
export function staffPushPath(id: number): string {
  return `${PATHS.staffPushes}?${new URLSearchParams({ id: String(id) }).toString()}`;
}

/** Path of the sandbox control page, which the server provides in sandbox mode. */
export const SANDBOX_PAGE = '/sandbox';

/** State of the navigation to `PATHS.accountDeleted` after a deletion. */
export const JUST_DELETED = 'justDeleted';
