/**
 * A fake API server that implements only the endpoints and fields of the specification. The fake has no tokens for
 * customers, no orders and none of the lists that the product adds. The fake responds to an unknown endpoint with 404 in
 * plain text, and to an unknown field with 400.
 */
import { MONTH_RUB } from './offer';
import { json, type ScriptedApi, scriptedApi, type SeenCall } from './scriptedApi';

const PERSON = ['uid', 'email', 'photoURL', 'providerId'];
const EMAIL = ['email', 'platform', 'fcmToken', 'giftKey'];

/** Fields that the specification lists for each API endpoint, in the query and in the body. */
const FIELDS: Readonly<Record<string, { query?: readonly string[]; body?: readonly string[] }>> = {
  'emailVerification/send': { body: EMAIL },
  'emailVerification/giftSend': { body: EMAIL },
  'emailVerification/restore': { body: ['token', 'platform'] },
  'v2/register': { body: PERSON },
  register: { body: PERSON },
  checkGift: { body: ['key'] },
  activateGift: { body: [...PERSON, 'key'] },
  profile: { body: ['uid', 'email'] },
  'profile/detachDevice': { body: ['uid', 'email', 'deviceId'] },
  'subscriptions/cancel': { body: ['email', 'uid'] },
  'shop/getShop': { body: ['uid', 'email'] },
  'auth/login': { body: ['username', 'password'] },
  'auth/refreshToken': { body: ['refreshToken'] },
  'panel/users/search': { query: ['emailPart', 'page', 'size', 'sortBy', 'sortDirection'] },
  'panel/users/getUserById': { query: ['id'] },
  'panel/createGift': { body: ['months'] },
  'panel/refund': { body: ['email', 'uid'] },
  'panel/logs': { query: ['userId'] },
  'firebase/data': { query: ['token'], body: ['type', 'email', 'link', 'title', 'description'] },
};

const END = '2026-12-21T09:00:00.000Z';

export interface SpecServer extends ScriptedApi {
  /**
   * Requested endpoints and fields that the specification does not contain, each as a path, or as a path and a field.
   */
  rejected: string[];
  /** Makes the subscription active, as if the card provider had reported a payment. */
  activate(): void;
}

export const SPEC_CUSTOMER = { id: 7, uid: 'u-7', email: 'vasilisa@example.com' };
export const SPEC_MAIL_LINK_TOKEN = 'restore-1';
export const SPEC_GIFT_KEY = '0123456789ABCDEF';
const STAFF_TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };

export function specServer(): SpecServer {
  const server = scriptedApi();
  const rejected: string[] = [];
  let status = 'NOT_ACTIVE';
  let devices = [
    { id: 1, deviceName: 'Телефон', deviceId: 'd-1', isActive: true },
    { id: 2, deviceName: 'Планшет', deviceId: 'd-2', isActive: true },
  ];
  const isActive = () => status !== 'NOT_ACTIVE' && status !== 'EXPIRED';
  const registered = () => ({
    success: true,
    expirationDate: END,
    subscriptionIsActive: isActive(),
    firstPaymentActivated: status !== 'NOT_ACTIVE',
  });
  const deviceResponse = () => ({
    success: true,
    devices,
    availableDevices: 3 - devices.length,
    userInfo: { subscriptionIsActive: isActive() },
  });
  const userRecord = () => ({
    ...SPEC_CUSTOMER,
    firstPayment: 1,
    firstPaymentIsActive: status !== 'NOT_ACTIVE',
    currency: 'RUB',
    subscription: { status, totalCost: MONTH_RUB, endDate: END },
    devices: devices.map((device) => ({
      ...device,
      platform: 'android',
      firstActivation: END,
      firebaseToken: `push-${String(device.id)}`,
    })),
  });
  const staffOnly = (response: (call: SeenCall) => object) => (call: SeenCall) =>
    call.bearer === STAFF_TOKENS.accessToken ? json(response(call)) : new Response('', { status: 401 });

  server.on('emailVerification/send', { success: true, mailToken: 'mail-1' });
  server.on('emailVerification/giftSend', { success: true, mailToken: 'mail-1' });
  server.on('emailVerification/restore', ({ body }) =>
    json({ success: toFields(body)['token'] === SPEC_MAIL_LINK_TOKEN, email: SPEC_CUSTOMER.email }),
  );
  server.on('register', () => json(registered()));
  server.on('v2/register', () => json(registered()));
  server.on('checkGift', { months: 3 });
  server.on('activateGift', () => {
    status = 'GIFTED';
    return json({ success: true, subExpirationDateTime: END });
  });
  server.on('profile', () =>
    json({
      success: true,
      message: '',
      userInfo: {
        amount: MONTH_RUB,
        currency: 'RUB',
        expirationDate: END,
        subscriptionIsActive: isActive(),
        subscriptionStatus: status,
        email: SPEC_CUSTOMER.email,
      },
      devices,
      availableDevices: 3 - devices.length,
    }),
  );
  server.on('profile/detachDevice', ({ body }) => {
    devices = devices.filter(({ deviceId }) => deviceId !== toFields(body)['deviceId']);
    return json(deviceResponse());
  });
  server.on('subscriptions/cancel', () => {
    status = 'CANCELED';
    return json({ success: true, userInfo: { subscriptionIsActive: true } });
  });
  server.on('shop/getShop', () =>
    json({
      firstPayment: 0,
      monthlyPayment: MONTH_RUB,
      firstPaymentActivated: status !== 'NOT_ACTIVE',
      subscriptionStatus: status,
    }),
  );
  server.on('auth/login', STAFF_TOKENS);
  server.on('auth/refreshToken', STAFF_TOKENS);
  server.on(
    'panel/users/search',
    staffOnly(() => ({ content: [userRecord()] })),
  );
  server.on('panel/users/getUserById', staffOnly(userRecord));
  server.on(
    'panel/createGift',
    staffOnly(() => ({ activationKey: SPEC_GIFT_KEY })),
  );
  server.on(
    'panel/refund',
    staffOnly(() => {
      status = 'EXPIRED';
      return {};
    }),
  );
  server.on(
    'panel/logs',
    staffOnly(() => [{ id: 1, platform: 'ios', deviceName: 'Phone', connectionDate: END, success: true }]),
  );
  server.on(
    'firebase/data',
    staffOnly(() => ({})),
  );

  return {
    ...server,
    rejected,
    activate: () => {
      status = 'ACTIVE';
    },
    fetch: async (input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
      const path = url.pathname.slice('/api/'.length);
      const fields = FIELDS[path];
      if (fields === undefined) {
        rejected.push(path);
        return new Response('Not Found', { status: 404 });
      }
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      const unknown = [
        ...[...url.searchParams.keys()].filter((name) => !fields.query?.includes(name)),
        ...Object.keys(toFields(body)).filter((name) => !fields.body?.includes(name)),
      ];
      if (unknown.length > 0) {
        rejected.push(...unknown.map((name) => `${path}: ${name}`));
        return new Response('Bad Request', { status: 400 });
      }
      return server.fetch(input, init);
    },
  };
}

function toFields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
