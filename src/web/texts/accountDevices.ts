/** Texts of `/account/devices`, which are not in `devices.ts` so that other pages do not load them. */
export const ACCOUNT_DEVICES_TEXTS = {
  title: 'Устройства',
  lead: 'Через что и когда подключалось каждое устройство. Незнакомое открепи: VPN на нём отключится.',
  /** Text that is shown if the server cannot report the last use of the devices. */
  unavailable: 'Время последнего подключения сейчас недоступно.',
} as const;

/**
 * Names of the devices' operating systems, in the nominative and in the form after «на». The name of an unknown
 * operating system is omitted.
 */
const SYSTEM_TEXTS: Readonly<Record<string, { name: string; on: string }>> = {
  ios: { name: 'iPhone', on: 'на iPhone' },
  ipad: { name: 'iPad', on: 'на iPad' },
  android: { name: 'Android', on: 'на Android' },
  windows: { name: 'Windows', on: 'на Windows' },
  macos: { name: 'Mac', on: 'на Mac' },
  linux: { name: 'Linux', on: 'на Linux' },
  tv: { name: 'Android TV', on: 'на Android TV' },
  desktop: { name: 'Компьютер', on: 'на компьютере' },
};

/**
 * Returns the use of a device in one line, such as «Happ на iPhone, сегодня 14:20». `lastConnected` is the time in words,
 * or null if the device has never connected.
 */
export function deviceUseText(
  { deviceName, system, app }: { deviceName: string; system: string | null; app: string | null },
  lastConnected: string | null,
): string {
  const place = SYSTEM_TEXTS[system === 'ios' && /ipad/i.test(deviceName) ? 'ipad' : (system ?? '')];
  const what = app === null ? place?.name : [app, place?.on].filter((part) => part !== undefined).join(' ');
  const when = lastConnected ?? 'ещё не подключалось';
  return what === undefined ? (lastConnected === null ? when : `подключалось ${when}`) : `${what}, ${when}`;
}
