/** Words of the staff's gifts: the link on /adept and the screen /adept/gifts. */
export const GIFT_LINK_TEXTS = {
  title: 'Gift link',
  subject: 'the gift link',
  months: 'Months',
  create: 'Create gift link',
  creating: 'Creating the gift link',
  tooFew: 'A gift needs at least 1 month.',
  tooMany: (max: number) => `A gift has at most ${String(max)} months.`,
  failed: 'The gift link was not created',
  link: 'Link',
  once: 'The key is shown only now. It is kept as a hash.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied to clipboard',
  linkCopyFailed: 'Failed to copy the link. Select it and copy it yourself.',
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
    subject: 'the batch of gifts',
    name: 'Name',
    nameHint: 'For staff only: where the gifts will go.',
    nameMissing: 'Give the batch a name.',
    size: 'Gifts',
    sizeRefused: (max: number) => `A batch has 1 to ${String(max)} gifts.`,
    create: 'Create batch',
    creating: 'Creating the batch',
    failed: 'The batch was not created',
  },
  lost: {
    title: (name: string) => `The answer about the batch “${name}” did not arrive`,
    text: 'Its keys can be had for 15 minutes. Asking again makes nothing twice.',
    again: 'Get its keys',
    forget: 'Forget it',
  },
  result: {
    title: (name: string, size: number) => `${name}: ${String(size)} ${size === 1 ? 'gift' : 'gifts'}`,
    once: 'The keys are shown only now. Copy, download or print them before you leave.',
    links: 'Gift links',
    copyAll: 'Copy all',
    copied: 'All links copied to clipboard',
    copyFailed: 'Failed to copy the links. Download the CSV instead.',
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
    title: 'Leave without the keys?',
    text: 'They were not copied, downloaded or printed, and are not shown again.',
    yes: 'Leave',
    no: 'Stay',
  },
  views: { label: 'Show', gifts: 'Gifts', batches: 'Batches' },
  filters: {
    state: 'State',
    anyState: 'Any state',
    ofBatch: (id: number) => `Batch ${String(id)}`,
    allBatches: 'Show all batches',
    keyEnding: 'Key ends with',
    keyEndingWrong: 'Up to 4 letters and digits',
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
  loadFailed: 'The list could not be loaded.',
  tables: { gifts: 'Gifts', batches: 'Batches of gifts' },
  revoke: {
    button: 'Revoke',
    buttonOf: (ending: string) => `Revoke the gift …${ending}`,
    title: 'Revoke this gift?',
    text: (ending: string, duration: string) =>
      `The key …${ending} (${duration}) becomes worthless. This cannot be undone.`,
    done: 'Gift revoked',
    failed: 'The gift was not revoked',
  },
  revokeBatch: {
    button: 'Revoke unused',
    // Begins with what the button shows: who speaks to the browser says that.
    buttonOf: (name: string) => `Revoke unused of ${name}`,
    title: (name: string) => `Revoke what is unused of “${name}”?`,
    text: (unused: number) =>
      `${String(unused)} ${unused === 1 ? 'key becomes' : 'keys become'} worthless. Activated gifts stay. This cannot be undone.`,
    done: (revoked: number) => `${String(revoked)} ${revoked === 1 ? 'gift' : 'gifts'} revoked`,
    failed: 'The batch was not revoked',
  },
} as const;

/** What stands on each card of the printed sheet; the receiver reads it. */
export const GIFT_SHEET_TEXTS = {
  gift: 'Подарочная подписка',
  hint: 'Наведи камеру или открой ссылку',
} as const;

/** What the search says of a gift whose key was pasted into it. */
export const FOUND_GIFT_TEXTS = {
  title: (ending: string) => `Gift …${ending}`,
  by: 'Activated by',
  /** `who` is a username; nobody: the server itself. */
  at: (moment: string | null, who: string | null | undefined) =>
    [moment, who && `by ${who}`].filter(Boolean).join(' '),
} as const;
