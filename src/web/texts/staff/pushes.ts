/** Words of messages to many devices. */
const devices = (count: number): string => `${String(count)} ${count === 1 ? 'device' : 'devices'}`;
const customers = (count: number): string => `${String(count)} ${count === 1 ? 'customer' : 'customers'}`;

export const PUSHES_TEXTS = {
  title: 'Pushes',
  table: 'Pushes to many devices',
  lead: 'Find customers by filters on the page of customers, then push to all of them from there.',
  empty: 'Nothing has been sent to many devices.',
  loadFailed: 'The pushes could not be read.',
  forbidden: 'Only senior staff push to many devices.',
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
  unregistered: (count: number) => `${String(count)} without the app any more`,
  failed: (count: number) => `${String(count)} failed`,
  pending: (count: number) => `${String(count)} on the way`,
  outcomes: {
    delivered: 'accepted by the push service',
    unregistered: 'the app is gone',
    failed: 'failed',
  } as Readonly<Record<string, string>>,
  onTheWay: 'on the way',
  shown: 'Show',
  all: 'all devices',
  unreached: 'not reached',
  pages: { first: 'First devices', next: 'Next devices' },
  ofDevices: 'Devices of this push',
  notFound: 'There is no such push.',
} as const;

export const PUSH_MANY_TEXTS = {
  title: 'Push to many',
  subject: 'the push',
  counting: 'Counting the devices...',
  countFailed: 'The devices could not be counted.',
  retry: 'Try again',
  goesTo: (deviceCount: number, customerCount: number) =>
    `It goes to ${devices(deviceCount)} of ${customers(customerCount)} that the search finds.`,
  nobody: 'No device of the customers found can be reached.',
  tooMany: (most: number) => `More than ${String(most)} devices: narrow the search by filters.`,
  messageTitle: 'Title',
  titleMissing: 'Type a title',
  description: 'Text',
  link: 'Link',
  preview: 'As it is shown',
  submit: (deviceCount: number) => `Send to ${devices(deviceCount)}`,
  sent: 'The push is on its way',
} as const;
