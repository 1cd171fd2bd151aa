/** Where a LINK_MSG push may lead. */

/**
 * True for an absolute https address without credentials whose host is one of `hosts` or below it;
 * any host when the list is empty.
 */
export function isAllowedPushLink(link: string, hosts: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return false;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (hosts.length === 0) return true;
  return hosts.some((host) => {
    const allowed = host.toLowerCase();
    return url.hostname === allowed || url.hostname.endsWith(`.${allowed}`);
  });
}
