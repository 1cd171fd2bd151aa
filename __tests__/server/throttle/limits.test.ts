import { randomUUID } from 'node:crypto';
import { count, desc, like, sql } from 'drizzle-orm';
/**
 * Tests every throttle limit through the API: at the limit, one attempt over the limit, and after the time window of the
 * limit.
 */
import { Rejection } from '../../../src/server/domain/rejection';
import { buildApp } from '../../../src/server/http/app';
import type { ChangedObject } from '../../../src/server/ports/cardProvider';
import { findFailedRequests } from '../../../src/server/store/failedRequests';
import { insertRequestedPayment } from '../../../src/server/store/requestedPayments';
import { accountEvents } from '../../../src/server/store/schema/accountEvents';
import { changedObjects } from '../../../src/server/store/schema/changedObjects';
import { emailLinks } from '../../../src/server/store/schema/emailLinks';
import { orders } from '../../../src/server/store/schema/orders';
import { throttleCounters } from '../../../src/server/store/schema/throttle';
import { type LimitName, LIMITS } from '../../../src/server/throttle/limits';
import { sendConfirmationCode } from '../../../src/server/usecases/accounts/confirmationCodes';
import { takeExportSlot } from '../../../src/server/usecases/accounts/exportSlots';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { recordFailedRequest } from '../../../src/server/usecases/audit/recordFailedRequest';
import { openPayment } from '../../../src/server/usecases/billing/orders/openPayment';
import { readCampaignOrder, readOrder } from '../../../src/server/usecases/billing/orders/readOrder';
import { readChangedObjects } from '../../../src/server/usecases/billing/providerEvents/readChangedObjects';
import { grantGiftMonths } from '../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { attachDevice } from '../../../src/server/usecases/customer/devices';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { OFFER_EDITION } from '../../../src/shared/offerEdition';
import { codeShown, wrongCode } from '../../support/authenticator';
import { cardCustomer } from '../../support/cardCustomer';
import { changeAt, unsignedProvider } from '../../support/otherProvider';
import { instanceWith, startTestServer, TEST_ORIGIN, type TestServer } from '../../support/server';
import {
  makeStaff,
  readEmail,
  requestEmail,
  signInByEmail,
  signInStaffAs,
  STAFF_PASSWORD,
} from '../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const IP = '192.0.2.1';

let server: TestServer;
let made = 0;

/** Sets the number of attempts that a limit has counted. */
const setTries = (name: LimitName, tries: number) =>
  server.db
    .update(throttleCounters)
    .set({ tries })
    .where(like(throttleCounters.key, `${name}:%`));

/** Makes one more attempt. Resolves to whether the attempt was allowed. */
type Try = () => Promise<boolean>;

const isOk = async (response: Promise<{ status: number }>): Promise<boolean> =>
  (await response).status === 200;
const stranger = () => `stranger${(made += 1)}@example.com`;
const send = (email: string) => server.call('sendEmailLink', { body: { email, platform: 'web' } });

/** Requests a sign-in email and returns whether the email was sent. A throttled email is not reported as an error. */
const sends = async (email: string): Promise<boolean> => {
  const { status, body } = await send(email);
  return status === 200 && body.success;
};

/** Requests a sign-in email. Returns whether the email has a link and a code, unlike the last email of a day. */
const sendsOrdinary = async (): Promise<boolean> => (await send(EMAIL)).body.mailToken !== undefined;

/** Returns the number of emails counted against the limit that all networks share. */
async function sharedTries(): Promise<number> {
  const counters = await server.db
    .select({ tries: throttleCounters.tries })
    .from(throttleCounters)
    .where(like(throttleCounters.key, 'emailsFromNetwork:%'));
  return counters.reduce((sum, { tries }) => sum + tries, 0);
}

const eventsWritten = async (): Promise<number> =>
  (await server.db.select({ rows: count() }).from(accountEvents))[0]?.rows ?? 0;

/** Enters a wrong code. The wrong attempt counts for the sign-in email only if the server compares the code. */
async function typesWrongCode(headers: Record<string, string> = {}): Promise<boolean> {
  const { mailToken, code } = await requestEmail(server, stranger());
  const wrong = String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
  const response = await server.fetch('/api/emailVerification/code', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ mailToken, code: wrong }),
  });
  return response.ok && !(await response.text()).includes('tooManyTries');
}

/**
 * Enters a wrong code of a new email to the mailbox. Returns the remaining attempts, and whether the server compared the
 * code. All requests come from networks that have not requested an email yet.
 */
async function typesWrongCodeFor(email: string, browserMark?: string) {
  await setTries('emailsToMailbox', 0);
  await setTries('emailsToMailboxFromNetwork', 0);
  await setTries('wrongCodesFromNetwork', 0);
  const { mailToken, code } = await requestEmail(server, email);
  const before = await codeTriesLeft();
  const wrong = String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
  const typed = { mailToken, code: wrong, ...(browserMark === undefined ? {} : { browserMark }) };
  const { body } = await server.call('redeemEmailCode', { body: typed });
  return { triesLeft: body.triesLeft ?? 0, spent: (await codeTriesLeft()) < before };
}

/** Returns the attempts left at the newest code. */
async function codeTriesLeft(): Promise<number> {
  const [row] = await server.db
    .select({ triesLeft: emailLinks.codeTriesLeft })
    .from(emailLinks)
    .orderBy(desc(emailLinks.id))
    .limit(1);
  return row?.triesLeft ?? 0;
}

/** Returns an attempt in a known browser. Beyond its limit, its wrong codes count for the network. */
async function triesInKnownBrowser(other: LimitName): Promise<Try> {
  const { linkToken, mailToken } = await requestEmail(server, EMAIL);
  const { body } = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  const restored = await server.call('restoreEmailLink', { body: { token: body.token ?? '' } });
  return async () => {
    await setTries(other, 0);
    await typesWrongCodeFor(EMAIL, restored.body.browserMark ?? '');
    const rows = await server.db
      .select({ tries: throttleCounters.tries })
      .from(throttleCounters)
      .where(like(throttleCounters.key, 'wrongCodesFromNetwork:%'));
    return rows.every(({ tries }) => tries === 0);
  };
}

async function linkOfDevice(): Promise<string> {
  const { accessToken } = await signInByEmail(server, EMAIL);
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
  const { body } = await server.call('getConnectLink', { token: accessToken, body: { system: 'ios' } });
  return body.url.replace(TEST_ORIGIN, '');
}

const fetchLink = (path: string, hwid = 'ABCDEF0123456789') =>
  server.fetch(path, { headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': hwid, 'x-device-os': 'iOS' } });

const login = (username: string, password: string, code?: string) =>
  server.call('staffLogin', { body: { username, password, ...(code === undefined ? {} : { code }) } });

/** Returns whether the password was checked. A throttled sign-in returns 429, unlike a wrong password. */
const isLookedAt = async (response: Promise<{ status: number }>): Promise<boolean> =>
  (await response).status !== 429;

/** Returns an attempt with a wrong second-factor code. The counters of the password are not tested here. */
async function triesStaffCodes(isKnownDevice = false): Promise<Try> {
  await makeStaff(server, 'support');
  const { body } = await server.call('offerSecondFactor', {
    body: { username: 'support', password: STAFF_PASSWORD },
  });
  const code = codeShown(body.secret, server.clock.now());
  const { deviceMark } = (await login('support', STAFF_PASSWORD, code)).body;
  return async () => {
    await server.db.execute(sql`delete from throttle_counters where key like 'staffSignIn%'`);
    const wrong = wrongCode(body.secret, server.clock.now());
    const typed = { username: 'support', password: STAFF_PASSWORD, code: wrong };
    return isLookedAt(server.call('staffLogin', { body: isKnownDevice ? { ...typed, deviceMark } : typed }));
  };
}

/**
 * Returns an attempt to request a code to the mailbox that `chooseMailbox` names, as the new address of an account, after
 * `before` such requests. Other limits of these codes do not reject the attempt.
 */
function triesNewMailboxes(chooseMailbox: () => Promise<string>, before = 0, countsNetwork = false) {
  return async (): Promise<Try> => {
    await signInByEmail(server, 'customer@example.com');
    const request = async (email: string) => {
      await setTries('confirmationCodesOfAccount', 0);
      if (!countsNetwork) await setTries('codesToNewMailboxesFromNetwork', 0);
      const code = { accountId: 1, email, purpose: 'newEmail', ip: '192.0.2.1' } as const;
      return isAllowed(() => sendConfirmationCode(server.deps, code));
    };
    for (let sent = 0; sent < before; sent += 1) await request(EMAIL);
    return async () => request(await chooseMailbox());
  };
}

/** Records a failed request. Returns whether it was recorded. */
async function recordsFailure(): Promise<boolean> {
  const requestId = randomUUID();
  const failure = { requestId, call: 'getShop', accountId: null, errorCode: 'Error', error: 'Error' };
  await recordFailedRequest(server.deps, '192.0.2.1', failure);
  return (await findFailedRequests(server.db, requestId)).length > 0;
}

/** Returns a server whose card provider sends notifications without a signature. */
function unsigned() {
  const provider = unsignedProvider();
  const deps = instanceWith(server.deps, { cardProvider: provider, formerCardProviders: [] });
  return { provider, deps, app: buildApp(deps) };
}

const unknownPayment = (): ChangedObject => ({
  event: 'paid',
  kind: 'payment',
  id: `payment-${(made += 1)}`,
  claimedOrderId: null,
  claimedTransactionId: null,
});

/** Limits on reads of an order. An attempt on one of them resets the others. */
const READ_LIMITS = [
  'paymentReadsOfOrder',
  'browserCalls',
  'browserCallsOfOne',
  'anonymousBrowserCalls',
] as const satisfies readonly LimitName[];

/** Returns an attempt to read the payment of an order from the card provider, for its customer or without an account. */
async function readsOrder(tested: LimitName, isSignedIn = true): Promise<Try> {
  const { deps, provider } = unsigned();
  const { id: accountId, uid, order } = await cardCustomer(server, EMAIL);
  const transactionId = randomUUID();
  await server.db.update(orders).set({
    ...{ provider: provider.name, attemptTransactionId: transactionId, reconcileAt: null },
    ...(isSignedIn ? {} : { kind: 'campaign', accountId: null }),
  });
  await insertRequestedPayment(server.db, {
    ...{ key: randomUUID(), transactionId, provider: provider.name, requestedAt: server.clock.now() },
    ...{ orderId: order.id, accountId, payerId: uid, amountKopecks: 100, currency: 'RUB' },
    kind: 'widget',
  });
  return async (): Promise<boolean> => {
    for (const name of READ_LIMITS) if (name !== tested) await setTries(name, 0);
    const before = provider.asked.length;
    const input = { orderId: order.id, ip: IP };
    await (isSignedIn ? readOrder(deps, { accountId, ...input }) : readCampaignOrder(deps, input));
    return provider.asked.length > before;
  };
}

/** Returns false if the use case throws TOO_MANY_REQUESTS. */
async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Rejection && error.reason === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

const opensCampaignPayment = () =>
  isOk(server.call('openCampaignPayment', { body: { orderId: 'o-unknown', email: EMAIL } }));

/** Returns an attempt to open a payment of an account. The other limits of such attempts do not reject it. */
async function opensPayments(tested: LimitName): Promise<Try> {
  const { id: accountId } = await cardCustomer(server, EMAIL);
  const names = ['paymentOpeningsOfAccount', 'accountPayments', 'accountPaymentsFromBroadNetwork'] as const;
  return async () => {
    for (const name of names) if (name !== tested) await setTries(name, 0);
    return isAllowed(() => openPayment(server.deps, { accountId, orderId: 'o-unknown', ip: IP }));
  };
}

/** Requests a store link as the admin. Returns whether the request was allowed. */
async function requestsLink(): Promise<boolean> {
  const { body } = await login('admin', STAFF_PASSWORD);
  const urls = ['https://store.example/app'];
  return isOk(server.call('checkVpnAppLinks', { token: body.accessToken, body: { urls } }));
}

/**
 * For each limit, prepares a caller and returns the caller's next attempt. Throttle keys begin with the name of the
 * limit.
 */
const TRIES: Record<LimitName, () => Promise<Try> | Try> = {
  emailsFromNetwork: () => () => isOk(send(stranger())),
  emailsFromBroadNetwork: () => () => isOk(send(stranger())),
  emailsToMailboxFromNetwork: () => () => sends(EMAIL),
  emailsToMailbox: () => sendsOrdinary,
  emailsToMailboxOfNewNetworks: async () => {
    await send(EMAIL);
    return async () => {
      await setTries('emailsToMailbox', LIMITS.emailsToMailbox.tries);
      await setTries('emailsToMailboxFirstOfNetwork', 0);
      return sendsOrdinary();
    };
  },
  emailsToMailboxFirstOfNetwork: () => async () => {
    await setTries('emailsToMailbox', LIMITS.emailsToMailbox.tries);
    await setTries('emailsToMailboxOfNewNetworks', 0);
    return sendsOrdinary();
  },
  emailsToKnownBrowser: async () => {
    const { linkToken, mailToken } = await requestEmail(server, EMAIL);
    const { body } = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
    const restored = await server.call('restoreEmailLink', { body: { token: body.token ?? '' } });
    const { browserMark } = restored.body;
    return async () => {
      // A browser without a separate allowance uses up the limit that all networks share.
      const before = await sharedTries();
      await server.call('sendEmailLink', { body: { email: EMAIL, platform: 'web', browserMark } });
      return (await sharedTries()) === before;
    };
  },
  signInRejectionEntries: () => async () => {
    const before = await eventsWritten();
    const body = { email: EMAIL, platform: 'web', giftKey: 'a-gift-key-of-nobody' };
    await server.call('sendGiftEmailLink', { body });
    return (await eventsWritten()) > before;
  },
  emailsByStaff: async () => {
    await signInByEmail(server, EMAIL);
    await makeStaff(server, 'support');
    return async () => {
      const { body } = await login('support', STAFF_PASSWORD);
      return isOk(server.call('resendSignInEmail', { token: body.accessToken, body: { userId: 1 } }));
    };
  },
  confirmationCodesOfAccount: async () => {
    await signInByEmail(server, EMAIL);
    return () =>
      isAllowed(() =>
        sendConfirmationCode(server.deps, { accountId: 1, email: EMAIL, purpose: 'exportData' }),
      );
  },
  codesToNewMailbox: triesNewMailboxes(async () => {
    // An account that has requested a code to the mailbox gets none of those that are reserved for other accounts.
    await setTries('codesToNewMailboxFirstOfAccount', 1);
    return EMAIL;
  }),
  codesToNewMailboxOfOtherAccounts: triesNewMailboxes(async () => {
    await setTries('codesToNewMailbox', LIMITS.codesToNewMailbox.tries);
    await setTries('codesToNewMailboxFirstOfAccount', 0);
    return EMAIL;
  }, LIMITS.codesToNewMailbox.tries),
  codesToNewMailboxFirstOfAccount: triesNewMailboxes(async () => {
    await setTries('codesToNewMailbox', LIMITS.codesToNewMailbox.tries);
    await setTries('codesToNewMailboxOfOtherAccounts', 0);
    return EMAIL;
  }),
  codesToNewMailboxesFromNetwork: triesNewMailboxes(() => Promise.resolve(stranger()), 0, true),
  wrongCodesFromNetwork: () => () => typesWrongCode(),
  wrongCodesFromWideNetwork: () => () =>
    typesWrongCode({ 'X-Forwarded-For': `2001:db8:1:${(made += 1)}::1` }),
  wrongCodesOfKnownBrowser: () => triesInKnownBrowser('wrongCodesOfKnownBrowsers'),
  wrongCodesOfKnownBrowsers: () => triesInKnownBrowser('wrongCodesOfKnownBrowser'),
  freeWrongCodesForMailbox: () => async () => {
    // This limit rejects no code. Beyond the limit, each code allows one attempt.
    const { triesLeft } = await typesWrongCodeFor(EMAIL);
    return triesLeft > 0;
  },
  wrongCodesForMailbox: () => async () => {
    const { spent } = await typesWrongCodeFor(EMAIL);
    return spent;
  },
  wrongCodes: () => async () => {
    // This limit rejects no request. Beyond the limit, each sign-in email allows one code attempt.
    await setTries('wrongCodesFromNetwork', 0);
    return typesWrongCode();
  },
  emailsOfLink: async () => {
    // The last email of a day is still valid after the time window of the limit.
    await send(EMAIL);
    await setTries('emailsToMailbox', LIMITS.emailsToMailbox.tries);
    await send(EMAIL);
    const { linkToken } = await readEmail(server, EMAIL);
    let isFirst = true;
    return async () => {
      const email = isFirst ? stranger() : EMAIL;
      isFirst = false;
      return (await server.call('redeemEmailLink', { body: { linkToken, email } })).body.success;
    };
  },
  giftChecks: () => () =>
    isOk(server.call('checkGift', { body: { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' } })),
  giftActivationsOfAccount: async () => {
    await signInByEmail(server, EMAIL);
    return async () => {
      const token = await createCustomerSession(server.db, server.deps, 1);
      return isOk(server.call('activateGift', { token, body: { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' } }));
    };
  },
  linkFetches: async () => {
    const path = await linkOfDevice();
    return () => isOk(fetchLink(path));
  },
  appCalls: async () => {
    await linkOfDevice();
    return async () => {
      const token = await createCustomerSession(server.db, server.deps, 1);
      const body = { deviceId: 'device-0001', deviceName: 'Phone', platform: 'ios' };
      await server.call('attachApp', { token, body });
      return isOk(server.call('getAppAccess', { token, body: {} }));
    };
  },
  exportsOfAccount: () => () =>
    isAllowed(async () => {
      await takeExportSlot(server.deps, 1);
      server.deps.memory.exports = 0;
    }),
  attachments: async () => {
    await linkOfDevice();
    return async () => {
      const token = await createCustomerSession(server.db, server.deps, 1);
      const deviceId = `device-${(made += 1) + 1000}`;
      const body = { deviceId, deviceName: 'Phone', platform: 'ios' };
      const { status } = await server.call('attachApp', { token, body });
      await server.call('leaveApp', { token, body: {} });
      return status === 200;
    };
  },
  linkStateReads: async () => {
    const token = (await linkOfDevice()).split('/s/')[1] ?? '';
    return () => isOk(server.call('getConnectLinkState', { body: { token } }));
  },
  vpnAppReads: () => () => isOk(server.call('listVpnApps', { body: {} })),
  linkChecks: async () => {
    await makeStaff(server, 'admin');
    return requestsLink;
  },
  linkChecksAtOnce: async () => {
    await makeStaff(server, 'admin');
    // The run that is allowed never ends, so it does not give its attempt back.
    return () =>
      new Promise((resolve) => {
        const request = () => {
          resolve(true);
          return new Promise<never>(() => undefined);
        };
        Object.assign(server.deps, { linkChecker: { request } });
        void requestsLink().then(resolve);
      });
  },
  unknownLinks: () => async () => (await fetchLink('/s/nobody-has-it')).status === 404,
  linkRejectionEntries: async () => {
    const path = await linkOfDevice();
    await fetchLink(path);
    return async () => {
      const before = await eventsWritten();
      await fetchLink(path, 'ANOTHER0123456789');
      return (await eventsWritten()) > before;
    };
  },
  reports: () => () =>
    isOk(server.call('sendReport', { body: { event: 'screenFailed', details: { name: 'TypeError' } } })),
  failedRequests: () => recordsFailure,
  failedRequestsInADay: () => recordsFailure,
  campaignOrders: () => () => isOk(server.call('getCampaignOrder', { body: {} })),
  campaignOrdersFromBroadNetwork: () => async () => {
    await setTries('campaignOrders', 0);
    return isOk(server.call('getCampaignOrder', { body: {} }));
  },
  campaignPayments: () => () => opensCampaignPayment(),
  campaignPaymentsFromBroadNetwork: () => async () => {
    await setTries('campaignPayments', 0);
    return opensCampaignPayment();
  },
  accountPayments: () => opensPayments('accountPayments'),
  accountPaymentsFromBroadNetwork: () => opensPayments('accountPaymentsFromBroadNetwork'),
  googleSignIns: () => async () =>
    isOk(server.call('registerByGoogle', { token: await server.google.idToken(EMAIL), body: {} })),
  consentsOfAccount: async () => {
    const { token, order } = await cardCustomer(server, EMAIL);
    const body = { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'the terms' };
    return () => isOk(server.call('giveConsent', { token, body }));
  },
  reportsFromBroadNetwork: () => async () => {
    await setTries('reports', 0);
    return isOk(
      server.call('sendReport', { body: { event: 'screenFailed', details: { name: 'TypeError' } } }),
    );
  },
  phoneChangesOfAccount: async () => {
    const { accessToken: token } = await signInByEmail(server, EMAIL);
    return () => isOk(server.call('setPhone', { token, body: { phone: null } }));
  },
  paymentOpeningsOfAccount: () => opensPayments('paymentOpeningsOfAccount'),
  browserCalls: () => readsOrder('browserCalls'),
  browserCallsOfOne: () => readsOrder('browserCallsOfOne'),
  anonymousBrowserCalls: () => readsOrder('anonymousBrowserCalls', false),
  paymentReadsOfOrder: () => readsOrder('paymentReadsOfOrder'),
  unknownObjectsFromNetwork: () => {
    const { app } = unsigned();
    return async () => (await app.fetch(changeAt(unknownPayment()))).status === 200;
  },
  changedObjectsOfOwner: async () => {
    const { app, deps } = unsigned();
    const { order } = await cardCustomer(server, EMAIL);
    await server.db.update(orders).set({ provider: deps.cardProvider.name });
    return async () => {
      await server.db.delete(changedObjects);
      await app.fetch(changeAt({ ...unknownPayment(), claimedOrderId: order.id }));
      return (await server.db.select().from(changedObjects))[0]?.isKnown ?? false;
    };
  },
  unknownObjectReads: () => {
    const { app, deps, provider } = unsigned();
    return async () => {
      await app.fetch(changeAt(unknownPayment()));
      const before = provider.asked.length;
      await setTries('unknownObjectsFromNetwork', 0);
      const round = readChangedObjects(deps);
      await round;
      return provider.asked.length > before;
    };
  },
  bulkPushes: async () => {
    await signInByEmail(server, EMAIL);
    const device = { accountId: 1, deviceId: 'device-0001', deviceName: 'Phone', platform: 'ios' };
    await attachDevice(server.db, server.clock, { ...device, firebaseToken: 'token' });
    await makeStaff(server, 'senior');
    return async () => {
      const { body } = await login('senior', STAFF_PASSWORD);
      return isOk(
        server.call('sendBulkPush', {
          token: body.accessToken,
          body: {
            ...{ emailPart: '', link: 'https://prosvet.example/', title: 'News', devices: 1 },
            requestKey: randomUUID(),
          },
        }),
      );
    };
  },
  ownStaffPassword: async () => {
    await signInStaffAs(server, 'support');
    return async () => {
      const { body } = await login('support', STAFF_PASSWORD);
      return isLookedAt(
        server.call('changeOwnStaffPassword', {
          token: body.accessToken,
          body: { password: 'wrong', newPassword: 'a quite different one' },
        }),
      );
    };
  },
  staffCodes: () => triesStaffCodes(),
  staffCodesInADay: () => triesStaffCodes(),
  staffCodesOfDevice: () => triesStaffCodes(true),
  staffCodesOfDeviceInADay: () => triesStaffCodes(true),
  staffSignIn: () => () => isLookedAt(login('support', 'wrong')),
  staffSignInOfDevice: async () => {
    await makeStaff(server, 'support');
    const { deviceMark } = (await login('support', STAFF_PASSWORD)).body;
    return () =>
      isLookedAt(server.call('staffLogin', { body: { username: 'support', password: 'wrong', deviceMark } }));
  },
  staffSignInFromNetwork: () => () => isLookedAt(login('support', 'wrong')),
  staffSignInOfUser: () => () => isLookedAt(login('support', 'wrong')),
};

afterEach(() => deliverDueOutbox(server.deps));

/** Returns the next attempt of a caller who has already made `tries` attempts. */
async function havingTried(name: LimitName, tries: number): Promise<Try> {
  server = await startTestServer({
    settings: { mode: 'production', totpRequired: name.startsWith('staffCodes') },
    trustedProxies: name === 'wrongCodesFromWideNetwork' ? 1 : 0,
  });
  const next = await TRIES[name]();
  await next();
  await setTries(name, tries);
  return next;
}

test.each(Object.keys(LIMITS) as LimitName[])(
  '%s holds at its limit and ends with its window',
  async (name) => {
    const { tries, windowMs } = LIMITS[name];
    const last = await havingTried(name, tries - 1);
    expect(await last()).toBe(true);
    const oneMore = await havingTried(name, tries);
    expect(await oneMore()).toBe(false);
    server.clock.advance(windowMs - 1);
    expect(await oneMore()).toBe(false);
    server.clock.advance(1);
    expect(await oneMore()).toBe(true);
  },
);
