/**
 * Tests the values of the throttle limits. `limits.test.ts` tests that each limit is enforced, whatever its value is.
 */
import { limitIn, type LimitName } from '../../../src/server/throttle/limits';

/** Decided value of each throttle limit in production, and in the sandbox if the sandbox has a higher limit. */
const DECIDED: Record<LimitName, string> = {
  emailsFromNetwork: '300 in 10 minutes, in the sandbox 600000',
  emailsFromBroadNetwork: '3000 in 10 minutes, in the sandbox 6000000',
  emailsToMailboxFromNetwork: '10 in 10 minutes, in the sandbox 100',
  emailsToMailbox: '19 in a day, in the sandbox 1900',
  emailsToMailboxOfNewNetworks: '10 in a day',
  emailsToMailboxFirstOfNetwork: '1 in a day',
  emailsToKnownBrowser: '3 in a day',
  emailsByStaff: '3 in a day',
  confirmationCodesOfAccount: '4 in 1450 minutes, in the sandbox 400',
  codesToNewMailbox: '10 in a day, in the sandbox 1000',
  codesToNewMailboxOfOtherAccounts: '5 in a day',
  codesToNewMailboxFirstOfAccount: '1 in a day',
  codesToNewMailboxesFromNetwork: '10 in a day, in the sandbox 1000',
  signInRejectionEntries: '1 in a day',
  wrongCodesFromNetwork: '50 in a day, in the sandbox 5000',
  wrongCodesFromWideNetwork: '500 in a day, in the sandbox 50000',
  wrongCodesOfKnownBrowser: '10 in a day, in the sandbox 1000',
  wrongCodesOfKnownBrowsers: '15 in a day, in the sandbox 1500',
  freeWrongCodesForMailbox: '20 in a day, in the sandbox 2000',
  wrongCodesForMailbox: '60 in a day, in the sandbox 6000',
  wrongCodes: '50000 in a day',
  emailsOfLink: '10 in 10 minutes',
  giftChecks: '120 in 10 minutes, in the sandbox 120000',
  giftActivationsOfAccount: '30 in 10 minutes, in the sandbox 3000',
  linkFetches: '60 in 10 minutes',
  appCalls: '120 in 10 minutes',
  exportsOfAccount: '1 in 10 minutes',
  attachments: '30 in a day',
  linkStateReads: '600 in 10 minutes',
  vpnAppReads: '3000 in 10 minutes',
  linkChecks: '10 in 10 minutes',
  linkChecksAtOnce: '1 in 2 minutes',
  unknownLinks: '30 in 10 minutes',
  linkRejectionEntries: '1 in 30 minutes',
  reports: '60 in 10 minutes',
  failedRequests: '30 in 10 minutes',
  failedRequestsInADay: '10000 in a day',
  campaignOrders: '300 in 10 minutes, in the sandbox 500100',
  campaignOrdersFromBroadNetwork: '3000 in 10 minutes, in the sandbox 5001000',
  campaignPayments: '300 in 10 minutes, in the sandbox 500100',
  campaignPaymentsFromBroadNetwork: '3000 in 10 minutes, in the sandbox 5001000',
  accountPayments: '300 in 10 minutes, in the sandbox 500100',
  accountPaymentsFromBroadNetwork: '3000 in 10 minutes, in the sandbox 5001000',
  googleSignIns: '100 in a day, in the sandbox 10000',
  consentsOfAccount: '100 in a day, in the sandbox 10000',
  reportsFromBroadNetwork: '600 in 10 minutes',
  phoneChangesOfAccount: '20 in a day',
  paymentOpeningsOfAccount: '60 in 10 minutes',
  browserCalls: '300 in 1 minutes, in the sandbox 30000',
  browserCallsOfOne: '15 in 1 minutes, in the sandbox 1500',
  anonymousBrowserCalls: '150 in 1 minutes, in the sandbox 15000',
  paymentReadsOfOrder: '5 in 10 minutes',
  unknownObjectsFromNetwork: '120 in 10 minutes',
  changedObjectsOfOwner: '20 in a day',
  unknownObjectReads: '60 in 1 minutes',
  bulkPushes: '10 in a day',
  ownStaffPassword: '10 in 15 minutes',
  staffCodes: '10 in 15 minutes',
  staffCodesInADay: '40 in a day',
  staffCodesOfDevice: '10 in 15 minutes',
  staffCodesOfDeviceInADay: '40 in a day',
  staffSignIn: '10 in 15 minutes',
  staffSignInOfDevice: '10 in 15 minutes',
  staffSignInFromNetwork: '50 in 15 minutes',
  staffSignInOfUser: '100 in 15 minutes',
};

test.each(Object.entries(DECIDED) as [LimitName, string][])('%s: %s', (name, decided) => {
  const production = limitIn('production', name);
  const sandbox = limitIn('sandbox', name);
  const minutes = production.windowMs / 60_000;
  const window = minutes === 24 * 60 ? 'a day' : `${String(minutes)} minutes`;
  const more = sandbox.tries === production.tries ? '' : `, in the sandbox ${String(sandbox.tries)}`;
  expect(`${String(production.tries)} in ${window}${more}`).toBe(decided);
  expect(sandbox.windowMs).toBe(production.windowMs);
});
