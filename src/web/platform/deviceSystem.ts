/** Detects the operating system of the device from the User-Agent. The result is a guess that the user can correct. */
import type { ConnectSystem } from '../../shared/vpnApps';

/**
 * User-Agent patterns in the order of matching. The order matters, because the User-Agent of a television also contains
 * Android or Linux.
 */
const SYSTEMS: readonly (readonly [ConnectSystem, RegExp])[] = [
  ['tv', /\b(?:Smart-?TV|Android ?TV|Google ?TV|AppleTV|BRAVIA|AFT[A-Z]\w*|Web0S|Tizen.*TV|HbbTV|CrKey)\b/i],
  ['android', /\bAndroid\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMacintosh\b/],
  ['linux', /\b(?:Linux|X11|CrOS)\b/],
];

/**
 * Returns the operating system of the device, or null if the operating system is unknown. An iPad sends the User-Agent
 * of a Mac, but has a touch screen.
 */
export function detectDeviceSystem(userAgent: string, maxTouchPoints: number): ConnectSystem | null {
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
  return system === 'macos' && maxTouchPoints > 1 ? 'ios' : system;
}
