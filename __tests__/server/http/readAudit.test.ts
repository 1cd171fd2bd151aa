/**
 * Tests that each staff endpoint that reads customers writes an audit entry. The test iterates over all endpoints of the
 * API contract.
 */
import { desc } from 'drizzle-orm';
import { staffAudit } from '../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { attachDevice } from '../../../src/server/usecases/customer/devices';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { buildSample, type Sample } from '../../support/contractSamples';
import { startTestServer, type TestServer } from '../../support/server';
import { signInStaffAs } from '../../support/signIn';

/**
 * Staff endpoints that read data but show no customer data. An endpoint that shows customer data must not be added to
 * this list.
 */
const SHOWS_NO_CUSTOMER: readonly CallName[] = [
  'getStaffMe',
  'getOwnStaffAccount',
  'listStaff',
  'getStaffSessions',
  'listTags',
  'listBulkPushes',
  'countPaymentIssues',
  'readAnalytics',
  'reportPresence',
  'readVpnApps',
  'getNotice',
  'readLinkDomains',
];

const STAFF_READS = CALL_NAMES.filter(
  (name) => CONTRACT[name].audience.startsWith('staff:') && CONTRACT[name].kind === 'read',
);
const CUSTOMER_READS = STAFF_READS.filter((name) => !SHOWS_NO_CUSTOMER.includes(name));

let server: TestServer;
let bulkPushId: number;

beforeAll(async () => {
  server = await startTestServer();
  const { id: accountId } = await openAccount(server.db, server.deps, emailIdentity('sample@example.com'));
  await attachDevice(server.db, server.clock, {
    ...{ accountId, deviceId: 'a-device-of-hers', deviceName: 'Phone' },
    ...{ platform: 'ios', firebaseToken: 'her-push-token' },
  });
  const token = (await signInStaffAs(server, 'admin')).accessToken;
  const sent = await server.call('sendBulkPush', {
    token,
    body: {
      ...{ emailPart: 'sample', link: 'https://prosvet.example/', title: 'News', description: '' },
      ...{ devices: 1, requestKey: 'a-request-key-of-a-push' },
    },
  });
  bulkPushId = sent.body.id;
  await deliverDueOutbox(server.deps);
});

/** Returns a sample request about the existing customer and the existing push. */
function buildRequest(name: CallName): Sample {
  const { body, query } = buildSample(name);
  const own: Readonly<Partial<Record<CallName, object>>> = {
    readBulkPush: { id: bulkPushId },
    searchAudit: { accountId: undefined },
  };
  return {
    ...(query === undefined ? {} : { query }),
    body: { ...body, ...('userId' in body ? { userId: 1 } : {}), ...own[name] },
  };
}

const entries = () => server.db.select().from(staffAudit).orderBy(desc(staffAudit.id));

test.each(CUSTOMER_READS)('%s writes an audit entry of the read access', async (name) => {
  // Repeated reads of one customer are merged into one entry for a while, so each request is sent by a different staff
  // member.
  const username = `reader-${name.toLowerCase()}`;
  const { accessToken } = await signInStaffAs(server, 'admin', username);
  const before = (await entries()).length;
  const { path } = CONTRACT[name];
  const { query, body } = buildRequest(name);
  const response = await server.fetch(`/api/${path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
  expect([name, response.status]).toEqual([name, 200]);
  const after = await entries();
  expect(after.length).toBe(before + 1);
  expect(after[0]).toMatchObject({ username, requestId: response.headers.get('X-Request-Id') });
});

test('every exempt endpoint exists and only reads', () => {
  expect(SHOWS_NO_CUSTOMER.filter((name) => !STAFF_READS.includes(name))).toEqual([]);
});
