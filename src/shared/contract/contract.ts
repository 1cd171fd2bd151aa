/**
 * THE wire: every customer and staff call, by name. The RTK Query endpoints, the server's routes,
 * the OpenAPI document and the authorisation matrix of the tests all walk this table.
 */
import * as app from './app';
import * as bulkPush from './bulkPush';
import * as connect from './connect';
import * as consent from './consent';
import * as customerNotes from './customerNotes';
import * as customerTags from './customerTags';
import * as emailVerification from './emailVerification';
import * as gifts from './gifts';
import * as profile from './profile';
import * as registration from './registration';
import * as reports from './reports';
import * as shop from './shop';
import * as staff from './staff';
import * as staffAccount from './staffAccount';
import * as staffAudit from './staffAudit';
import * as staffFind from './staffFind';
import * as staffGifts from './staffGifts';
import * as staffLetters from './staffLetters';
import * as staffMe from './staffMe';
import * as staffMoney from './staffMoney';
import * as staffNumbers from './staffNumbers';
import * as staffPayments from './staffPayments';
import * as staffRescue from './staffRescue';
import * as staffTeam from './staffTeam';
import * as subscriptions from './subscriptions';
import * as timeline from './timeline';

export const CONTRACT = {
  sendEmailLink: emailVerification.sendEmailLink,
  sendGiftEmailLink: emailVerification.sendGiftEmailLink,
  restoreEmailLink: emailVerification.restoreEmailLink,
  previewEmailLink: emailVerification.previewEmailLink,
  redeemEmailLink: emailVerification.redeemEmailLink,
  redeemEmailCode: emailVerification.redeemEmailCode,
  registerByGoogle: registration.registerByGoogle,
  registerByEmail: registration.registerByEmail,
  logOut: registration.logOut,
  checkGift: gifts.checkGift,
  activateGift: gifts.activateGift,
  getProfile: profile.getProfile,
  detachDevice: profile.detachDevice,
  getConnectLink: connect.getConnectLink,
  getConnectLinkState: connect.getConnectLinkState,
  attachApp: app.attachApp,
  getAppAccess: app.getAppAccess,
  reportAppConnections: app.reportAppConnections,
  setAppPushToken: app.setAppPushToken,
  leaveApp: app.leaveApp,
  cancelSubscription: profile.cancelSubscription,
  listPayments: subscriptions.listPayments,
  removeCard: subscriptions.removeCard,
  getShop: shop.getShop,
  getOrder: shop.getOrder,
  getCampaignOrder: shop.getCampaignOrder,
  getCampaignOrderState: shop.getCampaignOrderState,
  giveConsent: consent.giveConsent,
  sendReport: reports.sendReport,
  staffLogin: staff.staffLogin,
  offerSecondFactor: staff.offerSecondFactor,
  staffRefresh: staff.staffRefresh,
  staffLogOut: staff.staffLogOut,
  getStaffMe: staffMe.getStaffMe,
  searchUsers: staff.searchUsers,
  findUsers: staffFind.findUsers,
  getUserById: staff.getUserById,
  createGift: staff.createGift,
  createGiftBatch: staffGifts.createGiftBatch,
  listGifts: staffGifts.listGifts,
  listGiftBatches: staffGifts.listGiftBatches,
  revokeGift: staffGifts.revokeGift,
  revokeGiftBatch: staffGifts.revokeGiftBatch,
  refund: staff.refund,
  getConnectionLogs: staff.getConnectionLogs,
  sendPush: staff.sendPush,
  getUserPayments: staffPayments.getUserPayments,
  stopRenewal: staffPayments.stopRenewal,
  grantDays: staffRescue.grantDays,
  moveSubscription: staffRescue.moveSubscription,
  listNotes: customerNotes.listNotes,
  addNote: customerNotes.addNote,
  changeNote: customerNotes.changeNote,
  listTags: customerTags.listTags,
  changeTag: customerTags.changeTag,
  previewBulkPush: bulkPush.previewBulkPush,
  sendBulkPush: bulkPush.sendBulkPush,
  listBulkPushes: bulkPush.listBulkPushes,
  readBulkPush: bulkPush.readBulkPush,
  getTimeline: timeline.getTimeline,
  resendSignInLetter: timeline.resendSignInLetter,
  getOwnStaffAccount: staffAccount.getOwnStaffAccount,
  revokeOwnStaffSession: staffAccount.revokeOwnStaffSession,
  changeOwnStaffPassword: staffAccount.changeOwnStaffPassword,
  offerOwnSecondFactor: staffAccount.offerOwnSecondFactor,
  confirmOwnSecondFactor: staffAccount.confirmOwnSecondFactor,
  removeOwnSecondFactor: staffAccount.removeOwnSecondFactor,
  listUndeliveredLetters: staffLetters.listUndeliveredLetters,
  sendLetterAgain: staffLetters.sendLetterAgain,
  listMoneyToExplain: staffMoney.listMoneyToExplain,
  countMoneyToExplain: staffMoney.countMoneyToExplain,
  actOnMoney: staffMoney.actOnMoney,
  readNumbers: staffNumbers.readNumbers,
  recordChargeback: staffMoney.recordChargeback,
  listStaff: staffTeam.listStaff,
  getStaffSessions: staffTeam.getStaffSessions,
  createStaff: staffTeam.createStaff,
  changeStaffRole: staffTeam.changeStaffRole,
  resetStaffPassword: staffTeam.resetStaffPassword,
  disableStaff: staffTeam.disableStaff,
  enableStaff: staffTeam.enableStaff,
  resetStaffSecondFactor: staffTeam.resetStaffSecondFactor,
  revokeStaffSession: staffTeam.revokeStaffSession,
  searchAudit: staffAudit.searchAudit,
  exportAudit: staffAudit.exportAudit,
} as const;

export type Contract = typeof CONTRACT;
export type CallName = keyof Contract;
export const CALL_NAMES = Object.keys(CONTRACT) as CallName[];
