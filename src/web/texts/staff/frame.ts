/** Texts of the console's layout and of its tables. */
export const STAFF_FRAME_TEXTS = {
  /** Notice in place of a part of a screen that could not be rendered. */
  partFailed: {
    title: 'This part of the page can’t be shown',
    text: 'The rest of the page works. Try again, or reload the page.',
  },
  pageTitle: (screen: string, product: string) => `${screen} · ${product} console`,
  homeLink: (product: string) => `${product} console, customers`,
  skip: 'Skip to content',
  navigation: 'Console',
  customers: 'Customers',
  gifts: 'Gifts',
  partners: 'Partners',
  money: 'Payment issues',
  emails: 'Emails',
  pushes: 'Push campaigns',
  openMoney: (open: number | undefined) => (open ? `Payment issues (${String(open)})` : 'Payment issues'),
  numbers: 'Analytics',
  apps: 'VPN apps',
  linkDomains: 'Link domains',
  team: 'Team',
  audit: 'Audit log',
  commands: {
    open: 'Search or run a command',
    keys: (isApple: boolean) => (isApple ? ['⌘', 'K'] : ['Ctrl', 'K']),
    loadFailed: 'Couldn’t load. Check your connection and try again.',
  },
  back: 'Back',
  backHint: 'Back (Esc)',
  timeZone: 'Times are in Moscow time (UTC+3).',
  account: {
    button: (username: string) => `Account of ${username}`,
    anonymous: 'Account',
    dialog: 'Account',
    security: 'Security and sessions',
    notice: 'Maintenance notice',
    appearance: 'Appearance',
    signOut: 'Sign out',
  },
  colorScheme: {
    legend: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
} as const;

export const DATA_TABLE_TEXTS = {
  /** Text that is shown in place of an empty value. */
  blank: '—',
  loading: 'Loading...',
  actions: 'Actions',
  retry: 'Try again',
  previous: 'Previous',
  next: 'Next',
  first: 'First page',
  last: 'Last page',
  page: (page: number, pages: number | null) =>
    pages === null ? `Page ${String(page)}` : `Page ${String(page)} of ${String(pages)}`,
  total: (total: number, isCapped: boolean) =>
    isCapped ? `More than ${String(total)}` : `${String(total)} in total`,
  paging: (table: string) => `Pages of ${table}`,
  byAge: { first: 'Newest', next: 'Older' },
} as const;

export const REQUEST_ID_TEXTS = {
  copy: (id: string) => `Copy request ID ${id}`,
  copied: 'Request ID copied to clipboard',
  copyFailed: 'Couldn’t copy. Select the text and copy it manually.',
} as const;
