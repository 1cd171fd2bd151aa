import { createYooKassa } from '../../../src/server/adapters/yooKassa/yooKassa';
import type { Deps } from '../../../src/server/deps';
import type { PushSender } from '../../../src/server/ports/pushSender';
import type { YooKassaState } from '../../../src/server/sandbox/fakeYooKassa/controls';
import type { Database } from '../../../src/server/store/database';
import { DEFAULT_RECEIPT_TERMS } from '../../../src/shared/receiptTerms';
import { agreeTo } from '../../support/consent';
import { openSandboxTestDatabase } from '../../support/database';
import { addMonths, MONTH_KOPECKS, throughTrial, TRIAL_END } from '../../support/offer';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { TEST_ORIGIN } from '../../support/server';
import { TEST_START } from '../../support/settableClock';

let db: Database;
let server: SandboxServer;

beforeEach(async () => {
  db = await openSandboxTestDatabase();
  server = await startSandboxServer(db);
});

afterEach(async () => {
  await server.settled();
  expect(server.errors).toEqual([]);
});

const ANNA = 'anna@mail.example';

const emailMessage = (to: string, subject: string, link: string) => ({
  to,
  subject,
  text: `Войти: ${link}`,
  html: `<a href="https://t.me/bot">Поддержка</a><a href="${link}">Войти</a>`,
});

describe('mail', () => {
  beforeEach(async () => {
    await server.deps.mailer.send(
      emailMessage('Anna@Mail.example', 'Первое', 'http://localhost/open#t=1'),
      'one',
    );
    server.machineClock.advance(1000);
    await server.deps.mailer.send(
      emailMessage('ivan@mail.example', 'Второе', 'http://localhost/open#t=2'),
      'two',
    );
    await server.deps.mailer.send(emailMessage(ANNA, 'Третье', 'http://localhost/open#t=3'), 'three');
  });

  test('lists the emails to an address in any letter case, newest first, with their links', async () => {
    const { status, body } = await server.get('/sandbox/api/mail?to=ANNA@mail.EXAMPLE');
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ to: ANNA, subject: 'Третье' }),
      {
        id: 1,
        to: 'Anna@Mail.example',
        subject: 'Первое',
        text: 'Войти: http://localhost/open#t=1',
        html: expect.stringContaining('Поддержка') as string,
        links: ['http://localhost/open#t=1', 'https://t.me/bot'],
        at: TEST_START,
      },
    ]);
  });

  test('lists everything without an address', async () => {
    const { body } = await server.get('/sandbox/api/mail');
    expect(body).toMatchObject([{ subject: 'Третье' }, { subject: 'Второе' }, { subject: 'Первое' }]);
    expect((await server.get('/sandbox/api/mail?limit=1')).body).toMatchObject([{ subject: 'Третье' }]);
    expect((await server.get('/sandbox/api/mail?to=nobody@mail.example')).body).toEqual([]);
  });

  test('stores an email that is delivered twice once', async () => {
    await server.deps.mailer.send(emailMessage(ANNA, 'Третье', 'http://localhost/open#t=3'), 'three');
    expect((await server.get('/sandbox/api/mail')).body).toHaveLength(3);
  });

  test.each(['limit=0', 'limit=many', 'limit=100000', `to=${'a'.repeat(400)}`, 'to=%00'])(
    'rejects the query %s',
    async (query) => {
      const { status, body } = await server.get(`/sandbox/api/mail?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: { code: 'INVALID_REQUEST', message: expect.any(String) as string },
      });
    },
  );

  test('receives the emails of the product', async () => {
    await server.post('/api/emailVerification/send', { email: 'vera@mail.example', platform: 'web' });
    await server.post('/sandbox/api/clock', { advance: 'PT0S' });
    const { body } = await server.get('/sandbox/api/mail?to=vera@mail.example');
    expect(body).toMatchObject([{ to: 'vera@mail.example' }]);
    const [{ links }] = body as [{ links: string[] }];
    expect(links[0]).toMatch(/^http:\/\/localhost:8080\/open#/);
  });
});

describe('clock', () => {
  test('reports the time and moves it', async () => {
    expect((await server.get('/sandbox/api/clock')).body).toEqual({ now: TEST_START });
    const { status, body } = await server.post('/sandbox/api/clock', { advance: 'P1M' });
    expect(status).toBe(200);
    expect(body).toEqual({ now: '2026-12-21T09:00:00.000Z' });
    expect((await server.get('/sandbox/api/clock')).body).toEqual({ now: '2026-12-21T09:00:00.000Z' });
  });

  test('serves concurrent requests one after another', async () => {
    const responses = await Promise.all([
      server.post('/sandbox/api/clock', { advance: 'P1D' }),
      server.post('/sandbox/api/clock', { advance: 'P1D' }),
      server.post('/sandbox/api/clock', { advance: 'PT1H' }),
    ]);
    expect(responses.map(({ body }) => body)).toEqual([
      { now: '2026-11-22T09:00:00.000Z' },
      { now: '2026-11-23T09:00:00.000Z' },
      { now: '2026-11-23T10:00:00.000Z' },
    ]);
  });

  test.each([
    [{ advance: '-P1D' }],
    [{ advance: 'P-1D' }],
    [{ advance: 'tomorrow' }],
    [{ advance: '' }],
    [{ advance: 86_400_000 }],
    [{ advance: null }],
    [{ advance: 'P100Y' }],
    [{ advance: 'P9999999Y' }],
    [{ advance: 'PT999999999H' }],
    [{}],
    [[]],
    ['"P1D"'],
  ])('rejects %j and does not move', async (body) => {
    const result = await server.post('/sandbox/api/clock', body);
    expect(result.status).toBe(400);
    expect(result.body).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    expect((await server.get('/sandbox/api/clock')).body).toEqual({ now: TEST_START });
  });
});

describe('sessions', () => {
  test('signs a customer in, with the same account each time', async () => {
    const { status, body } = await server.post('/sandbox/api/sessions', { email: ' Anna@Mail.Example ' });
    expect(status).toBe(200);
    const session = body as { uid: string; email: string; accessToken: string };
    expect(session).toEqual({
      uid: expect.any(String) as string,
      email: ANNA,
      accessToken: expect.any(String) as string,
    });
    const profile = await server.fetch('/api/profile', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.accessToken}` },
      body: JSON.stringify({ uid: session.uid, email: session.email }),
    });
    expect(await profile.json()).toMatchObject({ success: true, userInfo: { email: ANNA } });
    const again = await server.post('/sandbox/api/sessions', { email: ANNA });
    expect(again.body).toMatchObject({ uid: session.uid });
  });

  test.each([[{ email: 'anna' }], [{ email: 7 }], [{}]])('rejects %j', async (body) => {
    expect((await server.post('/sandbox/api/sessions', body)).status).toBe(400);
  });
});

describe('devices and connections', () => {
  const device = { email: ANNA, deviceName: 'Pixel 9', platform: 'android' };

  test('attaches three devices and rejects the fourth', async () => {
    await server.post('/sandbox/api/sessions', { email: ANNA });
    for (let count = 1; count <= 3; count += 1) {
      const { status, body } = await server.post('/sandbox/api/devices', {
        ...device,
        firebaseToken: 'token',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(Number) as number,
        deviceId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      });
    }
    const { status, body } = await server.post('/sandbox/api/devices', device);
    expect(status).toBe(409);
    expect(body).toEqual({ error: { code: 'CONFLICT', message: expect.stringContaining('3') as string } });
  });

  test('returns no devices for an email without an account', async () => {
    const { status, body } = await server.post('/sandbox/api/devices', device);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND', fields: ['email'] } });
  });

  test.each([
    [{ ...device, platform: 'toaster' }],
    [{ ...device, deviceName: '  ' }],
    [{ ...device, deviceName: 'x'.repeat(201) }],
    [{ ...device, email: 'nobody' }],
    [{ ...device, firebaseToken: 5 }],
    [{}],
  ])('rejects the device %j', async (body) => {
    await server.post('/sandbox/api/sessions', { email: ANNA });
    expect((await server.post('/sandbox/api/devices', body)).status).toBe(400);
  });

  test('records a connection of a device', async () => {
    await server.post('/sandbox/api/sessions', { email: ANNA });
    const { deviceId } = (await server.post('/sandbox/api/devices', device)).body as { deviceId: string };
    const { status, body } = await server.post('/sandbox/api/connections', {
      email: ANNA,
      deviceId,
      success: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ deviceId, success: true, at: TEST_START });
  });

  test('rejects a connection of a foreign device, of an unknown customer, and invalid input', async () => {
    await server.post('/sandbox/api/sessions', { email: ANNA });
    const post = (body: object) => server.post('/sandbox/api/connections', body);
    expect((await post({ email: ANNA, deviceId: 'ffff', success: true })).status).toBe(404);
    expect((await post({ email: 'ivan@mail.example', deviceId: 'ffff', success: true })).status).toBe(404);
    expect((await post({ email: ANNA, deviceId: 'ffff', success: 'yes' })).status).toBe(400);
    expect((await post({ email: ANNA, success: true })).status).toBe(400);
  });
});

function requirePushSender({ pushSender }: Deps): PushSender {
  if (pushSender === null) throw new Error('the sandbox sends pushes');
  return pushSender;
}

describe('pushes', () => {
  test('lists pushes with their delivery result, newest first', async () => {
    const pushSender = requirePushSender(server.deps);
    expect(await pushSender.send('token-1', { type: 'LOGOUT' })).toMatchObject({ kind: 'delivered' });
    expect(await pushSender.send('unregistered-1', { type: 'TURN_OFF' })).toEqual({ kind: 'unregistered' });
    expect(await pushSender.send('failing-1', { type: 'LOGIN', email: ANNA })).toMatchObject({
      kind: 'failed',
    });
    const { body } = await server.get('/sandbox/api/pushes');
    expect(body).toMatchObject([
      { token: 'failing-1', push: { type: 'LOGIN', email: ANNA }, outcome: 'failed' },
      { token: 'unregistered-1', outcome: 'unregistered' },
      { token: 'token-1', push: { type: 'LOGOUT' }, outcome: 'delivered', at: TEST_START },
    ]);
  });
});

interface ListedPayment {
  operation: string;
  id: string;
  status: string;
  role: string;
  recurringPayment: { failNext: boolean; status: string } | null;
  notifications: { type: string; state: string }[];
}

async function listed(): Promise<ListedPayment[]> {
  return (await server.get('/sandbox/api/payments')).body as ListedPayment[];
}

/** Pays the order in a customer's shop with the requests of the card widget. */
async function pay(email: string, number = '4000000000003055'): Promise<void> {
  const session = (await server.post('/sandbox/api/sessions', { email })).body as { accessToken: string };
  const shop = await server.fetch('/api/shop/getShop', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.accessToken}` },
    body: '{}',
  });
  const { order } = (await shop.json()) as {
    order: { id: string; accountId: string; amount: number; currency: string; recurringPayment: object };
  };
  await agreeTo(server.deps.db, order.id);
  const { token } = (
    await server.post('/sandbox/card/widget/token', { number, expires: '12/40', cvv: '123' })
  ).body as { token: string };
  await server.post('/sandbox/card/widget/pay', {
    publicTerminalId: server.sandbox.cardProvider.publicTerminalId,
    token,
    amount: order.amount,
    currency: order.currency,
    externalId: order.id,
    accountId: order.accountId,
    email,
    recurrent: order.recurringPayment,
  });
}

async function subscription(email: string): Promise<unknown> {
  const { accessToken } = (await server.post('/sandbox/api/sessions', { email })).body as {
    accessToken: string;
  };
  const result = await server.fetch('/api/profile', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: '{}',
  });
  return ((await result.json()) as { userInfo: unknown }).userInfo;
}

/** Returns the payments at the sandbox's card provider, without the refunds. */
const taken = async () => (await listed()).filter(({ operation }) => operation === 'payment');

describe('payments', () => {
  test('charges exactly the due payments if the clock moves by one month, and stops at the target', async () => {
    await pay(ANNA);
    expect(await subscription(ANNA)).toMatchObject({ subscriptionStatus: 'ACTIVE' });
    await server.post('/sandbox/api/clock', { advance: throughTrial() });
    expect((await taken()).map(({ role, status }) => [role, status])).toEqual([
      ['recurrent', 'completed'],
      ['first', 'refunded'],
    ]);
    const { body } = await server.post('/sandbox/api/clock', { advance: 'P1M' });
    expect(body).toEqual({ now: addMonths(TRIAL_END, 1).toISOString() });
    expect((await listed()).filter(({ role }) => role === 'recurrent')).toHaveLength(2);
    expect((await listed()).flatMap(({ notifications }) => notifications.map(({ state }) => state))).toEqual(
      expect.not.arrayContaining(['pending']),
    );
    expect(await subscription(ANNA)).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      expirationDate: addMonths(TRIAL_END, 2).toISOString(),
    });
  });

  test('a repeated, duplicated and delayed notification changes nothing', async () => {
    await pay(ANNA);
    await server.post('/sandbox/api/clock', { advance: 'PT0S' });
    const before = await subscription(ANNA);
    const [first] = await taken();
    const path = `/sandbox/api/payments/${first?.id ?? ''}/notify`;
    expect((await server.post(path, { type: 'pay', copies: 3 })).status).toBe(200);
    expect((await server.post(path, { type: 'pay', delayMs: 60_000 })).status).toBe(200);
    expect((await taken())[0]?.notifications).toContainEqual(
      expect.objectContaining({ type: 'pay', state: 'pending' }),
    );
    await server.post('/sandbox/api/clock', { advance: 'PT2M' });
    expect((await taken())[0]?.notifications).not.toContainEqual(
      expect.objectContaining({ state: 'pending' }),
    );
    expect(await subscription(ANNA)).toEqual(before);
  });

  test('the next charge fails if requested', async () => {
    await pay(ANNA);
    await server.post('/sandbox/api/clock', { advance: 'PT0S' });
    const [first] = await taken();
    expect((await server.post(`/sandbox/api/payments/${first?.id ?? ''}/failNext`)).status).toBe(200);
    expect((await taken())[0]?.recurringPayment).toMatchObject({ failNext: true });
    await server.post('/sandbox/api/clock', { advance: throughTrial() });
    expect((await listed())[0]).toMatchObject({ role: 'recurrent', status: 'declined' });
    expect(await subscription(ANNA)).toMatchObject({ subscriptionStatus: 'ACTIVE', chargeIsOverdue: true });
    await server.post('/sandbox/api/clock', { advance: 'P1D' });
    expect((await listed())[0]).toMatchObject({ role: 'recurrent', status: 'completed' });
    expect(await subscription(ANNA)).toMatchObject({ subscriptionStatus: 'ACTIVE', chargeIsOverdue: false });
  });

  test('lists the payments of one payer if requested', async () => {
    await pay(ANNA);
    await pay('boris@mail.example');
    await server.settled();
    const of = async (email: string) =>
      (await server.get(`/sandbox/api/payments?email=${encodeURIComponent(email)}`)).body;
    // The list contains the payment of 1 ruble and the void of this payment.
    expect(await of(ANNA)).toMatchObject([{ email: ANNA }, { email: ANNA }]);
    expect(await of('nobody@example.com')).toEqual([]);
  });

  test('lost notifications do not arrive until the setting is switched off', async () => {
    const coming = (body: object) => server.post('/sandbox/api/notifications', body);
    expect((await coming({ drop: true })).body).toEqual({ drop: true, copies: 1, delayMs: 0 });
    await pay(ANNA);
    expect((await taken())[0]?.notifications).toContainEqual(expect.objectContaining({ state: 'dropped' }));
    expect(await subscription(ANNA)).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE' });
    await coming({});
    expect((await server.get('/sandbox/api/notifications')).body).toEqual({
      drop: false,
      copies: 1,
      delayMs: 0,
    });
  });

  test.each([
    [{ type: 'gift' }],
    [{}],
    [{ type: 'pay', copies: 0 }],
    [{ type: 'pay', copies: 101 }],
    [{ type: 'pay', copies: 1.5 }],
    [{ type: 'pay', delayMs: -1 }],
    [{ type: 'pay', delayMs: 'long' }],
  ])('rejects the notification %j', async (body) => {
    await pay(ANNA);
    const [first] = await listed();
    expect((await server.post(`/sandbox/api/payments/${first?.id ?? ''}/notify`, body)).status).toBe(400);
  });

  test.each(['999', '0', '-1', 'abc', '99999999999999999999', '1e3', '%00'])(
    'payment %s does not exist',
    async (id) => {
      const notify = await server.post(`/sandbox/api/payments/${id}/notify`, { type: 'pay' });
      expect(notify.status).toBe(404);
      expect(notify.body).toMatchObject({ error: { code: 'NOT_FOUND' } });
      expect((await server.post(`/sandbox/api/payments/${id}/failNext`)).status).toBe(404);
    },
  );

  test('a declined payment sends no Pay and has no charge that could fail', async () => {
    await pay(ANNA, '4000056655665556');
    const [first] = await listed();
    expect(first).toMatchObject({ status: 'declined' });
    expect(
      (await server.post(`/sandbox/api/payments/${first?.id ?? ''}/notify`, { type: 'pay' })).status,
    ).toBe(409);
    expect((await server.post(`/sandbox/api/payments/${first?.id ?? ''}/failNext`)).status).toBe(409);
  });
});

describe('every endpoint', () => {
  test('rejects what is not JSON', async () => {
    const { status, body } = await server.post('/sandbox/api/clock', '{"advance":');
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'MALFORMED_JSON', message: expect.any(String) as string } });
  });

  test('rejects oversized bodies', async () => {
    const { status, body } = await server.post('/sandbox/api/sessions', { email: 'x'.repeat(100_000) });
    expect(status).toBe(413);
    expect(body).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
  });

  test('accepts JSON with any content type', async () => {
    const response = await server.fetch('/sandbox/api/clock', { method: 'POST', body: '{"advance":"PT1H"}' });
    expect(await response.json()).toEqual({ now: '2026-11-21T10:00:00.000Z' });
  });

  test.each(['/sandbox/api', '/sandbox/api/nothing', '/sandbox/api/mail/1/2', '/sandbox/nothing'])(
    '%s does not exist',
    async (path) => {
      const { status, body } = await server.get(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );

  test.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('a page of another origin (%s: %s) cannot change anything', async (name, value) => {
    const response = await server.fetch('/sandbox/api/clock', {
      method: 'POST',
      headers: { [name]: value },
      body: '{"advance":"P1D"}',
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect((await server.get('/sandbox/api/clock')).body).toEqual({ now: TEST_START });
  });
});

test('a restart keeps emails, pushes, payments and the time', async () => {
  await pay(ANNA);
  await server.post('/sandbox/api/clock', { advance: 'P1M' });
  await server.deps.mailer.send(emailMessage(ANNA, 'Письмо', 'http://localhost/open#t=1'), 'kept');
  await requirePushSender(server.deps).send('token-1', { type: 'LOGOUT' });
  const paths = ['mail', 'pushes', 'payments', 'clock'];
  const before = await Promise.all(
    paths.map(async (path) => (await server.get(`/sandbox/api/${path}`)).body),
  );

  const restarted = await startSandboxServer(db, server.machineClock);

  const after = await Promise.all(
    paths.map(async (path) => (await restarted.get(`/sandbox/api/${path}`)).body),
  );
  expect(after).toEqual(before);
});

describe('YooKassa', () => {
  test('its settings are read and changed', async () => {
    const { body } = await server.post('/sandbox/api/yookassa', { skewMs: 60_000, refundsPend: true });
    expect(body).toMatchObject({
      settings: { skewMs: 60_000, refundsPend: true, autopayments: true },
      payments: [],
      refunds: [],
    });
    expect((await server.get('/sandbox/api/yookassa')).body).toEqual(body);
  });

  test.each([{ skewMs: 86_400_001 }, { copies: 0 }, { delayMs: -1 }, { autopayments: 'yes' }])(
    'rejects the settings %j',
    async (settings) => {
      expect(await server.post('/sandbox/api/yookassa', settings)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      });
    },
  );

  test('an action that is not possible is rejected', async () => {
    expect(await server.post('/sandbox/api/yookassa/unknown', { action: 'refund' })).toMatchObject({
      status: 409,
    });
    expect(await server.post('/sandbox/api/yookassa/unknown', { action: 'steal' })).toMatchObject({
      status: 400,
    });
  });

  test('the clock of the sandbox stops at the due times of its fake, whose clock has a skew', async () => {
    await server.post('/sandbox/api/yookassa', { skewMs: 3_600_000 });
    const { deps, sandbox } = server;
    const { shopId, secretKey, apiBaseUrl } = sandbox.yooKassa;
    const opened = await createYooKassa({
      shopId,
      secretKey,
      apiBaseUrl,
      senders: [],
      fetch: server.fetch,
    }).openPayment(
      {
        orderId: 'order-1',
        accountId: 'account-1',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        receipt: {
          label: 'Подписка',
          amountKopecks: MONTH_KOPECKS,
          email: ANNA,
          terms: DEFAULT_RECEIPT_TERMS,
        },
        isHold: false,
        savesMethod: true,
      },
      'key-1',
    );
    await server.post('/sandbox/api/clock', { advance: 'PT59M' });
    const statuses = async () =>
      ((await server.get('/sandbox/api/yookassa')).body as YooKassaState).payments.map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual(['pending']);
    await server.post('/sandbox/api/clock', { advance: 'PT1M' });
    expect(await statuses()).toEqual(['canceled']);
    expect(opened.confirmationToken).toMatch(/^ct-/);
    expect(deps.clock.now()).toEqual(new Date(new Date(TEST_START).getTime() + 3_600_000));
  });
});

describe('the switch of new orders', () => {
  test('calls the composition root, and is shown on the page', async () => {
    let current: 'cloudpayments' | 'yookassa' = 'cloudpayments';
    const { deps, sandbox } = server;
    const switched = sandbox.buildApp(deps, {
      current: () => current,
      choose: (provider) => {
        current = provider;
        return Promise.resolve();
      },
    });
    const choose = async (provider: string) =>
      switched.fetch(
        new Request(`${TEST_ORIGIN}/sandbox/api/newOrders`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ provider }),
        }),
      );
    const pressed = async () => {
      const page = await (await switched.fetch(new Request(`${TEST_ORIGIN}/sandbox`))).text();
      return ['cloudpayments', 'yookassa'].filter((provider) =>
        new RegExp(`value="${provider}"[^>]*aria-pressed="true"`).test(page),
      );
    };
    expect(await pressed()).toEqual(['cloudpayments']);
    expect((await choose('yookassa')).status).toBe(200);
    expect(await pressed()).toEqual(['yookassa']);
    expect((await choose('stripe')).status).toBe(400);
    expect(current).toBe('yookassa');
  });

  test('is absent if the server cannot change the provider', async () => {
    expect((await server.post('/sandbox/api/newOrders', { provider: 'yookassa' })).status).toBe(404);
    expect(String((await server.get('/sandbox')).body)).not.toContain('new-orders');
  });
});
