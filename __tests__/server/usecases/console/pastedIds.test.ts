/** Tests that staff can paste every customer id that a console page shows into the search, as the page shows it. */
import { HANDLERS } from '../../../../src/server/http/handlers';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { DEVICE_ID_SHOWN, SUPPORT_CODE_LENGTH, UID_SHOWN } from '../../../../src/shared/constants';
import { formatAmount } from '../../../../src/shared/russianFormats';
import { formatDateTime } from '../../../../src/web/texts/dates';
import { payOrder } from '../../../support/payments';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;

beforeEach(async () => {
  const fails = () => Promise.reject(new Error('broken'));
  server = await startTestServer({ handlers: { ...HANDLERS, getDeviceUse: fails } });
  token = (await signInStaffAs(server, 'admin')).accessToken;
});

/** Ways in which the console shows an id, by the name of its field in the responses. */
const SHOWN: Readonly<Record<string, (id: string) => string[]>> = {
  uid: (id) => [id, id.slice(0, UID_SHOWN)],
  accountId: (id) => [id, `customer ${id}`],
  deviceId: (id) => [
    ...[id, id.slice(0, DEVICE_ID_SHOWN), `device ${id.slice(0, DEVICE_ID_SHOWN)}`],
    // The customer page shows the platform on the same line, and the device page shows a label.
    ...[`android · ${id.slice(0, DEVICE_ID_SHOWN)}`, `Device ID\u00a0${id.slice(0, DEVICE_ID_SHOWN)}`],
    `«${id.slice(0, DEVICE_ID_SHOWN)}»,`,
  ],
  transactionId: (id) => [
    ...[id, `#${id}`, `№ ${id}`, `payment #${id}`, `“payment #${id}”`, `"#${id}"`],
    `Monthly charge · payment #${id} (CloudPayments)`,
  ],
  orderId: (id) => [id],
  requestId: (id) => [
    ...[id, id.slice(0, SUPPORT_CODE_LENGTH), `Код обращения: ${id.slice(0, SUPPORT_CODE_LENGTH)}.`],
    `код обращения ${id.slice(0, SUPPORT_CODE_LENGTH)}`,
  ],
};

/** Ids of staff, sign-in providers, messages and notes, and ids that no page of the console shows. */
const OTHER_IDS = new Set(['staffId', 'providerId', 'messageId', 'noteId', 'refundId']);

/** Returns the values of all fields of a response whose name is the name of an id, by the name of the field. */
function idsIn(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => idsIn(each, Array.isArray(value) ? name : key));
  const isId = name === 'uid' || name.endsWith('Id');
  if (!isId || OTHER_IDS.has(name)) return [];
  return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
}

async function addEverything(): Promise<void> {
  const customer = await signInByEmail(server, 'vasilisa@example.com');
  await attachDevice(server.db, server.clock, {
    ...{ accountId: 1, deviceId: '9774d56d682e549c', deviceName: 'Phone', platform: 'android' },
    firebaseToken: null,
  });
  const { body } = await server.call('getShop', { token: customer.accessToken, body: {} });
  if (!body.order) throw new Error('the shop offers no order');
  await payOrder(server, body.order);
  await server.call('getDeviceUse', { token: customer.accessToken, body: {} });
  expect(server.takeUnexpectedErrors()).toHaveLength(1);
  await server.call('addNote', { token, body: { userId: 1, text: 'Wrote to us', isPinned: false } });
}

const find = async (value: string) => (await server.call('findUsers', { token, body: { value } })).body;

it('finds the customer by every id in the responses of the customer page and the audit log', async () => {
  await addEverything();
  const responses = [
    (await server.call('getUserById', { token, query: { id: 1 } })).body,
    (await server.call('getUserPayments', { token, query: { userId: 1 } })).body,
    (await server.call('getTimeline', { token, body: { userId: 1, size: 100 } })).body,
  ];
  const audit = (await server.call('searchAudit', { token, body: { accountId: 1 } })).body;
  const ids = [...idsIn(responses), ...idsIn(audit)];
  expect([...new Set(ids.map(([name]) => name))].filter((name) => SHOWN[name] === undefined)).toEqual([]);
  expect([...new Set(ids.map(([name]) => name))].sort()).toEqual(
    expect.arrayContaining(['deviceId', 'requestId', 'transactionId', 'uid']) as unknown,
  );
  const missing: string[] = [];
  for (const [name, id] of new Map(ids.map((each) => [each.join(' '), each])).values()) {
    for (const value of SHOWN[name]?.(id) ?? []) {
      const { matches } = await find(value);
      if (!matches.some(({ user }) => user.id === 1)) missing.push(`${name}: ${value}`);
    }
  }
  expect(missing).toEqual([]);
});

it('finds the customer by amount, card and time of a payment, as the customer page shows them', async () => {
  await addEverything();
  const { body } = await server.call('getUserPayments', { token, query: { userId: 1 } });
  const [payment] = body.payments;
  const amount = formatAmount(payment?.amount ?? 0);
  const time = formatDateTime(payment?.at) ?? '';
  const card = payment?.cardMask ?? '';
  expect(card).toBe('•••• 4242');
  const line = `Paid ${amount}, card ${card}`;
  for (const value of [
    line,
    `${amount} · ${time} · ${card}`,
    `${amount} ${time}`,
    `${card} ${time}`,
    `${amount} ${card} ${time}`,
    card,
  ]) {
    expect((await find(value)).matches.map(({ user, matchedBy }) => [user.id, matchedBy])).toEqual([
      [1, 'paid'],
    ]);
  }
});

it('finds the failed request by the code that the customer sees', async () => {
  await addEverything();
  const { body } = await server.call('searchAudit', { token, body: { accountId: 1 } });
  expect(body.content.length).toBeGreaterThan(0);
  const failed = server.logs.find(({ level }) => level === 'error')?.details as { requestId: string };
  const found = await find(failed.requestId.slice(0, SUPPORT_CODE_LENGTH));
  expect(found.failedRequests).toMatchObject([{ requestId: failed.requestId, customer: { id: 1 } }]);
});

it('finds a gift by its number as the timeline and the audit log show it, and no customer with this number', async () => {
  await addEverything();
  await server.call('createGift', { token, body: { months: 3 } });
  for (const value of ['gift 1', 'gift id: 1', '“gift 1”']) {
    const found = await find(value);
    expect([found.gift?.months, found.matches]).toEqual([3, []]);
  }
  for (const value of ['gift id: 2', 'batch id: 1', 'note id: 1', 'session 1']) {
    expect(await find(value)).toMatchObject({ matches: [] });
  }
});
