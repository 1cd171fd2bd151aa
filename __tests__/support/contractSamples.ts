/** A valid sample request for each endpoint of the API contract, for tests that iterate over all endpoints. */
import type { BodyOf, QueryOf } from '../../src/shared/contract/call';
import type { CallName, Contract } from '../../src/shared/contract/contract';

export interface Sample {
  query?: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

type TypedSample<Name extends CallName> = (undefined extends BodyOf<Contract[Name]>
  ? { body?: undefined }
  : { body: BodyOf<Contract[Name]> }) &
  (undefined extends QueryOf<Contract[Name]> ? { query?: undefined } : { query: QueryOf<Contract[Name]> });

const emailLink = { email: 'sample@example.com', platform: 'web', fcmToken: '', giftKey: null };
const customer = { uid: null, email: null };
const identity = { ...customer, photoURL: 'https://photos.example/1', providerId: 'email' };
const auditFilter = {
  username: 'admin',
  action: 'refund' as const,
  accountId: 1,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  ip: '10.0.0.1',
  requestId: 'no-such-request',
};

const SAMPLES: { readonly [Name in CallName]: TypedSample<Name> } = {
  sendEmailLink: { body: emailLink },
  sendGiftEmailLink: { body: { ...emailLink, giftKey: 'a-gift-key-of-nobody' } },
  restoreEmailLink: { body: { token: 'rs_nobody', platform: 'web' } },
  previewEmailLink: { body: { token: 'rs_nobody' } },
  redeemEmailLink: { body: { linkToken: 'el_nobody', mailToken: 'mb_nobody', email: 'sample@example.com' } },
  redeemEmailCode: { body: { mailToken: 'mb_nobody', code: '12345678' } },
  registerByGoogle: { body: { ...identity, providerId: 'google.com' } },
  registerByEmail: { body: identity },
  logOut: { body: {} },
  checkGift: { body: { key: 'a-gift-key-of-nobody' } },
  activateGift: { body: { ...identity, key: 'a-gift-key-of-nobody' } },
  getProfile: { body: { uid: 'unknown', email: '' } },
  getDeviceUse: { body: customer },
  sendExportCode: { body: {} },
  exportData: { body: { requestToken: 'cc_nobody', code: '12345678' } },
  exportCustomerData: { body: { userId: 4711 } },
  detachDevice: { body: { ...customer, deviceId: 'no-such-device' } },
  attachApp: {
    body: { deviceId: 'no-such-device', deviceName: 'Phone', platform: 'ios', fcmToken: 'a-token' },
  },
  getAppAccess: { body: { format: 'links' } },
  reportAppConnections: { body: { entries: [{ at: '2026-11-21T09:00:00.000Z', success: true }] } },
  setAppPushToken: { body: { fcmToken: 'a-token' } },
  leaveApp: { body: {} },
  previewDeletion: { body: {} },
  sendDeletionCode: { body: {} },
  confirmDeletion: { body: { requestToken: 'cf_nobody', code: '12345678', waivesDays: false } },
  withdrawDeletion: { body: {} },
  deleteAppAccount: { body: { requestToken: 'cf_nobody', code: '12345678', waivesDays: false } },
  eraseCustomer: { body: { userId: 4711, email: 'sample@example.com', reason: 'customerRequest' } },
  getConnectLink: { body: { ...customer, system: 'ios' } },
  getConnectLinkState: { body: { token: 'vl_unknown' } },
  listVpnApps: { body: {} },
  listSessions: { body: {} },
  endSession: { body: { sessionId: 4711 } },
  endOtherSessions: { body: {} },
  checkConnection: { body: {} },
  sendCodeToPresentEmail: { body: {} },
  confirmPresentEmail: { body: { requestToken: 'cc_nobody', code: '12345678' } },
  sendCodeToNewEmail: { body: { requestToken: 'cc_nobody', newEmail: 'sample@example.com' } },
  changeEmail: { body: { requestToken: 'cc_nobody', newRequestToken: 'cc_nobody', code: '12345678' } },
  sendCodeToFormerEmail: { body: { restoreToken: '1.ec_nobody' } },
  restoreFormerEmail: {
    body: { restoreToken: '1.ec_nobody', requestToken: 'cc_nobody', code: '12345678' },
  },
  cancelSubscription: { body: customer },
  listPayments: { body: customer },
  removeCard: { body: customer },
  getCardChange: { body: customer },
  getShop: { body: { ...customer, variant: 'web' } },
  getOrder: { body: { orderId: 'no-such-order' } },
  getCampaignOrder: { body: { partner: 'Blogger' } },
  getCampaignOrderState: { body: { orderId: 'no-such-order' } },
  openPayment: { body: { orderId: 'no-such-order' } },
  openCampaignPayment: { body: { orderId: 'no-such-order', email: 'payer@example.org' } },
  setPhone: { body: { phone: null } },
  setCampaignPhone: { body: { orderId: 'no-such-order', phone: '+7 912 345-67-89' } },
  giveConsent: { body: { orderId: 'no-such-order', offerEdition: '1.1', wording: 'the terms' } },
  sendReport: { body: { event: 'profileFetchFailed', details: { status: 500 } } },
  staffLogin: { body: { username: 'nobody', password: 'no password of anybody', code: '123456' } },
  offerSecondFactor: { body: { username: 'nobody', password: 'no password of anybody' } },
  staffRefresh: { body: { refreshToken: 'sr_nobody' } },
  staffLogOut: { body: { refreshToken: 'sr_nobody' } },
  getStaffMe: { body: {} },
  readStaffHome: { body: {} },
  searchUsers: {
    query: { emailPart: 'sample', page: '0', size: '5', sortBy: 'id', sortDirection: 'DESC' },
  },
  findUsers: { body: { value: 'nobody' } },
  getUserById: { query: { id: '1' } },
  createGift: { body: { months: 1 } },
  createGiftBatch: {
    body: { requestKey: '5f0c6a4e-9f53-4a3e-8d0e-0d2d1e6c7b11', name: 'Sample', months: 1, size: 2 },
  },
  listGifts: {
    query: { state: 'new', batchId: '1', page: '0', size: '20', sortBy: 'id', sortDirection: 'DESC' },
  },
  listGiftBatches: { query: { page: '0', size: '20' } },
  revokeGift: { body: { giftId: 4711 } },
  revokeGiftBatch: { body: { batchId: 4711 } },
  refund: { body: { email: 'sample@example.com', uid: null } },
  getConnectionLogs: { query: { userId: '1' } },
  getUserPayments: { query: { userId: '1' } },
  listNotes: { body: { userId: 4711 } },
  addNote: { body: { userId: 4711, text: 'a sample', isPinned: true } },
  listTags: { body: {} },
  changeTag: { body: { userId: 4711, tag: 'vip', change: 'add' } },
  previewBulkPush: { body: { emailPart: 'sample', status: 'ACTIVE', tag: 'vip' } },
  sendBulkPush: {
    body: {
      ...{ emailPart: 'nobody-has-this', link: 'https://prosvet.example/', title: 'a sample' },
      ...{ devices: 1, requestKey: 'a-sample-request-key' },
    },
  },
  listBulkPushes: { body: {} },
  readBulkPush: { body: { id: 4711 } },
  changeNote: { body: { noteId: 4711, change: 'pin' } },
  stopRenewal: { body: { userId: 4711, comment: 'a sample' } },
  grantDays: {
    body: { userId: 4711, days: 5, reason: 'outage', comment: '', requestKey: 'a-sample-request-key' },
  },
  moveSubscription: {
    body: {
      ...{ userId: 4711, from: 'one@example.com', to: 'other@example.com' },
      ...{ proof: '4242', comment: 'a sample' },
    },
  },
  reportPresence: { body: { userId: 1 } },
  sendPush: { query: { token: 'push-token-of-nobody' }, body: { type: 'LOGOUT' } },
  getTimeline: { body: { userId: 1, kinds: ['email', 'staff'], size: 30 } },
  resendSignInEmail: { body: { userId: 1 } },
  getOwnStaffAccount: { body: {} },
  revokeOwnStaffSession: { body: { sessionId: 'no-such-session' } },
  changeOwnStaffPassword: {
    body: { password: 'no password of anybody', newPassword: 'another password of nobody' },
  },
  offerOwnSecondFactor: { body: { password: 'no password of anybody' } },
  confirmOwnSecondFactor: { body: { code: '123456' } },
  removeOwnSecondFactor: { body: { password: 'no password of anybody', code: '123456' } },
  listUndeliveredEmails: { body: { before: 1000 } },
  sendEmailAgain: { body: { id: 2_000_000_000 } },
  readLinkDomains: { body: {} },
  markLinkDomain: { body: { domain: 'no-link-domain.example', isBlocked: true } },
  listPaymentIssues: { body: { all: true, before: 1000 } },
  countPaymentIssues: { body: {} },
  resolvePaymentIssue: { body: { id: 4711, action: 'explained', note: 'a sample' } },
  readAnalytics: { body: { from: '2026-11-01', to: '2026-11-30' } },
  recordChargeback: { body: { transactionId: 'no-payment', amount: 1, note: 'a sample' } },
  getNotice: { body: {} },
  setNotice: { body: { text: 'No notice', endsAt: '2026-11-01T00:00:00.000Z', version: 7 } },
  endNotice: { body: { version: 7 } },
  listStaff: { body: {} },
  getStaffSessions: { body: { staffId: 1 } },
  createStaff: { body: { username: 'no name, rejected', role: 'support', password: 'a password of nobody' } },
  changeStaffRole: { body: { staffId: 2_000_000_000, role: 'senior' } },
  resetStaffPassword: { body: { staffId: 2_000_000_000, password: 'a password of nobody' } },
  disableStaff: { body: { staffId: 2_000_000_000 } },
  enableStaff: { body: { staffId: 2_000_000_000 } },
  resetStaffSecondFactor: { body: { staffId: 2_000_000_000 } },
  revokeStaffSession: { body: { sessionId: 'no-such-session' } },
  readVpnApps: { body: {} },
  saveVpnApps: { body: { version: 1_000_000, apps: [{ id: 'sample', name: 'Sample', stores: {} }] } },
  restoreVpnApps: { body: { version: 1_000_000, restored: 900_000 } },
  checkVpnAppLinks: { body: { urls: ['https://store.example/sample'] } },
  searchAudit: { body: { ...auditFilter, before: 1000, size: 25 } },
  exportAudit: { body: { ...auditFilter, before: 1000 } },
};

/** Returns the sample request of an API endpoint as the client sends it. */
export function buildSample(name: CallName): Sample {
  const { body, query } = SAMPLES[name] as { body?: object; query?: Record<string, string> };
  return { body: { ...body }, ...(query === undefined ? {} : { query }) };
}
