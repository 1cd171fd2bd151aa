/** Tests that every contract row has exactly one endpoint, and that cache tags follow each change. */
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { api } from '../../../src/web/api/api';
import { accountDeletionApi } from '../../../src/web/api/endpoints/accountDeletion';
import { bulkPushApi } from '../../../src/web/api/endpoints/bulkPush';
import { cardChangeApi } from '../../../src/web/api/endpoints/cardChange';
import { connectApi } from '../../../src/web/api/endpoints/connect';
import { connectionCheckApi } from '../../../src/web/api/endpoints/connectionCheck';
import { consentApi } from '../../../src/web/api/endpoints/consent';
import { customerNotesApi } from '../../../src/web/api/endpoints/customerNotes';
import { customerTagsApi } from '../../../src/web/api/endpoints/customerTags';
import { dataExportApi } from '../../../src/web/api/endpoints/dataExport';
import { deviceUseApi } from '../../../src/web/api/endpoints/deviceUse';
import { emailChangeApi } from '../../../src/web/api/endpoints/emailChange';
import { emailVerificationApi } from '../../../src/web/api/endpoints/emailVerification';
import { giftsApi } from '../../../src/web/api/endpoints/gifts';
import { payerPhoneApi } from '../../../src/web/api/endpoints/payerPhone';
import { paymentOpeningApi } from '../../../src/web/api/endpoints/paymentOpening';
import { profileApi } from '../../../src/web/api/endpoints/profile';
import { registrationApi } from '../../../src/web/api/endpoints/registration';
import { reportsApi } from '../../../src/web/api/endpoints/reports';
import { sessionsApi } from '../../../src/web/api/endpoints/sessions';
import { shopApi } from '../../../src/web/api/endpoints/shop';
import { staffApi, staffSessionApi } from '../../../src/web/api/endpoints/staff';
import { staffAccountRecoveryApi } from '../../../src/web/api/endpoints/staffAccountRecovery';
import { staffAnalyticsApi } from '../../../src/web/api/endpoints/staffAnalytics';
import { staffAuditApi } from '../../../src/web/api/endpoints/staffAudit';
import { staffDataExportApi } from '../../../src/web/api/endpoints/staffDataExport';
import { staffEmailsApi } from '../../../src/web/api/endpoints/staffEmails';
import { staffEraseCustomerApi } from '../../../src/web/api/endpoints/staffEraseCustomer';
import { staffFindApi } from '../../../src/web/api/endpoints/staffFind';
import { staffGiftsApi } from '../../../src/web/api/endpoints/staffGifts';
import { staffHomeApi } from '../../../src/web/api/endpoints/staffHome';
import { staffLinkDomainsApi } from '../../../src/web/api/endpoints/staffLinkDomains';
import { staffMeApi } from '../../../src/web/api/endpoints/staffMe';
import { staffNoticeApi } from '../../../src/web/api/endpoints/staffNotice';
import { staffPaymentIssuesApi } from '../../../src/web/api/endpoints/staffPaymentIssues';
import { staffPaymentsApi } from '../../../src/web/api/endpoints/staffPayments';
import { staffPresenceApi } from '../../../src/web/api/endpoints/staffPresence';
import { staffTeamApi } from '../../../src/web/api/endpoints/staffTeam';
import { staffVpnAppsApi } from '../../../src/web/api/endpoints/staffVpnApps';
import { subscriptionsApi } from '../../../src/web/api/endpoints/subscriptions';
import { timelineApi } from '../../../src/web/api/endpoints/timeline';
import { type AppDispatch, createStore } from '../../../src/web/app/store';
import { NO_ANALYTICS } from '../../support/analyticsSamples';
import { takeConsole } from '../../support/consoleSpy';
import { fakePlatform } from '../../support/fakePlatform';
import { json, rejection, scriptedApi } from '../../support/scriptedApi';

/** Endpoint groups. Each group is injected into the same API, so all are one object with different types. */
const INJECTED = [
  accountDeletionApi,
  staffEraseCustomerApi,
  subscriptionsApi,
  cardChangeApi,
  connectApi,
  staffEmailsApi,
  staffLinkDomainsApi,
  staffPaymentIssuesApi,
  staffAnalyticsApi,
  customerNotesApi,
  customerTagsApi,
  bulkPushApi,
  staffAccountRecoveryApi,
  consentApi,
  connectionCheckApi,
  dataExportApi,
  deviceUseApi,
  staffDataExportApi,
  emailChangeApi,
  emailVerificationApi,
  giftsApi,
  payerPhoneApi,
  paymentOpeningApi,
  profileApi,
  registrationApi,
  reportsApi,
  sessionsApi,
  shopApi,
  staffApi,
  staffFindApi,
  staffMeApi,
  staffHomeApi,
  staffGiftsApi,
  staffSessionApi,
  staffAuditApi,
  staffNoticeApi,
  staffTeamApi,
  staffPaymentsApi,
  staffPresenceApi,
  timelineApi,
];

/** API calls that the web application uses. Only native applications use the calls whose path starts with `app/`. */
const WEB_CALLS = CALL_NAMES.filter((name) => !CONTRACT[name].path.startsWith('app/'));

const ENDPOINT_NAMES = [...new Set(INJECTED.flatMap((each) => Object.keys(each.endpoints)))];

it('is one API with exactly one endpoint per row', () => {
  expect(new Set(INJECTED.map((each) => each.util))).toEqual(new Set([api.util]));
  expect(ENDPOINT_NAMES.sort()).toEqual([...WEB_CALLS].sort());
});

const email = 'somebody@example.com';
const caller = { uid: 'u-1', email };
const userInfo = { subscriptionIsActive: true, subscriptionStatus: 'ACTIVE' };

/** Arguments and a sample response of each query. */
const QUERIES = {
  previewEmailLink: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.previewEmailLink.initiate({ token: 't' })),
    { success: true, email },
  ],
  checkGift: [
    (dispatch: AppDispatch) => dispatch(giftsApi.endpoints.checkGift.initiate({ key: 'a-key-long-enough' })),
    { months: 3 },
  ],
  getProfile: [
    (dispatch: AppDispatch) => dispatch(profileApi.endpoints.getProfile.initiate(caller)),
    { success: true, userInfo },
  ],
  getConnectLink: [
    (dispatch: AppDispatch) =>
      dispatch(connectApi.endpoints.getConnectLink.initiate({ ...caller, system: 'ios' })),
    { success: true, url: 'https://prosvet.example/s/t', availableDevices: 3 },
  ],
  getConnectLinkState: [
    (dispatch: AppDispatch) => dispatch(connectApi.endpoints.getConnectLinkState.initiate({ token: 't' })),
    { state: 'unused', deviceName: null },
  ],
  getShop: [(dispatch: AppDispatch) => dispatch(shopApi.endpoints.getShop.initiate(caller)), {}],
  getDeviceUse: [
    (dispatch: AppDispatch) => dispatch(deviceUseApi.endpoints.getDeviceUse.initiate(caller)),
    { success: true, devices: [] },
  ],
  checkConnection: [
    (dispatch: AppDispatch) =>
      dispatch(connectionCheckApi.endpoints.checkConnection.initiate('https://check.example')),
    { isThroughVpn: true },
  ],
  listSessions: [
    (dispatch: AppDispatch) => dispatch(sessionsApi.endpoints.listSessions.initiate({})),
    { success: true, sessions: [] },
  ],
  listPayments: [
    (dispatch: AppDispatch) => dispatch(subscriptionsApi.endpoints.listPayments.initiate(caller)),
    { success: true, payments: [] },
  ],
  previewDeletion: [
    (dispatch: AppDispatch) => dispatch(accountDeletionApi.endpoints.previewDeletion.initiate({})),
    { success: true, paidDays: 1, giftDays: 0, nextChargeAt: null, pendingRefunds: 0 },
  ],
  getCardChange: [
    (dispatch: AppDispatch) => dispatch(cardChangeApi.endpoints.getCardChange.initiate(caller)),
    { success: true, state: 'noRenewal' },
  ],
  getOrder: [
    (dispatch: AppDispatch) => dispatch(shopApi.endpoints.getOrder.initiate({ orderId: 'o-1' })),
    { success: true, state: 'open' },
  ],
  getCampaignOrder: [
    (dispatch: AppDispatch) => dispatch(shopApi.endpoints.getCampaignOrder.initiate({ partner: 'blogger' })),
    {
      order: {
        id: 'o-1',
        accountId: 'blogger-1',
        kind: 'campaign',
        amount: 1,
        currency: 'RUB',
        description: 'a week',
        recurringPayment: {
          amount: 449,
          interval: 'Month',
          period: 1,
          startDate: '2026-12-01T00:00:00.000Z',
        },
      },
    },
  ],
  getCampaignOrderState: [
    (dispatch: AppDispatch) => dispatch(shopApi.endpoints.getCampaignOrderState.initiate({ orderId: 'o-1' })),
    { success: true, state: 'open' },
  ],
  searchUsers: [
    (dispatch: AppDispatch) => dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart: 'a' })),
    { content: [] },
  ],
  getUserById: [
    (dispatch: AppDispatch) => dispatch(staffApi.endpoints.getUserById.initiate({ id: 1 })),
    { id: 1 },
  ],
  findUsers: [
    (dispatch: AppDispatch) => dispatch(staffFindApi.endpoints.findUsers.initiate({ value: 'u-1' })),
    { matches: [] },
  ],
  getStaffMe: [
    (dispatch: AppDispatch) => dispatch(staffMeApi.endpoints.getStaffMe.initiate({})),
    { username: 'ann', role: 'support' },
  ],
  readStaffHome: [
    (dispatch: AppDispatch) => dispatch(staffHomeApi.endpoints.readStaffHome.initiate({})),
    { attention: [], lastCustomers: [], figures: null },
  ],
  getConnectionLogs: [
    (dispatch: AppDispatch) => dispatch(staffApi.endpoints.getConnectionLogs.initiate({ userId: 1 })),
    [],
  ],
  getUserPayments: [
    (dispatch: AppDispatch) => dispatch(staffPaymentsApi.endpoints.getUserPayments.initiate({ userId: 1 })),
    { payments: [] },
  ],
  reportPresence: [
    (dispatch: AppDispatch) => dispatch(staffPresenceApi.endpoints.reportPresence.initiate({ userId: 1 })),
    { others: ['bob'], version: '1-1' },
  ],
  listUndeliveredEmails: [
    (dispatch: AppDispatch) => dispatch(staffEmailsApi.endpoints.listUndeliveredEmails.initiate({})),
    { content: [], next: null },
  ],
  readLinkDomains: [
    (dispatch: AppDispatch) => dispatch(staffLinkDomainsApi.endpoints.readLinkDomains.initiate({})),
    { content: [], other: { recent: { served: 0, rejected: 0, failed: 0 }, usual: null } },
  ],
  listPaymentIssues: [
    (dispatch: AppDispatch) => dispatch(staffPaymentIssuesApi.endpoints.listPaymentIssues.initiate({})),
    { content: [], next: null },
  ],
  countPaymentIssues: [
    (dispatch: AppDispatch) => dispatch(staffPaymentIssuesApi.endpoints.countPaymentIssues.initiate({})),
    { open: 0 },
  ],
  listNotes: [
    (dispatch: AppDispatch) => dispatch(customerNotesApi.endpoints.listNotes.initiate({ userId: 1 })),
    { notes: [] },
  ],
  listTags: [
    (dispatch: AppDispatch) => dispatch(customerTagsApi.endpoints.listTags.initiate({})),
    { tags: [] },
  ],
  previewBulkPush: [
    (dispatch: AppDispatch) =>
      dispatch(bulkPushApi.endpoints.previewBulkPush.initiate({ emailPart: '', tag: 'vip' })),
    { customers: 1, devices: 1, isTooMany: false },
  ],
  listBulkPushes: [
    (dispatch: AppDispatch) => dispatch(bulkPushApi.endpoints.listBulkPushes.initiate({})),
    { content: [] },
  ],
  readBulkPush: [
    (dispatch: AppDispatch) => dispatch(bulkPushApi.endpoints.readBulkPush.initiate({ id: 1 })),
    {
      ...{ id: 1, at: '2026-11-21T09:00:00.000Z', by: 'ann', title: 'a', description: '', link: 'b' },
      ...{ devices: 1, pending: 0, delivered: 1, unregistered: 0, failed: 0, content: [], next: null },
    },
  ],
  readAnalytics: [
    (dispatch: AppDispatch) =>
      dispatch(staffAnalyticsApi.endpoints.readAnalytics.initiate({ from: '2026-11-01', to: '2026-11-30' })),
    NO_ANALYTICS,
  ],
  listGifts: [
    (dispatch: AppDispatch) => dispatch(staffGiftsApi.endpoints.listGifts.initiate({})),
    { content: [] },
  ],
  listGiftBatches: [
    (dispatch: AppDispatch) => dispatch(staffGiftsApi.endpoints.listGiftBatches.initiate({})),
    { content: [] },
  ],
  getTimeline: [
    (dispatch: AppDispatch) =>
      dispatch(timelineApi.endpoints.getTimeline.initiate({ userId: 1, kinds: ['email'] })),
    { entries: [], next: null },
  ],
  getOwnStaffAccount: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.getOwnStaffAccount.initiate({})),
    {
      username: 'ann',
      role: 'admin',
      hasSecondFactor: false,
      secondFactorRequired: false,
      sessions: [],
    },
  ],
  listStaff: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.listStaff.initiate({})),
    { content: [] },
  ],
  getStaffSessions: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.getStaffSessions.initiate({ staffId: 1 })),
    { content: [] },
  ],
  listVpnApps: [
    (dispatch: AppDispatch) => dispatch(connectApi.endpoints.listVpnApps.initiate({})),
    { apps: [] },
  ],
  readVpnApps: [
    (dispatch: AppDispatch) => dispatch(staffVpnAppsApi.endpoints.readVpnApps.initiate({})),
    { version: 0, apps: [], history: [] },
  ],
  getNotice: [
    (dispatch: AppDispatch) => dispatch(staffNoticeApi.endpoints.getNotice.initiate({})),
    { version: 0, notice: null },
  ],
  searchAudit: [
    (dispatch: AppDispatch) => dispatch(staffAuditApi.endpoints.searchAudit.initiate({})),
    { content: [], next: null },
  ],
} as const;

/** Arguments and a successful response of each change, and the queries that it invalidates. */
const CHANGES = {
  sendEmailLink: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.sendEmailLink.initiate({ email, platform: 'web' })),
    { success: true },
    [],
  ],
  sendGiftEmailLink: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.sendGiftEmailLink.initiate({ email, platform: 'web' })),
    { success: true },
    [],
  ],
  // A sign-in may create an account. The whole cache is dropped when the signed-in person changes.
  restoreEmailLink: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.restoreEmailLink.initiate({ token: 't' })),
    { success: true, email },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  redeemEmailLink: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.redeemEmailLink.initiate({ linkToken: 't' })),
    { success: true },
    [],
  ],
  redeemEmailCode: [
    (dispatch: AppDispatch) =>
      dispatch(emailVerificationApi.endpoints.redeemEmailCode.initiate({ mailToken: 't', code: '12345678' })),
    { success: true },
    [],
  ],
  registerByGoogle: [
    (dispatch: AppDispatch) =>
      dispatch(registrationApi.endpoints.registerByGoogle.initiate({ body: caller, bearer: 'id' })),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  registerByEmail: [
    (dispatch: AppDispatch) => dispatch(registrationApi.endpoints.registerByEmail.initiate(caller)),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  logOut: [
    (dispatch: AppDispatch) =>
      dispatch(registrationApi.endpoints.logOut.initiate({ body: {}, bearer: 'token' })),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop', 'getOrder', 'getCampaignOrderState'],
  ],
  changeTag: [
    (dispatch: AppDispatch) =>
      dispatch(customerTagsApi.endpoints.changeTag.initiate({ userId: 1, tag: 'vip', change: 'add' })),
    { success: true },
    [
      'listTags',
      'searchUsers',
      'findUsers',
      'readStaffHome',
      'getUserById',
      'getUserPayments',
      'getTimeline',
    ],
  ],
  sendBulkPush: [
    (dispatch: AppDispatch) =>
      dispatch(
        bulkPushApi.endpoints.sendBulkPush.initiate({
          ...{ emailPart: '', link: 'https://a.example/', title: 'a', devices: 1 },
          requestKey: 'a-sample-request-key',
        }),
      ),
    { id: 1 },
    ['previewBulkPush', 'listBulkPushes', 'readBulkPush', 'getTimeline'],
  ],
  addNote: [
    (dispatch: AppDispatch) =>
      dispatch(customerNotesApi.endpoints.addNote.initiate({ userId: 1, text: 'a' })),
    { success: true },
    ['listNotes', 'getTimeline'],
  ],
  changeNote: [
    (dispatch: AppDispatch) =>
      dispatch(customerNotesApi.endpoints.changeNote.initiate({ noteId: 1, change: 'pin' })),
    { success: true },
    ['listNotes', 'getTimeline'],
  ],
  sendExportCode: [
    (dispatch: AppDispatch) => dispatch(dataExportApi.endpoints.sendExportCode.initiate({})),
    { success: true },
    [],
  ],
  exportData: [
    (dispatch: AppDispatch) =>
      dispatch(dataExportApi.endpoints.exportData.initiate({ requestToken: 'a', code: '12345678' })),
    { success: true },
    [],
  ],
  exportCustomerData: [
    (dispatch: AppDispatch) =>
      dispatch(staffDataExportApi.endpoints.exportCustomerData.initiate({ userId: 1 })),
    { html: '', json: '' },
    ['searchAudit'],
  ],
  grantDays: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffAccountRecoveryApi.endpoints.grantDays.initiate({
          ...{ userId: 1, days: 5, reason: 'other', comment: '', requestKey: 'a-sample-request-key' },
        }),
      ),
    { success: true },
    ['searchUsers', 'findUsers', 'readStaffHome', 'getUserById', 'getUserPayments', 'getTimeline'],
  ],
  sendDeletionCode: [
    (dispatch: AppDispatch) => dispatch(accountDeletionApi.endpoints.sendDeletionCode.initiate({})),
    { success: true, requestToken: 'cc_t' },
    [],
  ],
  // The whole cache is dropped when the customer is signed out afterwards.
  confirmDeletion: [
    (dispatch: AppDispatch) =>
      dispatch(
        accountDeletionApi.endpoints.confirmDeletion.initiate({ requestToken: 'cc_t', code: '12345678' }),
      ),
    { success: true },
    [],
  ],
  withdrawDeletion: [
    (dispatch: AppDispatch) => dispatch(accountDeletionApi.endpoints.withdrawDeletion.initiate({})),
    { success: true },
    ['previewDeletion'],
  ],
  eraseCustomer: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffEraseCustomerApi.endpoints.eraseCustomer.initiate({
          userId: 1,
          email,
          reason: 'customerRequest',
        }),
      ),
    { success: true },
    [
      ...[
        'searchUsers',
        'findUsers',
        'readStaffHome',
        'getUserById',
        'getUserPayments',
        'getTimeline',
        'getConnectionLogs',
      ],
      ...['listNotes', 'listTags'],
    ],
  ],
  moveSubscription: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffAccountRecoveryApi.endpoints.moveSubscription.initiate({
          ...{ userId: 1, from: 'a@b.cd', to: 'e@f.gh', proof: '4242', comment: '' },
        }),
      ),
    { success: true },
    ['searchUsers', 'findUsers', 'readStaffHome', 'getUserById', 'getUserPayments', 'getTimeline'],
  ],
  stopRenewal: [
    (dispatch: AppDispatch) =>
      dispatch(staffPaymentsApi.endpoints.stopRenewal.initiate({ userId: 1, comment: '' })),
    { success: true },
    ['searchUsers', 'findUsers', 'readStaffHome', 'getUserById', 'getUserPayments', 'getTimeline'],
  ],
  sendEmailAgain: [
    (dispatch: AppDispatch) => dispatch(staffEmailsApi.endpoints.sendEmailAgain.initiate({ id: 1 })),
    { success: true },
    ['listUndeliveredEmails', 'readStaffHome', 'getTimeline'],
  ],
  markLinkDomain: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffLinkDomainsApi.endpoints.markLinkDomain.initiate({ domain: 'go.example', isBlocked: true }),
      ),
    { success: true },
    ['readLinkDomains'],
  ],
  resolvePaymentIssue: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffPaymentIssuesApi.endpoints.resolvePaymentIssue.initiate({ id: 1, action: 'retry', note: '' }),
      ),
    { success: true },
    [
      'listPaymentIssues',
      'countPaymentIssues',
      'readStaffHome',
      'getUserById',
      'getUserPayments',
      'getTimeline',
    ],
  ],
  recordChargeback: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffPaymentIssuesApi.endpoints.recordChargeback.initiate({
          transactionId: '504',
          amount: 449,
          note: 'email',
        }),
      ),
    { success: true, userId: 1 },
    ['getUserById', 'getUserPayments', 'getTimeline'],
  ],
  activateGift: [
    (dispatch: AppDispatch) =>
      dispatch(giftsApi.endpoints.activateGift.initiate({ body: { ...caller, key: 'a-key-long-enough' } })),
    { success: true },
    ['checkGift', 'getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  giveConsent: [
    (dispatch: AppDispatch) =>
      dispatch(
        consentApi.endpoints.giveConsent.initiate({ orderId: 'o-1', offerEdition: '1.1', wording: 'terms' }),
      ),
    { success: true },
    [],
  ],
  openPayment: [
    (dispatch: AppDispatch) => dispatch(paymentOpeningApi.endpoints.openPayment.initiate({ orderId: 'o-1' })),
    { success: true, confirmationToken: 'ct-1' },
    [],
  ],
  openCampaignPayment: [
    (dispatch: AppDispatch) =>
      dispatch(paymentOpeningApi.endpoints.openCampaignPayment.initiate({ orderId: 'o-1', email })),
    { success: true, confirmationToken: 'ct-1' },
    [],
  ],
  setPhone: [
    (dispatch: AppDispatch) => dispatch(payerPhoneApi.endpoints.setPhone.initiate({ phone: null })),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments'],
  ],
  setCampaignPhone: [
    (dispatch: AppDispatch) =>
      dispatch(payerPhoneApi.endpoints.setCampaignPhone.initiate({ orderId: 'o-1', phone: '+79123456789' })),
    { success: true },
    [],
  ],
  sendCodeToPresentEmail: [
    (dispatch: AppDispatch) => dispatch(emailChangeApi.endpoints.sendCodeToPresentEmail.initiate({})),
    { success: true },
    [],
  ],
  confirmPresentEmail: [
    (dispatch: AppDispatch) =>
      dispatch(
        emailChangeApi.endpoints.confirmPresentEmail.initiate({ requestToken: 'cc_1', code: '12345678' }),
      ),
    { success: true },
    [],
  ],
  sendCodeToNewEmail: [
    (dispatch: AppDispatch) =>
      dispatch(
        emailChangeApi.endpoints.sendCodeToNewEmail.initiate({ requestToken: 'cc_1', newEmail: 'a@b.cd' }),
      ),
    { success: true },
    [],
  ],
  changeEmail: [
    (dispatch: AppDispatch) =>
      dispatch(
        emailChangeApi.endpoints.changeEmail.initiate({
          ...{ requestToken: 'cc_1', newRequestToken: 'cc_2', code: '12345678' },
        }),
      ),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments'],
  ],
  sendCodeToFormerEmail: [
    (dispatch: AppDispatch) =>
      dispatch(emailChangeApi.endpoints.sendCodeToFormerEmail.initiate({ restoreToken: '1.ec_1' })),
    { success: true },
    [],
  ],
  restoreFormerEmail: [
    (dispatch: AppDispatch) =>
      dispatch(
        emailChangeApi.endpoints.restoreFormerEmail.initiate({
          ...{ restoreToken: '1.ec_1', requestToken: 'cc_1', code: '12345678' },
        }),
      ),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments'],
  ],
  endSession: [
    (dispatch: AppDispatch) => dispatch(sessionsApi.endpoints.endSession.initiate({ sessionId: 1 })),
    { success: true },
    ['listSessions', 'getConnectLink', 'getConnectLinkState', 'getDeviceUse', 'getProfile', 'listPayments'],
  ],
  endOtherSessions: [
    (dispatch: AppDispatch) => dispatch(sessionsApi.endpoints.endOtherSessions.initiate({})),
    { success: true, ended: 1 },
    ['listSessions', 'getConnectLink', 'getConnectLinkState', 'getDeviceUse', 'getProfile', 'listPayments'],
  ],
  detachDevice: [
    (dispatch: AppDispatch) =>
      dispatch(profileApi.endpoints.detachDevice.initiate({ ...caller, deviceId: 'd-1' })),
    { success: true },
    [
      'getConnectLink',
      'getConnectLinkState',
      'getDeviceUse',
      'getProfile',
      'listPayments',
      'readStaffHome',
      'searchUsers',
      'findUsers',
      'getUserById',
      'getUserPayments',
      'getTimeline',
    ],
  ],
  removeCard: [
    (dispatch: AppDispatch) => dispatch(subscriptionsApi.endpoints.removeCard.initiate(caller)),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  cancelSubscription: [
    (dispatch: AppDispatch) => dispatch(profileApi.endpoints.cancelSubscription.initiate(caller)),
    { success: true },
    ['getDeviceUse', 'getProfile', 'listPayments', 'getShop'],
  ],
  sendReport: [
    (dispatch: AppDispatch) =>
      dispatch(
        reportsApi.endpoints.sendReport.initiate({ event: 'screenFailed', details: { name: 'Error' } }),
      ),
    { success: true },
    [],
  ],
  offerSecondFactor: [
    (dispatch: AppDispatch) =>
      dispatch(staffSessionApi.endpoints.offerSecondFactor.initiate({ username: 'u', password: 'p' })),
    { secret: 'S', link: 'otpauth://totp/x' },
    [],
  ],
  staffRefresh: [
    (dispatch: AppDispatch) =>
      dispatch(staffSessionApi.endpoints.staffRefresh.initiate({ refreshToken: 'r' })),
    { accessToken: 'a' },
    [],
  ],
  createGift: [
    (dispatch: AppDispatch) => dispatch(staffApi.endpoints.createGift.initiate({ months: 1 })),
    { activationKey: 'k' },
    ['checkGift', 'listGifts'],
  ],
  createGiftBatch: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffGiftsApi.endpoints.createGiftBatch.initiate({
          requestKey: '5f0c6a4e-9f53-4a3e-8d0e-0d2d1e6c7b11',
          name: 'Spring',
          months: 1,
          size: 1,
        }),
      ),
    { batchId: 1, keys: ['k'] },
    ['listGifts', 'listGiftBatches'],
  ],
  revokeGift: [
    (dispatch: AppDispatch) => dispatch(staffGiftsApi.endpoints.revokeGift.initiate({ giftId: 1 })),
    { success: true },
    ['checkGift', 'listGifts', 'listGiftBatches'],
  ],
  revokeGiftBatch: [
    (dispatch: AppDispatch) => dispatch(staffGiftsApi.endpoints.revokeGiftBatch.initiate({ batchId: 1 })),
    { success: true, revoked: 2 },
    ['checkGift', 'listGifts', 'listGiftBatches'],
  ],
  refund: [
    (dispatch: AppDispatch) => dispatch(staffApi.endpoints.refund.initiate(caller)),
    { success: true },
    ['searchUsers', 'findUsers', 'readStaffHome', 'getUserById', 'getUserPayments', 'getTimeline'],
  ],
  sendPush: [
    (dispatch: AppDispatch) =>
      dispatch(staffApi.endpoints.sendPush.initiate({ query: { token: 't' }, body: { type: 'LOGOUT' } })),
    { success: true },
    ['getUserById', 'getUserPayments', 'getTimeline'],
  ],
  resendSignInEmail: [
    (dispatch: AppDispatch) => dispatch(timelineApi.endpoints.resendSignInEmail.initiate({ userId: 1 })),
    { success: true },
    ['getTimeline'],
  ],
  staffLogOut: [
    (dispatch: AppDispatch) =>
      dispatch(staffSessionApi.endpoints.staffLogOut.initiate({ refreshToken: 'r' })),
    { success: true },
    [
      'searchUsers',
      'findUsers',
      'readStaffHome',
      'getUserById',
      'getUserPayments',
      'getConnectionLogs',
      'getTimeline',
    ],
  ],
  revokeOwnStaffSession: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.revokeOwnStaffSession.initiate({ sessionId: 's' })),
    { success: true },
    ['getOwnStaffAccount', 'getStaffMe', 'listStaff', 'getStaffSessions'],
  ],
  changeOwnStaffPassword: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.changeOwnStaffPassword.initiate({ password: 'p', newPassword: 'n' })),
    { success: true },
    ['getOwnStaffAccount', 'getStaffMe', 'listStaff', 'getStaffSessions'],
  ],
  offerOwnSecondFactor: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.offerOwnSecondFactor.initiate({ password: 'p' })),
    { secret: 'S', link: 'otpauth://totp/x' },
    [],
  ],
  confirmOwnSecondFactor: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.confirmOwnSecondFactor.initiate({ code: '123456' })),
    { success: true },
    ['getOwnStaffAccount', 'getStaffMe', 'listStaff', 'getStaffSessions'],
  ],
  removeOwnSecondFactor: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.removeOwnSecondFactor.initiate({ password: 'p', code: '123456' })),
    { success: true },
    ['getOwnStaffAccount', 'getStaffMe', 'listStaff', 'getStaffSessions'],
  ],
  setNotice: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffNoticeApi.endpoints.setNotice.initiate({
          ...{ text: 'Работы', endsAt: '2026-11-29T10:00:00.000Z', version: 0 },
        }),
      ),
    { version: 1, notice: null },
    ['getNotice'],
  ],
  endNotice: [
    (dispatch: AppDispatch) => dispatch(staffNoticeApi.endpoints.endNotice.initiate({ version: 1 })),
    { version: 2, notice: null },
    ['getNotice'],
  ],
  createStaff: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.createStaff.initiate({ username: 'u', role: 'support' })),
    { id: 1, username: 'u' },
    ['listStaff', 'getStaffSessions'],
  ],
  changeStaffRole: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.changeStaffRole.initiate({ staffId: 1, role: 'senior' })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  resetStaffPassword: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.resetStaffPassword.initiate({ staffId: 1 })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  disableStaff: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.disableStaff.initiate({ staffId: 1 })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  enableStaff: [
    (dispatch: AppDispatch) => dispatch(staffTeamApi.endpoints.enableStaff.initiate({ staffId: 1 })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  resetStaffSecondFactor: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.resetStaffSecondFactor.initiate({ staffId: 1 })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  revokeStaffSession: [
    (dispatch: AppDispatch) =>
      dispatch(staffTeamApi.endpoints.revokeStaffSession.initiate({ sessionId: 's' })),
    { success: true },
    ['listStaff', 'getStaffSessions'],
  ],
  saveVpnApps: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffVpnAppsApi.endpoints.saveVpnApps.initiate({
          version: 1,
          apps: [{ id: 'sample', name: 'Sample', stores: {} }],
        }),
      ),
    { version: 2 },
    ['listVpnApps', 'readVpnApps'],
  ],
  restoreVpnApps: [
    (dispatch: AppDispatch) =>
      dispatch(staffVpnAppsApi.endpoints.restoreVpnApps.initiate({ version: 2, restored: 1 })),
    { version: 3 },
    ['listVpnApps', 'readVpnApps'],
  ],
  checkVpnAppLinks: [
    (dispatch: AppDispatch) =>
      dispatch(
        staffVpnAppsApi.endpoints.checkVpnAppLinks.initiate({ urls: ['https://store.example/sample'] }),
      ),
    { content: [], isOffline: false },
    [],
  ],
  exportAudit: [
    (dispatch: AppDispatch) => dispatch(staffAuditApi.endpoints.exportAudit.initiate({})),
    { content: [], next: null },
    ['searchAudit'],
  ],
} as const;

type QueryName = keyof typeof QUERIES;
type ChangeName = keyof typeof CHANGES;
const QUERY_NAMES = Object.keys(QUERIES) as QueryName[];
const CHANGE_NAMES = Object.keys(CHANGES) as ChangeName[];

it('classifies every row as a query or a change', () => {
  // staffLogin changes the signed-in person, which drops the whole cache. The identity tests cover that.
  const walked: CallName[] = [...QUERY_NAMES, ...CHANGE_NAMES, 'staffLogin'];
  expect(walked.sort()).toEqual([...WEB_CALLS].sort());
  for (const name of QUERY_NAMES) expect(CONTRACT[name].kind).toBe('read');
  for (const name of CHANGE_NAMES) expect(CONTRACT[name].kind).toBe('change');
});

/** Creates a store that has fetched and subscribed to every query. */
async function storeWithEverything() {
  const server = scriptedApi();
  for (const name of QUERY_NAMES) server.on(CONTRACT[name].path, () => json(QUERIES[name][1]));
  const store = createStore(
    fakePlatform({ fetch: server.fetch, stored: { email, uid: 'u-1', accessToken: 'token' } }),
  );
  for (const name of QUERY_NAMES) await QUERIES[name][0](store.dispatch);
  server.calls.length = 0;
  return { server, store };
}

/** Returns the queries that were fetched again. */
async function askedAgain({ server, store }: Awaited<ReturnType<typeof storeWithEverything>>) {
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  return QUERY_NAMES.filter((name) => server.callsTo(CONTRACT[name].path).length > 0);
}

/** Invalid responses of a broken network or a broken server. */
const BAD_RESPONSES: Readonly<Record<string, () => Response | Promise<Response>>> = {
  'a lost network': () => Promise.reject(new TypeError('network lost')),
  'a 400': () => rejection(400),
  'a 403': () => rejection(403),
  'a 429': () => rejection(429),
  'a 500': () => rejection(500),
  'a 503': () => rejection(503, 'UNAVAILABLE'),
  'a page of a front': () => new Response('<html>502</html>', { status: 502 }),
  'a page with 200': () => new Response('<html>sign in</html>'),
  'JSON that is cut off': () => new Response('{"success":tr'),
  'an answer that is no object': () => json([1, 'two', null]),
  'an answer of other types': () =>
    json({ success: 'yes', content: 5, devices: 'none', payments: {}, url: [] }),
  'an empty answer with 204': () => new Response(null, { status: 204 }),
};

it.each([...QUERY_NAMES, ...CHANGE_NAMES])(
  '%s returns a value or a failure for every invalid response',
  async (name) => {
    takeConsole();
    jest.useFakeTimers();
    const server = scriptedApi();
    const make = name in QUERIES ? QUERIES[name as QueryName][0] : CHANGES[name as ChangeName][0];
    for (const [fault, script] of Object.entries(BAD_RESPONSES)) {
      server.on(CONTRACT[name].path, script);
      const store = createStore(
        fakePlatform({
          fetch: server.fetch,
          stored: { email, uid: 'u-1', accessToken: 'token' },
        }),
      );
      const asked = make(store.dispatch);
      // A failed read is retried after a pause.
      await jest.advanceTimersByTimeAsync(20_000);
      const { data, error } = await asked;
      expect([fault, (data === undefined) !== (error === undefined)]).toEqual([fault, true]);
    }
    jest.useRealTimers();
  },
);

/** Queries whose response no change affects: the network of the browser decides about it. */
const WITHOUT_TAG: readonly CallName[] = ['checkConnection'];

it.each(QUERY_NAMES.filter((name) => !WITHOUT_TAG.includes(name)))('%s provides a tag', async (name) => {
  const { store } = await storeWithEverything();
  const { provided } = store.getState().api;
  const cacheKeys = Object.values(provided.tags).flatMap((ids) => Object.values(ids).flat());
  expect(cacheKeys.some((key) => key.startsWith(`${name}(`))).toBe(true);
});

it.each(CHANGE_NAMES)('%s invalidates the queries that it affects', async (name) => {
  const context = await storeWithEverything();
  const [make, response, reached] = CHANGES[name];
  context.server.on(CONTRACT[name].path, () => json(response));
  const { error } = await make(context.store.dispatch);
  expect(error).toBeUndefined();
  expect((await askedAgain(context)).sort()).toEqual([...reached].sort());
});

it.each(
  CHANGE_NAMES.flatMap((name) => [
    [name, 'a rejection', () => json({ success: false })] as const,
    [name, 'a 409', () => rejection(409)] as const,
    [name, 'a 500', () => rejection(500)] as const,
    [name, 'a broken answer', () => json('text')] as const,
  ]),
)('%s invalidates nothing after %s', async (name, _fault, script) => {
  takeConsole();
  const context = await storeWithEverything();
  context.server.on(CONTRACT[name].path, script);
  await CHANGES[name][0](context.store.dispatch);
  expect(await askedAgain(context)).toEqual([]);
});
