/** Texts of gifts for staff: the gift link on `/adept` and the page `/adept/gifts`. */
export const GIFT_LINK_TEXTS = {
  title: 'Gift link',
  subject: 'create the gift link',
  months: 'Months',
  create: 'Create gift link',
  creating: 'Creating the gift link',
  tooFew: 'Must be at least 1 month.',
  tooMany: (max: number) => `Must be at most ${String(max)} months.`,
  failed: 'Couldn’t create the gift link',
  link: 'Link',
  once: 'Copy this key now. You won’t be able to see it again.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied to clipboard',
  linkCopyFailed: 'Couldn’t copy the link. Select it and copy it manually.',
  qrCode: 'QR code of the gift link',
  copyQrCode: 'Copy QR code',
  qrCodeCopied: 'QR code copied to clipboard',
  qrCodeCopyFailed: 'Failed to copy QR code',
  downloadQrCode: 'Download QR code',
  qrCodeFile: (months: number, ending: string) => `gift-${String(months)}-months-${ending}.png`,
} as const;

export const GIFTS_TEXTS = {
  title: 'Gifts',
  batch: {
    title: 'New batch',
    subject: 'create the gift batch',
    name: 'Name',
    nameHint: 'Internal name, e.g. the campaign',
    nameMissing: 'Enter a batch name.',
    size: 'Gifts',
    sizeRejected: (max: number) => `Enter a number from 1 to ${String(max)}.`,
    create: 'Create batch',
    creating: 'Creating the batch',
    failed: 'Couldn’t create the batch',
  },
  lost: {
    title: (name: string) => `We didn’t get a response for “${name}”`,
    text: 'You can retrieve its keys for 15 minutes. This won’t create duplicates.',
    again: 'Retrieve keys',
    forget: 'Dismiss',
  },
  result: {
    title: (name: string, size: number) => `${name}: ${String(size)} ${size === 1 ? 'gift' : 'gifts'}`,
    once: 'Save these keys now. They won’t be shown again.',
    links: 'Gift links',
    copyAll: 'Copy all',
    copied: 'All links copied to clipboard',
    copyFailed: 'Couldn’t copy the links. Download the CSV instead.',
    csv: 'Download CSV',
    csvFile: (name: string) =>
      `gifts-${
        name
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-')
          .replace(/^-|-$/g, '') || 'batch'
      }.csv`,
    csvHead: ['No.', 'Batch', 'Months', 'Duration', 'Key', 'Link'],
    print: 'Print QR codes',
    preparing: 'Preparing the sheet',
  },
  leave: {
    title: 'Discard these keys?',
    text: 'You haven’t saved them and they won’t be shown again.',
    yes: 'Leave anyway',
    no: 'Go back',
  },
  views: { label: 'Show', gifts: 'Gifts', batches: 'Batches' },
  filters: {
    state: 'State',
    anyState: 'Any state',
    ofBatch: (id: number) => `Batch ${String(id)}`,
    allBatches: 'Show all batches',
    keyEnding: 'Key ends with',
    keyEndingWrong: 'Enter up to 4 letters or digits',
  },
  states: { new: 'New', activated: 'Activated', revoked: 'Revoked' },
  columns: {
    gift: 'Gift',
    months: 'Months',
    batch: 'Batch',
    state: 'State',
    created: 'Created',
    activated: 'Activated',
    revoked: 'Revoked',
    name: 'Name',
    size: 'Gifts',
    unused: 'Unused',
  },
  keyEnding: (ending: string) => `…${ending}`,
  empty: 'nothing was found...',
  loadFailed: 'Couldn’t load the list.',
  tables: { gifts: 'Gifts', batches: 'Gift batches' },
  revoke: {
    button: 'Revoke',
    formatButton: (ending: string) => `Revoke the gift …${ending}`,
    title: 'Revoke this gift?',
    text: (ending: string, duration: string) =>
      `The key …${ending} (${duration}) will stop working. This can’t be undone.`,
    done: 'Gift revoked',
    failed: 'Couldn’t revoke the gift',
  },
  revokeBatch: {
    button: 'Revoke unused',
    // The accessible name starts with the visible label, so that voice control users can activate the button by the
    // label.
    formatButton: (name: string) => `Revoke unused gifts in ${name}`,
    title: (name: string) => `Revoke unused gifts in “${name}”?`,
    text: (unused: number) =>
      `${String(unused)} unused ${unused === 1 ? 'key' : 'keys'} will stop working. Activated gifts aren’t affected. This can’t be undone.`,
    done: (revoked: number) => `${String(revoked)} ${revoked === 1 ? 'gift' : 'gifts'} revoked`,
    failed: 'Couldn’t revoke the batch',
  },
} as const;

/** Texts of the printed gift cards, which the recipient of a gift reads. */
export const GIFT_SHEET_TEXTS = {
  gift: 'Подарочная подписка',
  hint: 'Наведи камеру или открой ссылку',
} as const;

/** Texts of the search result for a gift key. */
export const FOUND_GIFT_TEXTS = {
  title: (ending: string) => `Gift …${ending}`,
  by: 'Activated by',
  /** `who` is a username. The username is empty if the server acted without a staff member. */
  at: (moment: string | null, who: string | null | undefined) =>
    [moment, who && `by ${who}`].filter(Boolean).join(' '),
} as const;
