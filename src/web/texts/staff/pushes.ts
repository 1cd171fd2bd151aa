/** Texts of broadcast pushes. */
const devices = (count: number): string => `${String(count)} ${count === 1 ? 'device' : 'devices'}`;
const customers = (count: number): string => `${String(count)} ${count === 1 ? 'customer' : 'customers'}`;

export const PUSHES_TEXTS = {
  title: 'Push campaigns',
  table: 'Push campaigns',
  lead: 'To start a campaign, filter Customers and choose “Send push to …”.',
  off: 'Push notifications are switched off.',
  empty: 'No push campaigns yet',
  loadFailed: 'Couldn’t load push campaigns.',
  forbidden: 'You need the Senior role to send push campaigns.',
  when: 'When',
  message: 'Message',
  by: 'By',
  devices: 'Devices',
  reached: 'Reached',
  outcome: 'Outcome',
  customer: 'Customer',
  device: 'Device',
  progress: (settled: number, count: number) => `${String(settled)} of ${devices(count)}`,
  progressLabel: 'Sent so far',
  delivered: (count: number) => `${String(count)} accepted by the push service`,
  unregistered: (count: number) => `${String(count)} uninstalled`,
  failed: (count: number) => `${String(count)} failed`,
  pending: (count: number) => `${String(count)} sending`,
  outcomes: {
    delivered: 'Accepted by the push service',
    unregistered: 'App uninstalled',
    failed: 'Failed',
  } as Readonly<Record<string, string>>,
  onTheWay: 'Sending',
  shown: 'Show',
  all: 'All devices',
  unreached: 'Undelivered',
  pages: { first: 'First devices', next: 'Next devices' },
  ofDevices: 'Devices in this campaign',
  notFound: 'Push campaign not found',
} as const;

export const PUSH_MANY_TEXTS = {
  title: 'Send push',
  subject: 'send the push',
  counting: 'Counting devices...',
  countFailed: 'Couldn’t count devices.',
  retry: 'Try again',
  /** `found` is the number of all customers of the search, or null if it is unknown. */
  goesTo: (deviceCount: number, customerCount: number, found: number | null) =>
    found === null || found <= customerCount
      ? `Sends to ${devices(deviceCount)} (${customers(customerCount)})`
      : `Sends to ${devices(deviceCount)} (${String(customerCount)} of ${customers(found)})`,
  nobody: 'None of these customers has a push-enabled device.',
  tooMany: (most: number) => `Over the ${String(most)}-device limit. Narrow your filters.`,
  messageTitle: 'Title',
  titleMissing: 'Enter a title',
  description: 'Text',
  link: 'Link',
  preview: 'Preview',
  submit: (deviceCount: number) => `Send to ${devices(deviceCount)}`,
  sent: 'Push queued',
} as const;
