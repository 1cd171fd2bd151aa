/** Words of /torride and /severance. English, as the whole console. */
import { shownDeviceName } from '../devices';

export const STAFF_DEVICE_TEXTS = {
  title: 'Device',
  nameless: 'Nameless device',
  loading: 'Loading the device...',
  loadFailed: 'The device could not be read.',
  notFound: 'This customer has no such device: it may have been detached.',
  incomplete: 'The address names no device.',
  retry: 'Try again',
  backToUser: 'To the customer',
  facts: 'About the device',
  customer: 'Customer',
  platform: 'Platform',
  firstActivation: 'First activation',
  never: 'never',
  deviceId: 'Device id',
  state: 'State',
  active: 'Active',
  notActive: 'NOT ACTIVE DEVICE',
  pushToken: 'Push token',
  noToken: 'NO FCM TOKEN',
  copy: (what: string) => `Copy: ${what}`,
  copied: (what: string) => `${what} copied to clipboard`,
  copyFailed: 'The browser refused to copy',
  logs: 'Connection logs',
  delivery: {
    title: 'VPN access',
    state: 'State',
    inOrder: 'In order',
    ended: 'Ended with the access',
    blocked: 'BLOCKED IN THE PANEL',
    waiting: 'Waiting for the panel',
    why: 'Why it waits',
    notTried: 'Not tried yet',
    nextTry: 'Next try',
    until: 'Works until',
    noKey: 'no key yet',
    openedAt: 'In the network since',
    lastSeen: 'Last seen',
    never: 'never',
    app: 'Application',
    noApp: 'Our own, or none yet',
  },
  pushes: 'Push to the device',
  pushesNeedToken: 'A push needs a token: the app sends one when it is opened next.',
  pushesNeedOurApp: (app: string) => `${app} is not ours and takes no pushes.`,
  login: 'LOGIN',
  loginExplanation: 'Signs the app in with this email.',
  loginEmail: 'Email',
  emailWrong: 'This is no email address',
  logout: 'LOGOUT',
  logoutExplanation: 'Signs the app out.',
  logoutQuestion: 'Sign the app out?',
  logoutConsequence: 'The customer has to sign in on this device again.',
  turnOff: 'TURN_OFF',
  turnOffExplanation: 'Turns the VPN off on the device.',
  turnOffQuestion: 'Turn the VPN off?',
  turnOffConsequence: 'The customer stays without the VPN until they turn it on themselves.',
  link: 'LINK_MSG',
  linkExplanation: 'Shows a message that opens a link.',
  linkAddress: 'Link',
  linkTitle: 'Title',
  linkDescription: 'Description',
  linkHint: (hosts: readonly string[]) =>
    hosts.length === 0 ? 'https only' : `https only, to ${hosts.join(', ')}`,
  linkWrong: (hosts: readonly string[]) =>
    hosts.length === 0
      ? 'The link must begin with https://'
      : `The link must begin with https:// and lead to ${hosts.join(', ')}`,
  send: (type: string) => `Send ${type}`,
  sending: 'Sending...',
  accepted: (type: string, messageId: string) =>
    messageId === ''
      ? `${type}: accepted by the push service.`
      : `${type}: accepted by the push service as ${messageId}.`,
  failed: (type: string, reason: string) => `${type}: not sent. ${reason}`,
  tokenCleared: (type: string) =>
    `${type}: not sent. The app is no longer registered on this device, so its push token was cleared.`,
  /** The one toast in Russian among the English texts. */
  errorToast: (message: string) => `Ошибка: ${message}`,
} as const;

/** A device's name as the console shows it: cut to the length that every name has there, and never empty. */
export function staffDeviceName(name: string | null | undefined): string {
  return shownDeviceName(name ?? '') || STAFF_DEVICE_TEXTS.nameless;
}

export const STAFF_LOGS_TEXTS = {
  title: 'Connection logs',
  label: 'The last five connections',
  loading: 'Loading logs...',
  empty: 'nothing was found...',
  loadFailed: 'The logs could not be read.',
  incomplete: 'The address names no customer.',
  refresh: 'Refresh',
  platform: 'Platform',
  device: 'Device',
  date: 'Date',
  success: 'Success',
  yes: 'yes',
  no: 'no',
} as const;
