/** Which system the page's own device runs, by what its browser says of itself: a guess that a person corrects. */
import type { ConnectSystem } from '../../shared/vpnApps';

/** The first that matches: a television says that it is an Android or a Linux too. */
const SYSTEMS: readonly (readonly [ConnectSystem, RegExp])[] = [
  ['tv', /\b(?:Smart-?TV|Android ?TV|Google ?TV|AppleTV|BRAVIA|AFT[A-Z]\w*|Web0S|Tizen.*TV|HbbTV|CrKey)\b/i],
  ['android', /\bAndroid\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMacintosh\b/],
  ['linux', /\b(?:Linux|X11|CrOS)\b/],
];

/** An iPad says that it is a Mac, and that it has fingers on it. Null: it says nothing. */
export function deviceSystemOf(userAgent: string, maxTouchPoints: number): ConnectSystem | null {
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
  return system === 'macos' && maxTouchPoints > 1 ? 'ios' : system;
}
