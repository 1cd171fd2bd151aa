/**
 * Kinds of data that the product stores about customers, with purpose and retention. The data map of the store
 * (`server/store/dataMap.ts`) assigns every column to one kind. The privacy policy and the document about personal data
 * are generated from the kinds and the data map, so that both texts match the code. Sources: federal laws 152-FZ (art.
 * 5, 6, 9, 21) and 402-FZ (art. 29).
 */

/**
 * Legal basis for a kind of data. `contract`: the data is needed to provide the service that the customer ordered
 * (152-FZ, art. 6, part 1, clause 5). `law`: accounting and tax law require the data. `security`: the data is needed to
 * protect the service and its customers (legitimate interest, 152-FZ, art. 6, part 1, clause 7). No kind of data is
 * based on consent, so a withdrawn consent does not end the storage of any kind.
 */
export type LegalBasis = 'contract' | 'law' | 'security';

/**
 * Retention period of a kind of data. `account` means that the data is stored until the account is deleted. `days` and
 * `years` are counted from the event `from`.
 */
export type Retention =
  | { until: 'account' }
  | { days: number; from: RetentionStart }
  | { years: number; from: RetentionStart };

/** Event from which a retention period is counted. `payment` means the last payment of the account. */
export type RetentionStart = 'creation' | 'end' | 'lastUse' | 'expiry' | 'payment';

export interface DataKindRow {
  basis: LegalBasis;
  retention: Retention;
  /**
   * True if rows are stored beyond their retention period while the account exists. The reason is that the subscription
   * is computed from these rows, or that the rows prove a consent to charges that continue.
   */
  staysWhileUsed?: true;
  /**
   * Whether the rows are kept after the account is deleted, under an anonymous account id and without personal columns.
   */
  outlivesAccount: boolean;
}

/** Years for which payment records must be stored (402-FZ, art. 29). */
export const ACCOUNTING_YEARS = 5;

/**
 * Days after which a database dump is deleted. Deleted rows stay in dumps for this period. `deploy/dump.sh` keeps dumps for
 * at most this period.
 */
export const BACKUP_DAYS_MAX = 30;

/** Table with one row per kind of data. The rows have the same order as in the privacy policy. */
export const DATA_KINDS = {
  /** Email address, account ids and the picture from Google sign-in. */
  account: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Sign-in emails and confirmation codes, stored as the email address and hashes of the secrets. */
  signInEmails: { basis: 'contract', retention: { days: 7, from: 'expiry' }, outlivesAccount: false },
  /** Browsers and applications that are signed in. */
  sessions: { basis: 'contract', retention: { days: 30, from: 'end' }, outlivesAccount: false },
  /** Devices with their names, installation ids and push tokens. */
  devices: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Credentials and links by which devices connect to the VPN. */
  vpnCredentials: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Time, device and result of each attempt to connect to the VPN. Visited addresses and traffic are not stored. */
  connections: { basis: 'contract', retention: { days: 90, from: 'creation' }, outlivesAccount: false },
  /** Orders, payments, refunds, receipts and the tokens of saved cards. */
  payments: {
    basis: 'law',
    retention: { years: ACCOUNTING_YEARS, from: 'payment' },
    staysWhileUsed: true,
    outlivesAccount: true,
  },
  /** Recorded consents to charges, each with the version of the public offer, the wording, the amounts and the time. */
  consents: {
    basis: 'law',
    retention: { years: ACCOUNTING_YEARS, from: 'creation' },
    staysWhileUsed: true,
    outlivesAccount: true,
  },
  /** Keyed hashes of cards that were already used for a free trial. */
  trialCards: {
    basis: 'security',
    retention: { years: ACCOUNTING_YEARS, from: 'creation' },
    outlivesAccount: true,
  },
  /** Activated gifts. */
  gifts: {
    basis: 'contract',
    retention: { years: ACCOUNTING_YEARS, from: 'end' },
    outlivesAccount: true,
  },
  /** Timeline of an account: sign-ins, emails, payments and changes of devices. */
  timeline: { basis: 'contract', retention: { days: 365, from: 'creation' }, outlivesAccount: false },
  /**
   * Emails and pushes that were sent or are waiting, and addresses that do not accept email. Finished commands to the card
   * provider are in the same table, but have the retention period of `payments`.
   */
  messages: { basis: 'contract', retention: { days: 90, from: 'end' }, outlivesAccount: false },
  /** Notes and tags of the support team. */
  supportNotes: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Hashed counters of attempts, which protect against guessing. */
  attemptCounters: { basis: 'security', retention: { days: 1, from: 'expiry' }, outlivesAccount: false },
  /** Log of staff actions. */
  staffAudit: {
    basis: 'law',
    retention: { years: ACCOUNTING_YEARS, from: 'creation' },
    outlivesAccount: true,
  },
  /** Staff accounts and staff sessions, which contain no data of customers. */
  staff: { basis: 'contract', retention: { days: 30, from: 'end' }, outlivesAccount: true },
  /** Requests to delete an account, stored only as an anonymous account id and times. */
  erasures: { basis: 'law', retention: { years: ACCOUNTING_YEARS, from: 'end' }, outlivesAccount: true },
  /** Configuration, schedules and totals, none of which contain personal data. */
  operation: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: true },
} as const satisfies Record<string, DataKindRow>;

export type DataKind = keyof typeof DATA_KINDS;

/** Kinds of data without personal data of customers, which the privacy policy and the data export omit. */
export type OtherDataKind = 'staff' | 'operation';

export type CustomerDataKind = Exclude<DataKind, OtherDataKind>;

export const CUSTOMER_DATA_KINDS = (Object.keys(DATA_KINDS) as DataKind[]).filter(
  (kind): kind is CustomerDataKind => kind !== 'staff' && kind !== 'operation',
);

/** Retention periods, in days, for rows that are deleted earlier than the other rows of their kind of data. */
export const SHORTER_PERIODS_DAYS = {
  /**
   * IP address and User-Agent of a consent to charges, deleted 540 days after the consent, because card disputes are
   * opened within 540 days.
   */
  consentOrigins: 540,
  /** Timeline events of an email address that has no account. */
  eventsOfUnknownAddresses: 90,
  /** Hourly numbers of fetches of device links, of which the console compares 8 days. */
  linkFetches: 30,
  /** Requests that failed unexpectedly. The period starts with the request. */
  failedRequests: 30,
  /** Notes that staff removed. The period starts when a note is removed. */
  removedNotes: 30,
  /**
   * Campaign orders without any payment attempt. The period starts when the order is offered, and exceeds the order's
   * lifetime of one day.
   */
  untouchedCampaignOrders: 7,
  /** Phone numbers of campaign orders that were not paid. The period starts when the order is offered. */
  payerPhones: 7,
  /** Completed messages to the VPN panel. Each renewal of a subscription creates one message for each device. */
  vpnMessages: 7,
  /** Reports that staff have a customer open. The period starts with the last report. */
  staffPresence: 1,
  /**
   * Payments and refunds that unsigned notifications of a card provider named. The card provider repeats a notification
   * for one day.
   */
  changedObjects: 2,
  /** Trials at a card provider that does not identify cards, which are counted for 30 days. */
  trialCardUses: 31,
  /** Access tokens of staff. The period starts when the token expires. */
  staffAccessTokens: 1,
} as const;

export const DATA_KIND_NAMES = Object.keys(DATA_KINDS) as DataKind[];

const DAY_MS = 86_400_000;

/** Returns the time `days` × 24 hours before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

type KindWithPeriod = {
  [Kind in DataKind]: (typeof DATA_KINDS)[Kind]['retention'] extends { until: 'account' } ? never : Kind;
}[DataKind];

/** Returns the start of the retention period that ends now. Rows whose retention period began earlier are deleted. */
export function retentionStart(kind: KindWithPeriod, now: Date): Date {
  const { retention } = DATA_KINDS[kind];
  if ('days' in retention) return daysBefore(now, retention.days);
  const start = new Date(now);
  start.setUTCFullYear(start.getUTCFullYear() - retention.years);
  return start;
}
