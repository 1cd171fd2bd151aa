/**
 * Checks the bound of every table to which customers and strangers can append (`rowBounds.ts`), with requests to the
 * running server. For a bound by limits, each limit has an attack that appends rows until the limit is used up.
 */
import { randomUUID } from 'node:crypto';
import { count, like } from 'drizzle-orm';
import { type AppendedTable, ROW_BOUNDS } from '../../../src/server/http/rowBounds';
import * as schema from '../../../src/server/store/schema/schema';
import { throttleCounters } from '../../../src/server/store/schema/throttle';
import { type LimitName, LIMITS } from '../../../src/server/throttle/limits';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { recordFailedRequest } from '../../../src/server/usecases/audit/recordFailedRequest';
import { grantGiftMonths } from '../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { storeLinkFetches } from '../../../src/server/usecases/connect/linkDomains';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { OFFER_EDITION } from '../../../src/shared/offerEdition';
import { cardCustomer } from '../../support/cardCustomer';
import { buildSample } from '../../support/contractSamples';
import { changeAt, unscheduledProvider, unsignedProvider } from '../../support/otherProvider';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../support/server';
import { makeStaff, requestEmail, signInByEmail, STAFF_PASSWORD } from '../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const APP = { deviceName: 'Phone', platform: 'ios' };

let server: TestServer;
let made = 0;

const next = (name: string): string => `${name}${(made += 1)}`;

const setTries = (name: LimitName, tries: number) =>
  server.db
    .update(throttleCounters)
    .set({ tries })
    .where(like(throttleCounters.key, `${name}:%`));

/** Returns the number of rows of a table. */
async function countRows(table: AppendedTable): Promise<number> {
  const [row] = await server.db.select({ rows: count() }).from(schema[table]);
  return row?.rows ?? 0;
}

/** Sends requests that append rows while their limits permit it. */
type Attack = () => Promise<unknown>;

const customerToken = () => createCustomerSession(server.db, server.deps, 1);

/** Creates an account with access. */
async function subscriber(): Promise<void> {
  await signInByEmail(server, EMAIL);
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
}

const requestEmails: Attack = () =>
  server.call('sendEmailLink', { body: { email: `${next('stranger')}@example.com`, platform: 'web' } });

async function signInStaff(body: { username: string; deviceMark?: string }): Promise<void> {
  await server.call('staffLogin', { body: { ...body, password: 'wrong' } });
}

async function fetchLink(hwid: string): Promise<void> {
  const { body } = await server.call('getConnectLink', {
    token: await customerToken(),
    body: { system: 'ios' },
  });
  const headers = { 'User-Agent': 'Happ/5.6.0', 'x-hwid': hwid, 'x-device-os': 'iOS' };
  await server.fetch(body.url.replace(TEST_ORIGIN, ''), { headers });
}

/** An attack while the VPN panel has lost all credentials, each of which is repaired when its configuration is read. */
function withoutCredentials(attack: Attack): Attack {
  return () => {
    server.vpnNetwork.keys.clear();
    return attack();
  };
}

/** Detaches all devices, because an account has three of them. */
async function detachAll(): Promise<void> {
  const token = await customerToken();
  const { body } = await server.call('getProfile', { token, body: {} });
  for (const { deviceId } of body.devices ?? [])
    await server.call('detachDevice', { token, body: { deviceId } });
}

async function codeTo(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
}

/** Changes the address of the account, and takes the change back. */
async function changeAndRestore(): Promise<void> {
  const token = await customerToken();
  const present = await server.call('sendCodeToPresentEmail', { token, body: {} });
  const requestToken = present.body.requestToken ?? '';
  const newEmail = `${next('new')}@example.com`;
  await server.call('confirmPresentEmail', { token, body: { requestToken, code: await codeTo(EMAIL) } });
  const { body } = await server.call('sendCodeToNewEmail', { token, body: { requestToken, newEmail } });
  const newRequestToken = body.requestToken ?? '';
  await server.call('changeEmail', {
    token,
    body: { requestToken, newRequestToken, code: await codeTo(newEmail) },
  });
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(EMAIL).findLast((each) => each.text.includes('restoreEmail#'))?.text;
  const restoreToken = /restoreEmail#(\S+)/.exec(text ?? '')?.[1] ?? '';
  const sent = await server.call('sendCodeToFormerEmail', { body: { restoreToken } });
  await server.call('restoreFormerEmail', {
    body: { restoreToken, requestToken: sent.body.requestToken ?? '', code: await codeTo(EMAIL) },
  });
}

const changeUnsigned = (claimedOrderId: string | null): Attack => {
  const id = next('payment-');
  const change = { event: 'paid', kind: 'payment', id, claimedOrderId, claimedTransactionId: null } as const;
  return async () => server.app.fetch(changeAt(change));
};

const fail: Attack = () =>
  recordFailedRequest(server.deps, '192.0.2.1', {
    ...{ requestId: randomUUID(), call: 'getShop', accountId: null, errorCode: 'Error', error: 'Error' },
  });

/**
 * For each limit that bounds rows, prepares an attack. Throttle limits other than the tested one do not stop the attack,
 * because the test resets their counters.
 */
const ATTACKS: Partial<Record<LimitName, () => Attack | Promise<Attack>>> = {
  emailsFromNetwork: () => requestEmails,
  emailsFromBroadNetwork: () => requestEmails,
  signInRejectionEntries: () => () =>
    server.call('sendGiftEmailLink', {
      body: { email: EMAIL, platform: 'web', giftKey: 'a-gift-key-of-nobody' },
    }),
  googleSignIns: () => async () =>
    server.call('registerByGoogle', { token: await server.google.idToken(EMAIL), body: {} }),
  attachments: async () => {
    await subscriber();
    return async () => {
      await fetchLink(next('ABCDEF0123456'));
      await detachAll();
      // The former link has been used, so the page shows another one.
      await server.call('getConnectLink', { token: await customerToken(), body: { system: 'ios' } });
    };
  },
  linkRejectionEntries: async () => {
    await subscriber();
    const { body } = await server.call('getConnectLink', {
      token: await customerToken(),
      body: { system: 'ios' },
    });
    const fetchAs = (hwid: string) =>
      server.fetch(body.url.replace(TEST_ORIGIN, ''), {
        headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': hwid, 'x-device-os': 'iOS' },
      });
    await fetchAs('ABCDEF0123456789');
    return () => fetchAs(next('OTHER0123456'));
  },
  linkFetches: async () => {
    await subscriber();
    const { body } = await server.call('getConnectLink', {
      token: await customerToken(),
      body: { system: 'ios' },
    });
    const headers = { 'User-Agent': 'Happ/5.6.0', 'x-hwid': 'ABCDEF0123456789', 'x-device-os': 'iOS' };
    const fetchAgain = () => server.fetch(body.url.replace(TEST_ORIGIN, ''), { headers });
    await fetchAgain();
    return withoutCredentials(fetchAgain);
  },
  appCalls: async () => {
    await subscriber();
    const token = await customerToken();
    await server.call('attachApp', { token, body: { deviceId: 'device-0001', ...APP } });
    await deliverDueOutbox(server.deps);
    return withoutCredentials(() => server.call('getAppAccess', { token, body: {} }));
  },
  consentsOfAccount: async () => {
    await signInByEmail(server, EMAIL);
    return async () => {
      const token = await customerToken();
      const { body } = await server.call('getShop', { token, body: {} });
      const orderId = body.order?.id ?? '';
      const consent = { orderId, offerEdition: OFFER_EDITION.version, wording: 'the terms' };
      await server.call('giveConsent', { token, body: consent });
    };
  },
  confirmationCodesOfAccount: async () => {
    await signInByEmail(server, EMAIL);
    return changeAndRestore;
  },
  campaignOrders: () => () => server.call('getCampaignOrder', { body: {} }),
  campaignOrdersFromBroadNetwork: () => () => server.call('getCampaignOrder', { body: {} }),
  failedRequests: () => fail,
  failedRequestsInADay: () => fail,
  unknownObjectsFromNetwork: () => () => changeUnsigned(null)(),
  changedObjectsOfOwner: async () => {
    await signInByEmail(server, EMAIL);
    const { body } = await server.call('getShop', { token: await customerToken(), body: {} });
    const orderId = body.order?.id ?? '';
    return async () => {
      await changeUnsigned(orderId)();
      // Beyond the limit of its order the notification counts as unknown, and the limit of the network applies.
      await setTries('unknownObjectsFromNetwork', LIMITS.unknownObjectsFromNetwork.tries);
    };
  },
  phoneChangesOfAccount: async () => {
    Object.assign(server.deps, { cardProvider: server.fakeCardProvider, formerCardProviders: [] });
    Object.assign(server.deps.settings, { receiptPhone: true });
    const customer = await cardCustomer(server, EMAIL);
    await customer.subscribe();
    return () => {
      server.clock.advance(1000);
      const phone = `+7912${next('')}`.padEnd(12, '0');
      return server.call('setPhone', { token: customer.token, body: { phone } });
    };
  },
  staffSignIn: () => () => signInStaff({ username: 'admin' }),
  staffSignInFromNetwork: () => () => signInStaff({ username: next('admin') }),
  staffSignInOfUser: () => () => signInStaff({ username: 'admin' }),
  staffSignInOfDevice: async () => {
    await makeStaff(server, 'support');
    const { deviceMark } = (
      await server.call('staffLogin', { body: { username: 'support', password: STAFF_PASSWORD } })
    ).body;
    return () => signInStaff({ username: 'support', deviceMark: deviceMark ?? '' });
  },
};

const startServer = async () => {
  server = await startTestServer({
    settings: { mode: 'production' },
    newCardProvider: unsignedProvider(),
  });
};

afterEach(() => deliverDueOutbox(server.deps));

const TABLES = Object.keys(ROW_BOUNDS) as AppendedTable[];

/** Tables by the limit that bounds them. */
const BY_LIMIT = (Object.keys(LIMITS) as LimitName[])
  .map((limit) => {
    const tables = TABLES.filter((table) => {
      const bound = ROW_BOUNDS[table];
      return typeof bound === 'object' && 'limits' in bound && bound.limits.includes(limit);
    });
    return { limit, tables };
  })
  .filter(({ tables }) => tables.length > 0);

test.each(BY_LIMIT)('$limit bounds $tables', async ({ limit, tables }) => {
  await startServer();
  const prepare = ATTACKS[limit];
  if (prepare === undefined) throw new Error(`No attack proves that ${limit} bounds rows.`);
  const attack = await prepare();
  const counts = () => Promise.all(tables.map(countRows));
  const before = await counts();
  await attack();
  const after = await counts();
  // The attack appends to each of the tables, so that the following check cannot pass for another reason.
  expect(tables.filter((_, index) => (after[index] ?? 0) <= (before[index] ?? 0))).toEqual([]);
  await setTries(limit, LIMITS[limit].tries);
  // The first rejected attempt may add an audit entry about the rejection, or the account's only order without a consent.
  await attack();
  const rejectedOnce = await counts();
  for (let again = 0; again < 3; again += 1) await attack();
  expect(await counts()).toEqual(rejectedOnce);
});

/** For each table with a fixed number of rows for each owner, returns the number of rows after many requests of one owner. */
const REPEATED: Partial<Record<AppendedTable, () => Promise<number>>> = {
  accountIdentities: async () => {
    for (let again = 0; again < 3; again += 1)
      await server.call('registerByGoogle', { token: await server.google.idToken(EMAIL), body: {} });
    return countRows('accountIdentities');
  },
  linkFetches: async () => {
    await subscriber();
    for (let again = 0; again < 3; again += 1) {
      await fetchLink('ABCDEF0123456789');
      await storeLinkFetches(server.deps);
    }
    return countRows('linkFetches');
  },
  accounts: async () => {
    for (let again = 0; again < 3; again += 1) {
      await signInByEmail(server, EMAIL);
      await server.call('registerByGoogle', { token: await server.google.idToken(EMAIL), body: {} });
    }
    return countRows('accounts');
  },
  connections: async () => {
    await subscriber();
    const token = await customerToken();
    await server.call('attachApp', { token, body: { deviceId: 'device-0001', ...APP } });
    await server.db.insert(schema.connections).values(
      Array.from({ length: 2_000 }, (_, minute) => ({
        ...{ accountId: 1, deviceId: 'device-0001', ...APP, success: true },
        connectedAt: new Date(server.clock.now().getTime() - (minute + 100) * 60_000),
      })),
    );
    const entries = Array.from({ length: 50 }, (_, minute) => ({
      at: new Date(server.clock.now().getTime() - minute * 60_000).toISOString(),
      success: true,
    }));
    for (let again = 0; again < 3; again += 1)
      await server.call('reportAppConnections', { token, body: { entries } });
    return countRows('connections');
  },
  customerSessions: async () => {
    await signInByEmail(server, EMAIL);
    for (let session = 0; session < 1_150; session += 1) await customerToken();
    return countRows('customerSessions');
  },
  erasures: async () => {
    await signInByEmail(server, EMAIL);
    const token = await customerToken();
    for (let again = 0; again < 2; again += 1) {
      const { body } = await server.call('sendDeletionCode', { token, body: {} });
      const requestToken = again === 0 ? (body.requestToken ?? '') : 'cf_nobody';
      const code = await codeTo(EMAIL);
      await server.call('confirmDeletion', { token, body: { requestToken, code, waivesDays: true } });
    }
    return countRows('erasures');
  },
  requestedPayments: async () => {
    const paid = unscheduledProvider();
    server = await startTestServer({
      newCardProvider: {
        ...paid,
        openPayment: () => Promise.resolve({ transactionId: randomUUID(), confirmationToken: randomUUID() }),
      },
    });
    const { body } = await server.call('getCampaignOrder', { body: {} });
    for (let payer = 0; payer < 10; payer += 1)
      await server.call('openCampaignPayment', {
        body: { orderId: body.order.id, email: `${next('payer')}@example.com` },
      });
    return countRows('requestedPayments');
  },
  restoreTokens: async () => {
    const { linkToken, mailToken, code } = await requestEmail(server, EMAIL);
    for (let again = 0; again < 5; again += 1) {
      await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
      await server.call('redeemEmailCode', { body: { mailToken, code } });
    }
    return countRows('restoreTokens');
  },
  subscriptions: async () => {
    await subscriber();
    await subscriber();
    for (let again = 0; again < 3; again += 1)
      await server.call('getShop', { token: await customerToken(), body: {} });
    return countRows('subscriptions');
  },
};

const PER_OWNER = TABLES.flatMap((table) => {
  const bound = ROW_BOUNDS[table];
  return typeof bound === 'object' && 'of' in bound ? [{ table, ...bound }] : [];
});

test.each(PER_OWNER)('$table has at most $atMost rows for each $of', async ({ table, atMost }) => {
  await startServer();
  const repeat = REPEATED[table];
  if (repeat === undefined) throw new Error(`No requests prove the bound of ${table}.`);
  const rows = await repeat();
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThanOrEqual(atMost);
});

test('an account whose shop alternates between offers gets no further orders', async () => {
  await startServer();
  await signInByEmail(server, EMAIL);
  for (let again = 0; again < 6; again += 1)
    await server.call('getShop', { token: await customerToken(), body: { fullPrice: again % 2 === 0 } });
  expect(await countRows('orders')).toBe(2);
});

test('requests without a payment and without staff append to no table of payments and of staff', async () => {
  await startServer();
  await subscriber();
  const without = TABLES.filter((table) => typeof ROW_BOUNDS[table] === 'string');
  const counts = () => Promise.all(without.map(countRows));
  const before = await counts();
  const outside: CallName[] = CALL_NAMES.filter((name) => !CONTRACT[name].audience.startsWith('staff:'));
  for (const name of [...outside, ...outside]) {
    const { audience, path } = CONTRACT[name];
    const { query, body } = buildSample(name);
    const token = audience === 'google' ? await server.google.idToken(EMAIL) : await customerToken();
    const search = new URLSearchParams(query).toString();
    await server.fetch(`/api/${path}?${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  }
  expect(Object.fromEntries(without.map((table, index) => [table, before[index]]))).toEqual(
    Object.fromEntries((await counts()).map((rows, index) => [without[index], rows])),
  );
});
