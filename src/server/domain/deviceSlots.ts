/** Device slots of an account, and the platforms of devices. */
import { OFFER_TERMS } from '../../shared/offerTerms';

/** Returns the number of free device slots. The number is never negative. */
export function availableSlots(attached: number): number {
  return Math.max(0, OFFER_TERMS.maxDevices - attached);
}

export const DEVICE_PLATFORMS = ['android', 'ios', 'desktop', 'other'] as const;
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

/**
 * Converts the platform that an app reports to one of the API's platform values; an unknown platform becomes `other`.
 */
export function devicePlatform(reported: string): DevicePlatform {
  const word = reported.trim().toLowerCase();
  return DEVICE_PLATFORMS.find((platform) => platform === word) ?? 'other';
}
