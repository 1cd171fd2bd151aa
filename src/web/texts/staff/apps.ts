/** Texts of `/adept/apps`. */
import type { VpnAppListVersion } from '../../../shared/contract/staffVpnApps';
import { STORES_MAX } from '../../../shared/vpnAppList';
import type { AppStore, ConnectSystem } from '../../../shared/vpnApps';

export const SYSTEM_TEXTS: Readonly<Record<ConnectSystem, string>> = {
  ios: 'iPhone and iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
  tv: 'Android TV',
};

export const STORE_TEXTS: Readonly<Record<AppStore['kind'], string>> = {
  appStoreRu: 'App Store in Russia',
  appStore: 'App Store',
  googlePlay: 'Google Play',
  download: 'Direct download',
};

const listed = (systems: readonly ConnectSystem[]): string =>
  systems.map((system) => SYSTEM_TEXTS[system]).join(', ');

export const APPS_TEXTS = {
  title: 'VPN apps',
  lead: 'Customers see the enabled apps on the connection page, in this order. The first app of a system is the recommended app.',
  loading: 'Loading the apps',
  loadFailed: 'Couldn’t load the VPN apps.',
  forbidden: 'You need the Admin role to change the VPN apps.',
  list: 'Apps',
  systems: (systems: readonly ConnectSystem[]) => listed(systems) || 'No store links',
  disabled: 'Disabled',
  enableLabel: (app: string) => `Enable ${app}`,
  disableLabel: (app: string) => `Disable ${app}`,
  enable: 'Enable',
  disable: 'Disable',
  edit: 'Edit',
  editLabel: (app: string) => `Edit ${app}`,
  done: 'Done',
  doneLabel: (app: string) => `Done with ${app}`,
  up: (app: string) => `Move ${app} up`,
  down: (app: string) => `Move ${app} down`,
  remove: 'Remove app',
  removeLabel: (app: string) => `Remove app ${app}`,
  add: 'Add app',
  unnamed: 'New app',
  publish: 'Publish changes',
  publishing: 'Publishing',
  published: 'Changes published. Customers see them within a minute.',
  subject: 'The list of VPN apps',
  discard: 'Discard changes',
  unpublished: 'You have unpublished changes.',
  noChanges: 'No unpublished changes.',
  invalid: (apps: readonly string[]) => `Correct the marked fields of ${apps.join(', ')}.`,
  nothingOffered: 'Enable at least one app that has a store link.',
  systemsWithoutApp: (systems: readonly ConnectSystem[]) =>
    `No enabled app for ${listed(systems)}. Customers can’t choose these systems.`,
  stale: (by: string | null, at: string) =>
    `${by ?? 'The import of VPN_APPS'} changed the list on ${at}. Your changes are not published.`,
  keepMine: 'Replace with my changes',
  takeTheirs: 'Discard my changes',
  fields: {
    name: 'Name',
    opens: 'Deep link template',
    opensHint:
      'Opens the app with the device link. Placeholders: {url}, {encodedUrl}, {base64Url}, {name}, {encodedName}. Leave blank if the app has no documented deep link.',
    clients: 'User-Agent names',
    clientsHint: 'Names before the first slash, separated by commas. Disabled apps are recognized too.',
    sendsToTv: 'Website that sends the link to a TV',
    source: 'Source of the deep link',
    sourceHint: 'Document and its date.',
  },
  problems: {
    name: 'Enter a name of at most 32 characters.',
    opens:
      'Start with the scheme of the app, such as happ://, and include {url}, {encodedUrl} or {base64Url}.',
    clients: 'Enter at most 8 names of at most 40 characters without a slash, separated by commas.',
    sendsToTv: 'Enter an address that starts with https://.',
    source: 'Enter at most 200 characters.',
    store: 'Enter an address that starts with https://.',
  },
  stores: {
    kind: (system: string, number: number) => `Store ${String(number)} for ${system}`,
    url: (system: string, number: number) => `Link ${String(number)} for ${system}`,
    add: 'Add link',
    addLabel: (system: string) => `Add link for ${system}`,
    remove: 'Remove',
    removeLabel: (system: string, number: number) => `Remove link ${String(number)} for ${system}`,
    atMost: STORES_MAX,
  },
  preview: {
    title: 'Preview',
    lead: 'What customers see, with your unpublished changes. Apps with invalid fields are left out.',
    system: 'System',
    loading: 'Loading the preview',
    nothing: 'Customers are offered no app.',
  },
  links: {
    title: 'Links',
    lead: 'The server requests every link on this page, also of disabled apps and of unpublished changes.',
    check: 'Request every link',
    checking: 'Requesting the links',
    table: 'Responses of the links',
    empty: 'No links',
    app: 'App',
    link: 'Link',
    result: 'Result',
    host: 'Responded',
    time: 'Time',
    works: (status: number) => `Works (${String(status)})`,
    ms: (ms: number) => `${String(ms)} ms`,
    offline: 'No link responded. The server may have no access to the internet.',
    allWork: (count: number) => `All ${String(count)} links work.`,
    failed: (failed: number, count: number) => `${String(failed)} of ${String(count)} links don’t work.`,
    subject: 'The request of the links',
  },
  history: {
    title: 'History',
    table: 'Versions of the list',
    empty: 'No changes yet. The shipped list applies.',
    version: 'Version',
    when: 'When',
    who: 'Who',
    changes: 'Changes',
    imported: 'Import of VPN_APPS',
    unknown: 'Not known',
    current: 'Current',
    restore: 'Restore',
    restoreLabel: (version: number) => `Restore version ${String(version)}`,
    restoreShipped: 'Restore the shipped list',
    discardFirst: 'Publish or discard your changes before you restore a version.',
    restored: 'Version restored. Customers see it within a minute.',
  },
} as const;

const CHANGES: Readonly<Record<string, (app: string) => string>> = {
  added: (app) => `added ${app}`,
  removed: (app) => `removed ${app}`,
  enabled: (app) => `enabled ${app}`,
  disabled: (app) => `disabled ${app}`,
  edited: (app) => `edited ${app}`,
  reordered: () => 'changed the order',
};

/** Returns the changes of a version as a text, such as «Edited Happ, changed the order». */
export function changesInWords({ changes, restored, origin }: VpnAppListVersion): string {
  const words = (changes ?? []).map(({ change, app = '' }) => CHANGES[change]?.(app) ?? change).join(', ');
  const lead =
    origin === 'imported'
      ? APPS_TEXTS.history.imported
      : typeof restored === 'number'
        ? restored === 0
          ? 'Restored the shipped list'
          : `Restored version ${String(restored)}`
        : null;
  const text = [lead, words].filter(Boolean).join(': ');
  return text === '' ? APPS_TEXTS.history.unknown : text.charAt(0).toUpperCase() + text.slice(1);
}
