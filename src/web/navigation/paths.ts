/** Every path of the SPA. No other file spells a path. */
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
  login: '/login',
  wait: '/wait',
  confirm: '/confirm',
  giftConfirm: '/giftConfirm',
  /** Ours: a link signs in to an account that nobody here asked for. */
  switchAccount: '/switchAccount',
  gift: '/gift',
  mobileShop: '/mobileShop',
  pay: '/pay',
  thanks: '/thanks',
  /** Ours. A device's link; an application gets what it connects with at the same address. */
  deviceLink: '/s/:token',
  mobileProfile: '/mobileProfile',
  mobileDetach: '/mobileDetach',
  desktopGAuth: '/desktopGAuth',
  /** Ours, as the next seven. */
  staffGifts: '/adept/gifts',
  staffTeam: '/adept/team',
  staffAudit: '/adept/audit',
  staffPaymentIssues: '/adept/paymentIssues',
  staffAnalytics: '/adept/analytics',
  staffEmails: '/adept/emails',
  staffPushes: '/adept/pushes',
  staffAccount: '/adept/account',
} as const;

/** Former paths of console pages, which bookmarks may contain, and the paths that replace them. */
export const FORMER_PATHS = {
  '/adept/money': PATHS.staffPaymentIssues,
  '/adept/numbers': PATHS.staffAnalytics,
  '/adept/letters': PATHS.staffEmails,
} as const;

export type Path = (typeof PATHS)[keyof typeof PATHS];

/** The public gift page with a gift's key: what a gift link leads to. */
export function giftPath(key: string): string {
  return `${PATHS.gift}?${new URLSearchParams({ key }).toString()}`;
}

/** What stands for `:token` in a device's link. */
export function tokenInLink(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

/** A customer as staff see one. */
export function staffUserPath(userId: number): string {
  return `${PATHS.staffUser}?${new URLSearchParams({ id: String(userId) }).toString()}`;
}

/** A device of a customer as staff see it; `deviceId` is the installation's own. */
export function staffDevicePath(userId: number, deviceId: string): string {
  return `${PATHS.staffDevice}?${new URLSearchParams({ user: String(userId), device: deviceId }).toString()}`;
}

/** A customer's connection log. */
export function staffLogsPath(userId: number): string {
  return `${PATHS.staffLogs}?${new URLSearchParams({ userId: String(userId) }).toString()}`;
}

/** One message to many devices, with its outcomes. */
export function staffPushPath(id: number): string {
  return `${PATHS.staffPushes}?${new URLSearchParams({ id: String(id) }).toString()}`;
}

/** The sandbox's own page, served beside the SPA in sandbox mode. */
export const SANDBOX_PAGE = '/sandbox';
