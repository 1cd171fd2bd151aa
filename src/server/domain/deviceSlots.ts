/** Device slots of an account. */
import { OFFER_TERMS } from '../../shared/offerTerms';

/** Slots that are still free; never negative. */
export function availableSlots(attached: number): number {
  return Math.max(0, OFFER_TERMS.maxDevices - attached);
}

export const DEVICE_PLATFORMS = ['android', 'ios', 'desktop', 'other'] as const;
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

/** A platform as apps report it, in one of the four words of the wire. */
export function devicePlatform(reported: string): DevicePlatform {
  const word = reported.trim().toLowerCase();
  return DEVICE_PLATFORMS.find((platform) => platform === word) ?? 'other';
}
