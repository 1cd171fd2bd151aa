/**
 * Tests the Remnawave adapter against a failing VPN panel. No VPN credential may be lost and no secret may be logged.
 */
import {
  createRemnawaveNetwork,
  SOONEST_END_MS,
  tokenExpiry,
  warnOfPanel,
} from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import type { Logger } from '../../../../src/server/ports/logger';
import { type VpnNetwork, VpnRejected, VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { settableClock, TEST_START } from '../../../support/settableClock';

const TOKEN = 'header.secret-token.signature';
const clock = settableClock(TEST_START);
const UNTIL = new Date(clock.now().getTime() + 86_400_000);
const KEY = { name: '77', until: UNTIL, label: 'account 31', isDisabledByUs: false };
const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';

const END = { name: '77', isDisabledByUs: false, beforeDisabling: () => Promise.resolve() };

type ResponseBody = Response | Error | (() => Promise<Response>);

interface Asked {
  call: string;
  headers: Headers;
  body: unknown;
}

let asked: Asked[];
let logged: string[];

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const html = (status: number) =>
  new Response('<html>sign in</html>', { status, headers: { 'Content-Type': 'text/html' } });
const code = (errorCode: string, status: number) =>
  json({ timestamp: '', path: '', message: 'secret-shortuuid', errorCode }, status);

const user = (changes: object = {}) => ({
  id: 5,
  shortUuid: 'secret-shortuuid',
  username: 'prosvet-77',
  status: 'ACTIVE',
  expireAt: UNTIL.toISOString(),
  tag: 'PROSVET',
  ...{
    trafficLimitBytes: 0,
    hwidDeviceLimit: 0,
    activeInternalSquads: [{ uuid: SQUAD, name: 'Default-Squad' }],
  },
  createdAt: clock.now().toISOString(),
  userTraffic: { onlineAt: null },
  ...changes,
});

const NEW = code('A063', 404);

/**
 * Creates an adapter for a fake VPN panel that returns the given responses in order and then repeats the last response.
 */
function createPanel(...responses: ResponseBody[]): VpnNetwork {
  asked = [];
  logged = [];
  const log = (level: string) => (details: object, message: string) => {
    logged.push(`${level} ${message} ${JSON.stringify(details)}`);
  };
  const logger: Logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  return createRemnawaveNetwork({
    url: 'https://panel.example',
    token: TOKEN,
    squads: [SQUAD],
    prefix: 'prosvet',
    headers: { 'X-Api-Key': 'front-secret' },
    clock,
    logger,
    deadlineMs: 50,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.clone().text();
      asked.push({
        call: `${request.method} ${new URL(request.url).pathname}`,
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      });
      const result = responses[Math.min(asked.length, responses.length) - 1] ?? html(500);
      if (result instanceof Error) throw result;
      if (typeof result !== 'function') return result.clone();
      return Promise.race([
        result(),
        new Promise<never>((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        }),
      ]);
    },
  });
}

const silent = () => new Promise<Response>(() => undefined);
const cutOff = () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start: (controller) => controller.error(new TypeError('terminated')),
      }),
      { headers: { 'Content-Type': 'application/json' } },
    ),
  );

async function catchFailure(action: () => Promise<unknown>): Promise<Error> {
  try {
    await action();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}

/** Matches the API token of the VPN panel, and every secret that gives access to a VPN configuration. */
const SECRET = /secret|front-/;

const CALLS: readonly [string, (network: VpnNetwork) => Promise<unknown>][] = [
  ['open', (network) => network.open(KEY)],
  ['end', (network) => network.end(END)],
  ['close', (network) => network.close('77')],
  ['list', (network) => network.list(null)],
  [
    'configuration',
    (network) => network.configuration('secret-shortuuid', { userAgent: 'Happ/5', ip: '10.0.0.1' }),
  ],
];

const BAD: readonly [string, ResponseBody][] = [
  ["a front's page", html(200)],
  ["a front's 404", html(404)],
  [
    'a redirect to a sign-in',
    new Response(null, { status: 302, headers: { Location: 'https://thief.example' } }),
  ],
  ['401', code('A003', 401)],
  ['403', code('A004', 403)],
  ['429', json({ message: 'slow down' }, 429)],
  ['500', code('A001', 500)],
  ['502 of a front', html(502)],
  ['silence', silent],
  ['a closed socket', new TypeError('fetch failed')],
  ['an answer that is cut off', cutOff],
];

describe.each(CALLS)('%s', (name, act) => {
  it.each(BAD.filter(([what]) => name !== 'configuration' || what !== "a front's 404"))(
    'is retryable after %s and reveals no secret',
    async (_what, result) => {
      const network = createPanel(result);
      const error = await catchFailure(() => act(network));
      expect(error).toBeInstanceOf(VpnUnavailable);
      expect(error.message).not.toMatch(SECRET);
      expect(logged.join('\n')).not.toMatch(SECRET);
      expect(asked).toHaveLength(1);
    },
  );
});

it.each([
  ['nothing of what was asked for', { response: {} }],
  ['no date', { response: user({ expireAt: 'never' }) }],
  ['another shape', { users: [] }],
])('is retryable after a response with %s', async (_what, body) => {
  const network = createPanel(json(body));
  for (const act of [() => network.open(KEY), () => network.close('77'), () => network.list(null)]) {
    const error = await catchFailure(act);
    expect(error).toBeInstanceOf(VpnUnavailable);
    expect(error.message).not.toMatch(SECRET);
  }
});

it('logs a rejected token once in ten minutes and never reveals it', async () => {
  const network = createPanel(code('A003', 401));
  for (let n = 0; n < 5; n += 1) await catchFailure(() => network.open(KEY));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/^error .*token/);
  clock.advance(11 * 60_000);
  await catchFailure(() => network.open(KEY));
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toMatch(SECRET);
});

it.each([
  ['without our tag', { tag: null }],
  ["with somebody's tag", { tag: 'OTHER' }],
  ['of another name', { username: 'prosvet-770' }],
])('never changes a user %s', async (_what, changes) => {
  const network = createPanel(json({ response: user(changes) }));
  expect(await catchFailure(() => network.open(KEY))).toBeInstanceOf(VpnRejected);
  expect(await catchFailure(() => network.close('77'))).toBeInstanceOf(VpnRejected);
  expect(asked.map(({ call }) => call)).toEqual(Array(2).fill('GET /api/users/by-username/prosvet-77'));
});

it('lists only users that have its prefix and its tag', async () => {
  const users = [
    user(),
    user({ username: 'prosvet-78', tag: 'OTHER' }),
    user({ username: 'staging-77' }),
    user({ username: 'prosvetly' }),
  ];
  const { keys, next } = await createPanel(
    json({ response: { users, nextCursor: 'c', hasMore: true } }),
  ).list(null);
  expect(keys.map(({ name }) => name)).toEqual(['77']);
  expect(next).toBe('c');
});

it('reports only the field names if the panel permanently rejects a request', async () => {
  const invalid = json(
    { statusCode: 400, errors: [{ path: ['activeInternalSquads', 0], message: 'secret' }] },
    400,
  );
  const network = createPanel(NEW, invalid);
  const error = await catchFailure(() => network.open(KEY));
  expect(error).toBeInstanceOf(VpnRejected);
  expect(error.message).toContain('activeInternalSquads.0');
  expect(error.message).not.toMatch(SECRET);
});

it('creates a missing panel user, and updates a panel user that was created concurrently', async () => {
  const other = new Date(UNTIL.getTime() - 3_600_000).toISOString();
  const network = createPanel(
    NEW,
    code('A019', 400),
    json({ response: user({ expireAt: other }) }),
    json({ response: user() }),
  );
  expect(await network.open(KEY)).toEqual({ ref: 'secret-shortuuid', isBlocked: false, wasDisabled: false });
  expect(asked.map(({ call }) => call)).toEqual([
    'GET /api/users/by-username/prosvet-77',
    'POST /api/users/',
    'GET /api/users/by-username/prosvet-77',
    'PATCH /api/users/',
  ]);
  expect(asked[1]?.body).toEqual({
    username: 'prosvet-77',
    expireAt: UNTIL.toISOString(),
    trafficLimitBytes: 0,
    trafficLimitStrategy: 'NO_RESET',
    hwidDeviceLimit: 0,
    activeInternalSquads: [SQUAD],
    tag: 'PROSVET',
    description: 'account 31',
  });
  expect(asked[3]?.body).toEqual({ username: 'prosvet-77', expireAt: UNTIL.toISOString() });
});

it('fails with a retryable error if a panel user is repeatedly created and deleted concurrently', async () => {
  const network = createPanel(
    ...Array<Response[]>(4)
      .fill([NEW, code('A019', 400)])
      .flat(),
  );
  expect(await catchFailure(() => network.open(KEY))).toBeInstanceOf(VpnUnavailable);
});

it('never sends an expiry that is in the past', async () => {
  const soon = new Date(clock.now().getTime() + SOONEST_END_MS).toISOString();
  const network = createPanel(NEW, json({ response: user({ expireAt: soon }) }, 201));
  await network.open({ ...KEY, until: new Date(0) });
  expect(asked[1]?.body).toMatchObject({
    expireAt: soon,
  });
});

it('succeeds if the panel user is already deleted or is deleted concurrently', async () => {
  await createPanel(NEW).close('77');
  await createPanel(json({ response: user() }), code('A025', 404)).close('77');
  await createPanel(json({ response: user() }), new Response(null, { status: 204 })).close('77');
  expect(asked.map(({ call }) => call).at(-1)).toBe('DELETE /api/users/5');
});

it('sends the panel only the User-Agent and the IP address of an application', async () => {
  const network = createPanel(new Response('servers', { headers: { 'Content-Type': 'text/plain' } }));
  const configuration = await network.configuration('a/../b', { userAgent: ' ', ip: '10.0.0.1' });
  expect(Buffer.from(configuration?.body ?? []).toString()).toBe('servers');
  const [request] = asked;
  expect(request?.call).toBe('GET /api/sub/a%2F..%2Fb');
  expect(request?.headers.get('user-agent')).toBe('v2rayN');
  expect(request?.headers.get('x-remnawave-real-ip')).toBe('10.0.0.1');
  expect(request?.headers.get('authorization')).toBeNull();
  expect(request?.headers.get('x-forwarded-proto')).toBe('https');
});

it('returns null if the configuration does not exist, and throws if it is empty or has no end', async () => {
  const reader = { userAgent: 'Happ/5', ip: '10.0.0.1' };
  // A VPN app that receives an empty subscription deletes its servers.
  for (const nothing of ['', ' \n']) {
    const empty = new Response(nothing, { headers: { 'Content-Type': 'text/plain' } });
    expect(await catchFailure(() => createPanel(empty).configuration('ref', reader))).toBeInstanceOf(
      VpnUnavailable,
    );
  }
  expect(await createPanel(code('A063', 404)).configuration('ref', reader)).toBeNull();
  const endless = new Response(
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(500_000)) }),
  );
  expect(
    await catchFailure(() => createPanel(() => Promise.resolve(endless)).configuration('ref', reader)),
  ).toBeInstanceOf(VpnUnavailable);
});

describe('at startup', () => {
  const expiring = (inDays: number) => {
    const exp = Math.floor(clock.now().getTime() / 1000) + inDays * 86_400;
    return `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`;
  };

  async function readWarnings(token: string, result: ResponseBody): Promise<string[]> {
    const warnings: string[] = [];
    const silence = () => undefined;
    await warnOfPanel({
      url: 'https://panel.example',
      token,
      headers: {},
      clock,
      logger: {
        debug: silence,
        info: silence,
        error: silence,
        warn: (details, message) => warnings.push(`${message} ${JSON.stringify(details)}`),
      },
      fetch: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result as Response)),
    });
    return warnings;
  }
  const metadata = (version: string) => json({ response: { version } });

  it('logs no warning for a 3.x panel and a token that does not expire', async () => {
    expect(await readWarnings(expiring(31), metadata('3.4.1'))).toEqual([]);
  });

  it.each([
    ['a token that ends soon', expiring(29), metadata('3.4.1'), /ends soon/],
    ['an older panel', TOKEN, metadata('2.7.2'), /not Remnawave 3/],
    ['a page', TOKEN, html(200), /does not tell its version/],
    ['silence', TOKEN, new TypeError('secret'), /does not answer/],
  ])('warns about %s', async (_what, token, result, warning) => {
    const warnings = await readWarnings(token, result);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(warning);
    expect(warnings[0]).not.toContain(token);
    expect(warnings[0]).not.toMatch(SECRET);
  });

  it('reads the expiry of a token if the token contains it', () => {
    expect(tokenExpiry(expiring(1))).toBeInstanceOf(Date);
    expect([tokenExpiry('nonsense'), tokenExpiry(`e30.e30.x`)]).toEqual([null, null]);
  });
});
