/**
 * Names the operating system and the application of a client by its User-Agent. The names of the operating system and
 * the application are stored, so that the customer recognizes a session; the User-Agent is not stored. A client can
 * send any User-Agent, so these names are only displayed.
 */

export interface ClientNames {
  /** Name of the operating system or device, or null if it is unknown. */
  system: string | null;
  /** Name of the browser or application, or null if it is unknown. */
  application: string | null;
}

export const UNKNOWN_CLIENT: ClientNames = { system: null, application: null };

type Rule = readonly [name: string, pattern: RegExp];

/**
 * Rules for operating systems, of which the first match counts. The User-Agent of an iPad contains «Mac», and the
 * User-Agent of a television or phone contains «Linux».
 */
const SYSTEMS: readonly Rule[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\b(?:Macintosh|Darwin)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

/**
 * Rules for applications, of which the first match counts. The User-Agent of most browsers also contains «Chrome» and
 * «Safari».
 */
const APPLICATIONS: readonly Rule[] = [
  ['Yandex Browser', /\bYa(?:Browser|SearchBrowser|App_\w+)\//],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPiOS|Opera)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Mi Browser', /\bMiuiBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
];

const nameIn = (rules: readonly Rule[], userAgent: string): string | null =>
  rules.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/**
 * Returns the names of the operating system and the application for a User-Agent.
 *
 * @example
 * clientNames('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) … CriOS/131.0 … Safari/604.1')
 * // { system: 'iPhone', application: 'Chrome' }
 */
export function clientNames(userAgent: string): ClientNames {
  return { system: nameIn(SYSTEMS, userAgent), application: nameIn(APPLICATIONS, userAgent) };
}
