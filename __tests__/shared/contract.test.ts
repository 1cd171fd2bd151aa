import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { CALL_METHOD } from '../../src/shared/contract/call';
import { CALL_NAMES, type CallName, CONTRACT } from '../../src/shared/contract/contract';

/** Method and path of each API endpoint that released applications use. These methods and paths must not change. */
const SPEC_CALLS: Partial<Record<CallName, string>> = {
  sendEmailLink: 'POST emailVerification/send',
  sendGiftEmailLink: 'POST emailVerification/giftSend',
  restoreEmailLink: 'POST emailVerification/restore',
  registerByGoogle: 'POST v2/register',
  registerByEmail: 'POST register',
  checkGift: 'POST checkGift',
  activateGift: 'POST activateGift',
  getProfile: 'POST profile',
  detachDevice: 'POST profile/detachDevice',
  cancelSubscription: 'POST subscriptions/cancel',
  getShop: 'POST shop/getShop',
  staffLogin: 'POST auth/login',
  staffRefresh: 'POST auth/refreshToken',
  searchUsers: 'POST panel/users/search',
  getUserById: 'POST panel/users/getUserById',
  createGift: 'POST panel/createGift',
  refund: 'POST panel/refund',
  getConnectionLogs: 'POST panel/logs',
  sendPush: 'POST firebase/data',
};

it.each(Object.entries(SPEC_CALLS))('%s is %s [call-1]', (name, expected) => {
  const row = CONTRACT[name as CallName];
  expect(`${CALL_METHOD} ${row.path}`).toBe(expected);
});

it('contains the endpoints of every contract file, each under a unique name', async () => {
  const folder = path.join(__dirname, '../../src/shared/contract');
  const files = await Promise.all(
    fs.readdirSync(folder).map(async (file) => (await import(path.join(folder, file))) as object),
  );
  const names = files
    .flatMap((exported) => Object.entries(exported))
    .filter(([name]) => name.endsWith('Calls'))
    .flatMap(([, rows]) => Object.keys(rows as object));
  expect(names.sort()).toEqual([...CALL_NAMES].sort());
});

it('has no two endpoints with the same path', () => {
  const paths = CALL_NAMES.flatMap((name) => {
    const row = CONTRACT[name];
    return [row.path, ...('aliases' in row ? row.aliases : [])];
  });
  expect(new Set(paths).size).toBe(paths.length);
});

it('describes each endpoint in one sentence', () => {
  for (const name of CALL_NAMES) expect(CONTRACT[name].summary).toMatch(/^[A-Z].+\.$/);
});

/** Responses of a server that implements only the specification. The API contract must accept such responses. */
const PLAIN_RESPONSES: [CallName, unknown][] = [
  ['sendEmailLink', { success: true, mailToken: 'abc' }],
  ['restoreEmailLink', { success: true, email: 'a@example.com' }],
  [
    'registerByEmail',
    {
      success: true,
      expirationDate: '2026-01-01T00:00:00Z',
      subscriptionIsActive: true,
      firstPaymentActivated: false,
    },
  ],
  [
    'getProfile',
    {
      success: true,
      message: '',
      userInfo: {
        amount: 449,
        currency: 'RUB',
        expirationDate: '2026-01-01',
        subscriptionIsActive: true,
        subscriptionStatus: 'PAUSED',
        email: 'a@example.com',
      },
      devices: [{ id: 1, deviceName: 'x', deviceId: 'y', isActive: true, extra: 1 }],
      availableDevices: 2,
    },
  ],
  ['getProfile', { success: false, message: 'no' }],
  [
    'getShop',
    {
      firstPayment: 0,
      monthlyPayment: '449.00',
      firstPaymentActivated: false,
      subscriptionStatus: 'NOT_ACTIVE',
    },
  ],
  ['searchUsers', { content: [{ id: 1, email: 'a@example.com', uid: 'u', devices: [] }], totalPages: 3 }],
  ['activateGift', { success: false }],
  ['sendPush', {}],
];

it.each(PLAIN_RESPONSES)(
  '%s accepts the response of a server that implements only the specification',
  (name, result) => {
    expect(v.safeParse(CONTRACT[name].response, result).success).toBe(true);
  },
);

it('drops unknown keys', () => {
  const parsed = v.parse(CONTRACT.checkGift.response, { months: 3, internal: 'x' });
  expect(parsed).toEqual({ months: 3 });
});
