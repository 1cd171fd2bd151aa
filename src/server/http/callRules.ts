/**
 * Rules of each API call: its limits, its entries in the audit log, and the tables to which it appends rows. A call without
 * a decision about each of them causes a compile error. The tests observe every call that they make, and fail if a call
 * counts towards another limit, writes another audit entry or appends to another table than its row here.
 */
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { Audience, Call } from '../../shared/contract/call';
import type { Contract } from '../../shared/contract/contract';
import type * as schema from '../store/schema/schema';
import type { LimitName } from '../throttle/limits';

/** Tables by the names of the schema. */
export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends { _: { columns: object } } ? Name : never;
}[keyof typeof schema];

/** Limits that the caller or a secret makes unnecessary, with the reason. */
type WithoutLimit<A extends Audience> =
  /** Needs a single-use secret that cannot be guessed. */
  | 'singleUseSecret'
  | (A extends 'public'
      ? /** Reads no stored data. */
        'readsNothing'
      : A extends `staff:${string}`
        ? /** Only staff who have the right make the call. */
          'staffOnly'
        : /** Reads the data of the caller's own account, or changes it in a way that a repetition does not add to. */
          'ownAccount');

/** Reasons for which the call writes no audit entry. */
type WithoutAudit<A extends Audience> = A extends `${string}:${string}`
  ? /** The call changes nothing, and its response contains no data of a customer. */
    'showsNoCustomer'
  : /** No staff make the call. */
    'noStaff';

type NonEmpty<Each> = readonly [Each, ...Each[]];

/** Rules of a call of the given audience. */
export interface CallRules<A extends Audience = Audience> {
  /** Limits that the call counts, or the reason for which it needs none. */
  limits: NonEmpty<LimitName> | WithoutLimit<A>;
  /** Audit actions that the call writes, or the reason for which it writes none. */
  audit: NonEmpty<StaffAction> | WithoutAudit<A>;
  /**
   * Tables to which the call appends. `rowBounds.ts` contains the bound of each table. Attempt counters follow from
   * `limits`, audit entries from `audit`, and each call may add to `failedRequests`.
   */
  appends: readonly Exclude<TableName, 'throttleCounters' | 'staffAudit' | 'failedRequests'>[];
}

/**
 * Rules of all calls of a contract. A call without rules, and a rule that its audience does not permit, cause a compile
 * error.
 */
export type RulesOf<Rows extends Readonly<Record<string, Call>>> = {
  readonly [Name in keyof Rows]: CallRules<Rows[Name]['audience']>;
};

const OWN = { limits: 'ownAccount', audit: 'noStaff', appends: [] } as const;
const STAFF = { limits: 'staffOnly', appends: [] } as const;

/** Tables of the billing core, to which payments, cancellations and gifts append. */
const BILLING = ['accountEvents', 'dailyFigures', 'ledgerEvents', 'outbox', 'subscriptions'] as const;
/** Tables to which the result of a payment may append that the card provider reports. */
const PAYMENT = [
  ...BILLING,
  'accounts',
  'consents',
  'emailLinks',
  'orders',
  'paymentEvents',
  'paymentIssues',
  'receipts',
  'refunds',
  'requestedPayments',
  'savedMethods',
  'trialCards',
  'trialCardUses',
] as const;
const SIGN_IN = ['accountEvents', 'accountIdentities', 'accounts', 'customerSessions', 'outbox'] as const;
const CODE = ['confirmationCodes', 'outbox'] as const;
const DEVICE = ['accountEvents', 'outbox', 'vpnKeys'] as const;
const PROVIDER_CALLS = ['browserCalls', 'browserCallsOfOne'] as const;
const EMAIL_LIMITS = [
  'emailsFromNetwork',
  'emailsFromBroadNetwork',
  'emailsToKnownBrowser',
  'emailsToMailbox',
  'emailsToMailboxFirstOfNetwork',
  'emailsToMailboxFromNetwork',
  'emailsToMailboxOfNewNetworks',
  'signInRejectionEntries',
] as const;
const STAFF_SIGN_IN_LIMITS = [
  'staffSignIn',
  'staffSignInFromNetwork',
  'staffSignInOfDevice',
  'staffSignInOfUser',
] as const;
const OWN_CODE_LIMITS = ['staffCodesOfDevice', 'staffCodesOfDeviceInADay'] as const;
const STAFF_CODE_LIMITS = ['staffCodes', 'staffCodesInADay', ...OWN_CODE_LIMITS] as const;

export const CALL_RULES = {
  sendEmailLink: {
    limits: EMAIL_LIMITS,
    audit: 'noStaff',
    appends: ['accountEvents', 'emailLinks', 'outbox'],
  },
  sendGiftEmailLink: {
    limits: EMAIL_LIMITS,
    audit: 'noStaff',
    appends: ['accountEvents', 'emailLinks', 'outbox'],
  },
  restoreEmailLink: { limits: 'singleUseSecret', audit: 'noStaff', appends: SIGN_IN },
  previewEmailLink: { limits: 'singleUseSecret', audit: 'noStaff', appends: [] },
  redeemEmailLink: { limits: ['emailsOfLink'], audit: 'noStaff', appends: ['restoreTokens'] },
  redeemEmailCode: {
    limits: [
      'wrongCodesOfKnownBrowser',
      'wrongCodesOfKnownBrowsers',
      'wrongCodesFromNetwork',
      'wrongCodesFromWideNetwork',
      'wrongCodesForMailbox',
      'freeWrongCodesForMailbox',
      'wrongCodes',
    ],
    audit: 'noStaff',
    appends: ['restoreTokens'],
  },
  registerByGoogle: { limits: ['googleSignIns'], audit: 'noStaff', appends: SIGN_IN },
  registerByEmail: OWN,
  logOut: { ...OWN, appends: ['accountEvents'] },
  checkGift: { limits: ['giftChecks'], audit: 'noStaff', appends: [] },
  activateGift: {
    limits: ['giftActivationsOfAccount', 'googleSignIns'],
    audit: 'noStaff',
    appends: [...SIGN_IN, ...BILLING],
  },
  getProfile: OWN,
  detachDevice: { limits: 'ownAccount', audit: ['detachDevice'], appends: DEVICE },
  cancelSubscription: { ...OWN, appends: BILLING },
  getDeviceUse: OWN,
  listSessions: OWN,
  endSession: { ...OWN, appends: DEVICE },
  endOtherSessions: { ...OWN, appends: DEVICE },
  sendExportCode: { limits: ['confirmationCodesOfAccount'], audit: 'noStaff', appends: CODE },
  exportData: { limits: ['exportsOfAccount'], audit: 'noStaff', appends: ['accountEvents'] },
  sendCodeToPresentEmail: { limits: ['confirmationCodesOfAccount'], audit: 'noStaff', appends: CODE },
  confirmPresentEmail: { limits: 'singleUseSecret', audit: 'noStaff', appends: [] },
  sendCodeToNewEmail: {
    limits: [
      'confirmationCodesOfAccount',
      'codesToNewMailbox',
      'codesToNewMailboxFirstOfAccount',
      'codesToNewMailboxOfOtherAccounts',
      'codesToNewMailboxesFromNetwork',
    ],
    audit: 'noStaff',
    appends: CODE,
  },
  changeEmail: {
    limits: ['wrongCodesForMailbox', 'freeWrongCodesForMailbox', 'wrongCodes'],
    audit: 'noStaff',
    appends: [...BILLING, 'accountIdentities', 'emailChanges'],
  },
  sendCodeToFormerEmail: { limits: ['confirmationCodesOfAccount'], audit: 'noStaff', appends: CODE },
  restoreFormerEmail: {
    limits: 'singleUseSecret',
    audit: 'noStaff',
    appends: [...BILLING, 'accountIdentities'],
  },
  getConnectLink: { ...OWN, appends: ['vpnLinks'] },
  getConnectLinkState: { limits: ['linkStateReads', 'unknownLinks'], audit: 'noStaff', appends: [] },
  listVpnApps: { limits: ['vpnAppReads'], audit: 'noStaff', appends: [] },
  checkConnection: { limits: 'readsNothing', audit: 'noStaff', appends: [] },
  attachApp: { limits: ['attachments'], audit: 'noStaff', appends: [...DEVICE, 'devices'] },
  getAppAccess: { limits: ['appCalls'], audit: 'noStaff', appends: ['outbox', 'vpnKeys'] },
  reportAppConnections: { limits: ['appCalls'], audit: 'noStaff', appends: ['connections'] },
  setAppPushToken: { limits: ['appCalls'], audit: 'noStaff', appends: [] },
  leaveApp: { ...OWN, appends: DEVICE },
  previewDeletion: OWN,
  sendDeletionCode: { limits: ['confirmationCodesOfAccount'], audit: 'noStaff', appends: CODE },
  confirmDeletion: {
    limits: 'singleUseSecret',
    audit: 'noStaff',
    appends: [...BILLING, 'erasures', 'vpnKeys'],
  },
  withdrawDeletion: { ...OWN, appends: ['accountEvents', 'outbox'] },
  deleteAppAccount: {
    limits: 'singleUseSecret',
    audit: 'noStaff',
    appends: [...BILLING, 'erasures', 'vpnKeys'],
  },
  listPayments: OWN,
  removeCard: { ...OWN, appends: BILLING },
  getCardChange: { ...OWN, appends: ['orders', 'subscriptions'] },
  getShop: { ...OWN, appends: ['orders', 'subscriptions'] },
  getOrder: { limits: ['paymentReadsOfOrder', ...PROVIDER_CALLS], audit: 'noStaff', appends: PAYMENT },
  getCampaignOrder: {
    limits: ['campaignOrders', 'campaignOrdersFromBroadNetwork'],
    audit: 'noStaff',
    appends: ['orders'],
  },
  getCampaignOrderState: {
    limits: ['paymentReadsOfOrder', ...PROVIDER_CALLS, 'anonymousBrowserCalls'],
    audit: 'noStaff',
    appends: PAYMENT,
  },
  openPayment: {
    limits: [
      'paymentOpeningsOfAccount',
      'accountPayments',
      'accountPaymentsFromBroadNetwork',
      ...PROVIDER_CALLS,
    ],
    audit: 'noStaff',
    appends: PAYMENT,
  },
  openCampaignPayment: {
    limits: [
      'campaignPayments',
      'campaignPaymentsFromBroadNetwork',
      ...PROVIDER_CALLS,
      'anonymousBrowserCalls',
    ],
    audit: 'noStaff',
    appends: PAYMENT,
  },
  setPhone: { limits: ['phoneChangesOfAccount'], audit: 'noStaff', appends: ['outbox'] },
  setCampaignPhone: {
    limits: ['campaignPayments', 'campaignPaymentsFromBroadNetwork'],
    audit: 'noStaff',
    appends: [],
  },
  giveConsent: { limits: ['consentsOfAccount'], audit: 'noStaff', appends: ['accountEvents', 'consents'] },
  sendReport: { limits: ['reports', 'reportsFromBroadNetwork'], audit: 'noStaff', appends: [] },
  staffLogin: {
    limits: [...STAFF_SIGN_IN_LIMITS, ...STAFF_CODE_LIMITS],
    audit: ['signIn', 'signInRejected', 'turnOnSecondFactor'],
    appends: ['staffSessions', 'staffAccessTokens', 'staffRefreshTokens'],
  },
  offerSecondFactor: {
    limits: STAFF_SIGN_IN_LIMITS,
    audit: ['offerSecondFactor', 'signInRejected'],
    appends: [],
  },
  staffRefresh: {
    limits: 'singleUseSecret',
    audit: ['sessionReuseStopped'],
    appends: ['staffAccessTokens', 'staffRefreshTokens'],
  },
  staffLogOut: { limits: 'singleUseSecret', audit: ['signOut'], appends: [] },
  searchUsers: { ...STAFF, audit: ['searchUsers'] },
  getUserById: { ...STAFF, audit: ['viewUser'] },
  createGift: { ...STAFF, audit: ['createGift'], appends: ['gifts'] },
  refund: { ...STAFF, audit: ['refund', 'refundRejected'], appends: [...BILLING, 'refunds'] },
  getConnectionLogs: { ...STAFF, audit: ['viewUser'] },
  sendPush: { ...STAFF, audit: ['sendPush', 'sendPushRejected'], appends: ['accountEvents', 'outbox'] },
  getStaffMe: { ...STAFF, audit: 'showsNoCustomer' },
  readStaffHome: { ...STAFF, audit: ['viewLastCustomers'] },
  readLinkDomains: { ...STAFF, audit: 'showsNoCustomer' },
  markLinkDomain: {
    ...STAFF,
    audit: ['blockLinkDomain', 'unblockLinkDomain'],
    appends: ['blockedLinkDomains'],
  },
  eraseCustomer: {
    ...STAFF,
    audit: ['eraseCustomer', 'eraseCustomerRejected'],
    appends: [...BILLING, 'erasures', 'vpnKeys'],
  },
  findUsers: { ...STAFF, audit: ['findUsers'] },
  createGiftBatch: {
    ...STAFF,
    audit: ['createGiftBatch', 'repeatGiftBatch', 'giftChangeRejected'],
    appends: ['giftBatches', 'gifts'],
  },
  listGifts: { ...STAFF, audit: ['listGifts'] },
  listGiftBatches: { ...STAFF, audit: ['listGiftBatches'] },
  revokeGift: { ...STAFF, audit: ['revokeGift', 'giftChangeRejected'] },
  revokeGiftBatch: { ...STAFF, audit: ['revokeGiftBatch', 'giftChangeRejected'] },
  getUserPayments: { ...STAFF, audit: ['viewUser'] },
  stopRenewal: { ...STAFF, audit: ['stopRenewal'], appends: BILLING },
  reportPresence: { ...STAFF, audit: 'showsNoCustomer', appends: ['staffPresence'] },
  grantDays: { ...STAFF, audit: ['grantDays', 'grantDaysRejected'], appends: BILLING },
  moveSubscription: {
    ...STAFF,
    audit: ['moveSubscription', 'moveSubscriptionRejected', 'giveUpEmail'],
    appends: [...BILLING, 'accountIdentities', 'accounts'],
  },
  listNotes: { ...STAFF, audit: ['viewUser'] },
  addNote: { ...STAFF, audit: ['addNote'], appends: ['customerNotes'] },
  changeNote: { ...STAFF, audit: ['changeNote', 'changeNoteRejected'] },
  listTags: { ...STAFF, audit: 'showsNoCustomer' },
  changeTag: { ...STAFF, audit: ['changeTag'], appends: ['customerTags'] },
  previewBulkPush: { ...STAFF, audit: ['previewBulkPush'] },
  sendBulkPush: {
    limits: ['bulkPushes'],
    audit: ['sendBulkPush', 'sendBulkPushRejected'],
    appends: ['accountEvents', 'bulkPushDevices', 'bulkPushes', 'outbox'],
  },
  listBulkPushes: { ...STAFF, audit: 'showsNoCustomer' },
  readBulkPush: { ...STAFF, audit: ['viewBulkPush'] },
  getTimeline: { ...STAFF, audit: ['viewUser'] },
  resendSignInEmail: {
    limits: ['emailsByStaff'],
    audit: ['resendSignInEmail'],
    appends: ['accountEvents', 'emailLinks', 'outbox'],
  },
  getOwnStaffAccount: { ...STAFF, audit: 'showsNoCustomer' },
  revokeOwnStaffSession: { ...STAFF, audit: ['revokeSession'] },
  changeOwnStaffPassword: {
    limits: ['ownStaffPassword'],
    audit: ['changeOwnPassword', 'ownCredentialRejected'],
    appends: [],
  },
  offerOwnSecondFactor: {
    limits: ['ownStaffPassword'],
    audit: ['offerSecondFactor', 'ownCredentialRejected'],
    appends: [],
  },
  confirmOwnSecondFactor: {
    limits: OWN_CODE_LIMITS,
    audit: ['turnOnSecondFactor', 'ownCredentialRejected'],
    appends: [],
  },
  removeOwnSecondFactor: {
    limits: ['ownStaffPassword', ...OWN_CODE_LIMITS],
    audit: ['turnOffSecondFactor', 'ownCredentialRejected'],
    appends: [],
  },
  listUndeliveredEmails: { ...STAFF, audit: ['viewUndeliveredEmails'] },
  sendEmailAgain: { ...STAFF, audit: ['sendEmailAgain'], appends: ['accountEvents', 'outbox'] },
  exportCustomerData: { limits: ['exportsOfAccount'], audit: ['exportCustomerData'], appends: [] },
  listPaymentIssues: { ...STAFF, audit: ['viewPaymentIssues'] },
  countPaymentIssues: { ...STAFF, audit: 'showsNoCustomer' },
  resolvePaymentIssue: {
    ...STAFF,
    audit: ['refund', 'refundRejected', 'stopRenewal', 'reportPaymentIssue'],
    appends: [...BILLING, 'refunds'],
  },
  recordChargeback: { ...STAFF, audit: ['recordChargeback'], appends: BILLING },
  readAnalytics: { ...STAFF, audit: 'showsNoCustomer' },
  getNotice: { ...STAFF, audit: 'showsNoCustomer' },
  setNotice: { ...STAFF, audit: ['setNotice'], appends: ['maintenanceNotice'] },
  endNotice: { ...STAFF, audit: ['endNotice'] },
  listStaff: { ...STAFF, audit: 'showsNoCustomer' },
  getStaffSessions: { ...STAFF, audit: 'showsNoCustomer' },
  createStaff: { ...STAFF, audit: ['createStaff'], appends: ['staffAccounts'] },
  changeStaffRole: { ...STAFF, audit: ['changeStaffRole'] },
  resetStaffPassword: { ...STAFF, audit: ['resetStaffPassword'] },
  disableStaff: { ...STAFF, audit: ['disableStaff'] },
  enableStaff: { ...STAFF, audit: ['enableStaff'] },
  resetStaffSecondFactor: { ...STAFF, audit: ['resetSecondFactor'] },
  revokeStaffSession: { ...STAFF, audit: ['revokeSession'] },
  readVpnApps: { ...STAFF, audit: 'showsNoCustomer' },
  saveVpnApps: { ...STAFF, audit: ['saveVpnApps', 'saveVpnAppsRejected'], appends: ['vpnAppLists'] },
  restoreVpnApps: { ...STAFF, audit: ['saveVpnApps', 'saveVpnAppsRejected'], appends: ['vpnAppLists'] },
  checkVpnAppLinks: {
    limits: ['linkChecks', 'linkChecksAtOnce'],
    audit: ['checkVpnAppLinks'],
    appends: [],
  },
  searchAudit: { ...STAFF, audit: ['viewAudit'] },
  exportAudit: { ...STAFF, audit: ['exportAudit'] },
} as const satisfies RulesOf<Contract>;

/** Rules of the routes that are not part of the contract, because others define their format. */
export const ROUTE_RULES = {
  /** `/s/<token>`, from which VPN apps fetch their configuration. */
  subscriptionLink: {
    limits: ['linkFetches', 'unknownLinks', 'attachments', 'linkRejectionEntries'],
    audit: 'noStaff',
    appends: [...DEVICE, 'connections', 'devices', 'linkFetches'],
  },
  /** Notifications of card providers. Signed notifications need no limit, and unsigned ones are read again. */
  webhook: {
    limits: ['unknownObjectsFromNetwork', 'changedObjectsOfOwner'],
    audit: 'noStaff',
    appends: [...PAYMENT, 'changedObjects'],
  },
} as const satisfies Readonly<Record<string, CallRules<'public'>>>;
