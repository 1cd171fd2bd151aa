/** Validates links in push messages of the type `LINK_MSG`. */

/**
 * Returns whether `link` is an absolute HTTPS URL without credentials on one of `hosts` or their subdomains. An empty
 * list of hosts allows every host.
 * @example isAllowedPushLink('https://help.prosvet.example/a', ['prosvet.example']) // true
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
