/** Chooses the domains of device links. Each base URL in `VPN_LINK_BASE_URL` has its own domain. */

/** Name of all domains that are not configured. The `Host` header of a request is unverified. */
export const OTHER_DOMAIN = 'other';

/** Returns the link domain of a base URL: its host name, without a port. */
export const parseLinkDomain = (baseUrl: string): string => new URL(baseUrl).hostname;

/**
 * Returns the base URLs whose domain is not marked as blocked, in the configured order. Returns all base URLs if every
 * domain is marked, which happens if the operator removes the other domains from the configuration.
 */
export function openBaseUrls(baseUrls: readonly string[], blocked: ReadonlySet<string>): readonly string[] {
  const open = baseUrls.filter((url) => !blocked.has(parseLinkDomain(url)));
  return open.length === 0 ? baseUrls : open;
}

/** Use of a device link by a VPN app. A domain is null if it is unknown or not configured. */
interface LinkUse {
  /** Domain in the link that the app stores. */
  own: string | null;
  /** Domain through which the app fetched its configuration. */
  used: string | null;
}

/**
 * Returns the base URL that an app should try when the domain of its stored link fails, or null if there is none. An app
 * that just used another domain than that of its link keeps using it, because this domain works for the customer.
 */
export function fallbackBaseUrl(
  baseUrls: readonly string[],
  blocked: ReadonlySet<string>,
  { own, used }: LinkUse,
): string | null {
  const others = openBaseUrls(baseUrls, blocked).filter((url) => parseLinkDomain(url) !== (own ?? used));
  return others.find((url) => parseLinkDomain(url) === used) ?? others[0] ?? null;
}
