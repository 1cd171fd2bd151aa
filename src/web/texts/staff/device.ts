/** Texts of the device pages `/torride` and `/severance`. */
import { shownDeviceName } from '../devices';

export const STAFF_DEVICE_TEXTS = {
  title: 'Device',
  nameless: 'Unnamed device',
  loading: 'Loading the device...',
  loadFailed: 'Couldn’t load the device.',
  notFound: 'Device not found. It may have been removed.',
  incomplete: 'This link is missing a device ID.',
  retry: 'Try again',
  backToUser: 'View customer',
  details: 'Details',
  customer: 'Customer',
  platform: 'Platform',
  firstActivation: 'First activation',
  never: 'never',
  deviceId: 'Device ID',
  state: 'State',
  active: 'Active',
  notActive: 'NOT ACTIVE DEVICE',
  pushToken: 'Push token',
  noToken: 'NO FCM TOKEN',
  copy: (what: string) => `Copy: ${what}`,
  copied: (what: string) => `${what} copied to clipboard`,
  copyFailed: 'Couldn’t copy to clipboard',
  logs: 'Connection logs',
  delivery: {
    title: 'VPN access',
    state: 'State',
    inOrder: 'Active',
    ended: 'Expired with subscription',
    blocked: 'Blocked in Remnawave',
    waiting: 'Pending sync',
    rejected: 'Rejected by Remnawave',
    why: 'Reason',
    notTried: 'Not attempted yet',
    nextTry: 'Next retry',
    until: 'Access valid until (incl. grace period)',
    noKey: 'No key',
    openedAt: 'Provisioned',
    lastSeen: 'Last seen',
    never: 'never',
    app: 'App',
    noApp: 'Native app or none',
  },
  pushes: 'Send push',
  pushesOff: 'Push notifications are switched off.',
  pushesNeedToken: 'No push token yet. The app registers one the next time it’s opened.',
  pushesNeedOurApp: (app: string) => `${app} is a third-party app and can’t receive pushes.`,
  login: 'LOGIN',
  loginExplanation: 'The push signs the app in with this email address.',
  loginEmail: 'Email',
  emailWrong: 'Enter a valid email',
  logout: 'LOGOUT',
  logoutExplanation: 'Signs the app out.',
  logoutQuestion: 'Sign the app out?',
  logoutConsequence: 'The customer will need to sign in again on this device.',
  turnOff: 'TURN_OFF',
  turnOffExplanation: 'Turns the VPN off on the device.',
  turnOffQuestion: 'Turn the VPN off?',
  turnOffConsequence: 'The VPN stays off until the customer turns it back on.',
  link: 'LINK_MSG',
  linkExplanation: 'Shows a message that opens a link.',
  linkAddress: 'Link',
  linkTitle: 'Title',
  linkDescription: 'Description',
  linkHint: (hosts: readonly string[]) =>
    hosts.length === 0
      ? 'Must start with https://'
      : `Must start with https:// and point to one of: ${hosts.join(', ')}`,
  linkWrong: (hosts: readonly string[]) =>
    hosts.length === 0
      ? 'Link must start with https://'
      : `Link must start with https:// and point to one of: ${hosts.join(', ')}`,
  send: (type: string) => `Send ${type}`,
  sending: 'Sending...',
  accepted: (type: string, messageId: string) =>
    messageId === ''
      ? `${type} accepted by the push service`
      : `${type} accepted by the push service. Message ID: ${messageId}`,
  failed: (type: string, reason: string) => `${type} not sent: ${reason}`,
  tokenCleared: (type: string) =>
    `${type} not sent: the app was uninstalled or signed out. We removed its push token.`,
  /** Error toast of the device pages. This is the only Russian text in the staff console. */
  errorToast: (message: string) => `Ошибка: ${message}`,
} as const;

/**
 * Returns the device name as the staff console shows it. A long name is shortened, and an empty name is replaced by a
 * placeholder.
 */
export function staffDeviceName(name: string | null | undefined): string {
  return shownDeviceName(name ?? '') || STAFF_DEVICE_TEXTS.nameless;
}

export const STAFF_LOGS_TEXTS = {
  title: 'Connection logs',
  label: 'Last 5 connections',
  loading: 'Loading logs...',
  empty: 'nothing was found...',
  loadFailed: 'Couldn’t load connection logs.',
  incomplete: 'This link is missing a customer ID.',
  refresh: 'Refresh',
  platform: 'Platform',
  device: 'Device',
  date: 'Date',
  success: 'Success',
  yes: 'Yes',
  no: 'No',
} as const;
