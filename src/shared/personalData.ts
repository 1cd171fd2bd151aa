/**
 * Kinds of data that the product stores about customers, with purpose and retention. The data map of the store
 * (`server/store/dataMap.ts`) assigns every column to one kind. The privacy policy and the document about personal data are rendered
 * from both, so neither can claim what the code does not do. Sources: federal laws 152-FZ (art. 5, 6, 9, 21) and 402-FZ (art. 29).
 */

/**
 * Legal basis for a kind of data. `contract`: needed to provide the service that the customer ordered (152-FZ, art. 6, part 1,
 * clause 5). `law`: required by accounting and tax law. `security`: needed to protect the service and its customers (legitimate
 * interest, art. 6, part 1, clause 7). No kind depends on consent, so withdrawing consent ends no kind.
 */
export type LegalBasis = 'contract' | 'law' | 'security';

/**
 * How long rows of a kind are stored. `account`: until the account is deleted. `days` and `years` are counted from `from`.
 */
export type Retention =
  | { until: 'account' }
  | { days: number; from: RetentionStart }
  | { years: number; from: RetentionStart };

/** The event that a retention period is counted from. `payment`: the last payment of the account. */
export type RetentionStart = 'creation' | 'end' | 'lastUse' | 'expiry' | 'payment';

export interface DataKindRow {
  basis: LegalBasis;
  retention: Retention;
  /**
   * Set if rows stay beyond their period as long as the account exists, because its subscription is computed from them, or
   * because they prove a consent to charges that continue.
   */
  staysWhileUsed?: true;
  /** Whether the rows outlive a deleted account, under an anonymous account id and without personal columns. */
  outlivesAccount: boolean;
}

/** Years for which payment records must be stored (402-FZ, art. 29). */
export const ACCOUNTING_YEARS = 5;

/** One row per kind. The order is the order of the privacy policy. */
export const DATA_KINDS = {
  /** Email address, account ids and the picture from Google sign-in. */
  account: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Sign-in emails and confirmation codes: the address and hashes of secrets. */
  signInEmails: { basis: 'contract', retention: { days: 7, from: 'expiry' }, outlivesAccount: false },
  /** Browsers and applications that are signed in. */
  sessions: { basis: 'contract', retention: { days: 30, from: 'end' }, outlivesAccount: false },
  /** Devices with their names, installation ids and push tokens. */
  devices: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Credentials and links by which devices connect to the VPN. */
  vpnCredentials: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: false },
  /** Time, device and result of attempts to connect. Contains neither visited addresses nor traffic. */
  connections: { basis: 'contract', retention: { days: 90, from: 'creation' }, outlivesAccount: false },
  /** Orders, payments, refunds and receipts. */
  payments: {
    basis: 'law',
    retention: { years: ACCOUNTING_YEARS, from: 'payment' },
    staysWhileUsed: true,
    outlivesAccount: true,
  },
  /** Consents to charges: edition of the offer, wording, amounts and time. */
  consents: {
    basis: 'law',
    retention: { years: ACCOUNTING_YEARS, from: 'creation' },
    staysWhileUsed: true,
    outlivesAccount: true,
  },
  /** Keyed hashes of cards whose free trial is used. */
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
  /** Emails and pushes that were sent or are waiting, and addresses that do not accept email. */
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
  /** Staff accounts and their sessions; not data of customers. */
  staff: { basis: 'contract', retention: { days: 30, from: 'end' }, outlivesAccount: true },
  /** Requests to delete an account: the anonymous account id and times only. */
  erasures: { basis: 'law', retention: { years: ACCOUNTING_YEARS, from: 'end' }, outlivesAccount: true },
  /** Configuration, schedules and totals that are not about a person. */
  operation: { basis: 'contract', retention: { until: 'account' }, outlivesAccount: true },
} as const satisfies Record<string, DataKindRow>;

export type DataKind = keyof typeof DATA_KINDS;

/** Kinds that are not about customers, so that the policy and the export do not contain them. */
export type OtherDataKind = 'staff' | 'operation';

export type CustomerDataKind = Exclude<DataKind, OtherDataKind>;

export const CUSTOMER_DATA_KINDS = (Object.keys(DATA_KINDS) as DataKind[]).filter(
  (kind): kind is CustomerDataKind => kind !== 'staff' && kind !== 'operation',
);

/** Periods of parts of a kind that are shorter than the period of the kind, in days. */
export const SHORTER_PERIODS_DAYS = {
  /** Network address and User-Agent of a consent, after the consent. Card disputes are opened within 540 days. */
  consentOrigins: 540,
  /** Events of an email address that has no account. */
  eventsOfUnknownAddresses: 90,
  /** Notes that staff removed, after the removal. */
  removedNotes: 30,
  /** Campaign orders without any payment attempt, after they were offered. Exceeds their lifetime of one day. */
  untouchedCampaignOrders: 7,
  /** Finished messages to the VPN panel. Each renewal creates one for each device. */
  vpnMessages: 7,
  /** Access tokens of staff, after they expire. */
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

/** Returns the start of the retention period that ends now. Rows whose period began earlier are deleted. */
export function retentionStart(kind: KindWithPeriod, now: Date): Date {
  const { retention } = DATA_KINDS[kind];
  if ('days' in retention) return daysBefore(now, retention.days);
  const start = new Date(now);
  start.setUTCFullYear(start.getUTCFullYear() - retention.years);
  return start;
}
