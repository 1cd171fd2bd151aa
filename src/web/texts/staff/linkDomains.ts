/** Texts of `/adept/linkDomains`. */
const count = (number: number): string => number.toLocaleString('en');

export const LINK_DOMAIN_TEXTS = {
  title: 'Link domains',
  lead: 'VPN apps update through a device link. A device link works on each domain. New links use the first domain that isn’t marked as blocked. If fetches through one domain drop while the others stay, the domain is probably blocked.',
  table: 'Link domains',
  loadFailed: 'Couldn’t load the link domains.',
  forbidden: 'You need the Admin role to manage link domains.',
  empty: 'No VPN panel is configured',
  columns: {
    domain: 'Domain',
    served: 'Served, 24 h',
    failed: 'Failed, 24 h',
    rejected: 'Rejected, 24 h',
    devices: 'Devices',
    missing: 'Missing, 24 h',
    onOtherDomain: 'Use another domain',
    unfetched: 'New links not fetched',
  },
  preferred: 'New links',
  blocked: 'Blocked',
  former: 'Not configured',
  blockedSince: (when: string) => `since ${when}`,
  count,
  usual: (number: number) => `usually ${count(number)}`,
  noUsual: 'no earlier numbers',
  share: (part: number, all: number) => `${count(part)} of ${count(all)}`,
  usualShare: (share: number) => `usually ${String(Math.round(share * 100))}%`,
  other: (served: number, rejected: number, failed: number) =>
    `Through other domains in 24 h: ${count(served)} served, ${count(rejected)} rejected, ${count(failed)} failed.`,
  legend:
    'Usual numbers are daily averages of the seven days before. Missing devices fetched their link in these days but not in the last 24 hours. New links not fetched were opened by no VPN app within 1 hour.',
  block: 'Mark as blocked',
  formatBlock: (domain: string) => `Mark as blocked: ${domain}`,
  unblock: 'Unblock',
  formatUnblock: (domain: string) => `Unblock: ${domain}`,
  question: (domain: string) => ({
    title: `Mark ${domain} as blocked?`,
    text: 'New device links will use the next domain at once. Customers see the new link the next time they open the page for connecting a device. Existing links keep working where the domain can be reached.',
    yes: 'Mark as blocked',
  }),
  failed: 'Couldn’t change the domain',
  hasBlocked: (domain: string) => `${domain} is marked as blocked`,
  hasUnblocked: (domain: string) => `${domain} is no longer marked as blocked`,
} as const;
