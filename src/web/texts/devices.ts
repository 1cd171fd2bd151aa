/** Texts of the device list, and functions that shorten device names and ids. */
import { DEVICE_ID_SHOWN, DEVICE_NAME_SHOWN_CUT, DEVICE_NAME_SHOWN_MAX } from '../../shared/constants';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { DEVICES, formatCount } from '../../shared/plurals';

/** Shortens a device name of more than 20 characters to its first 17 characters plus «...». */
export function shownDeviceName(name: string): string {
  const characters = Array.from(name);
  return characters.length > DEVICE_NAME_SHOWN_MAX
    ? `${characters.slice(0, DEVICE_NAME_SHOWN_CUT).join('')}...`
    : name;
}

/** Returns the first 10 characters of a device id. */
export function shownDeviceId(deviceId: string): string {
  return Array.from(deviceId).slice(0, DEVICE_ID_SHOWN).join('');
}

const COMPUTER_NAME = /book|laptop|desktop|windows|\bpc\b|\bmac\b|imac|ноут|комп/i;

/**
 * Guesses from the device name whether the device is a computer, to choose its icon. Customer devices have no platform
 * field.
 */
export function isLikelyComputer(name: string): boolean {
  return COMPUTER_NAME.test(name);
}

export const buildDevicesTexts = (terms: OfferTerms) =>
  ({
    heading: (used: number) => `Список устройств ${used}/${terms.maxDevices}`,
    holdHint: 'удерживай, чтобы открепить',
    detach: 'Открепить',
    nameless: 'Устройство без имени',
    inactive: 'не активно',
    freeSlots: (free: number) =>
      free > 0
        ? `Можно подключить ещё ${formatCount(free, DEVICES)}.`
        : 'Все места заняты: чтобы подключить новое устройство, открепи одно из\u00a0этих.',
    confirm: {
      title: (name: string) => `Открепить «${name}»?`,
      explanation: 'VPN на этом устройстве отключится, а место освободится для другого.',
      yes: 'Открепить',
    },
  }) as const;

export const DEVICES_TEXTS = buildDevicesTexts(OFFER_TERMS);
