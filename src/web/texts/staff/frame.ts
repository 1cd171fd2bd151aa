/** Words of the staff console's frame and of its tables. English, as the whole console. */
export const STAFF_FRAME_TEXTS = {
  pageTitle: (screen: string, product: string) => `${screen} · ${product} console`,
  homeLink: (product: string) => `${product} console, customers`,
  skip: 'Skip to the content',
  navigation: 'Console',
  customers: 'Customers',
  gifts: 'Gifts',
  partners: 'Partners',
  money: 'Money',
  letters: 'Letters',
  pushes: 'Pushes',
  openMoney: (open: number | undefined) => (open ? `Money (${String(open)})` : 'Money'),
  numbers: 'Numbers',
  team: 'Team',
  audit: 'Audit',
  back: 'Back',
  backHint: 'Back (Esc)',
  account: {
    button: (username: string) => `Account of ${username}`,
    anonymous: 'Account',
    dialog: 'Account',
    security: 'Second factor and sessions',
    appearance: 'Appearance',
    signOut: 'Sign out',
  },
  colorScheme: {
    legend: 'Appearance',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
} as const;

export const DATA_TABLE_TEXTS = {
  /** Stands where there is nothing to say. */
  blank: '—',
  loading: 'Loading...',
  actions: 'Actions',
  retry: 'Try again',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${String(page)}`,
  paging: (table: string) => `Pages of ${table}`,
  byAge: { first: 'Newest', next: 'Older' },
} as const;

export const REQUEST_ID_TEXTS = {
  copy: (id: string) => `Copy request id ${id}`,
  copied: 'Request id copied to clipboard',
  copyFailed: 'Not copied. Select it and copy it yourself.',
} as const;
