/**
 * Tests invalid input on every endpoint of the API contract. The response is always a 4xx with the error body, and
 * nothing changes.
 */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { throttleCounters } from '../../../src/server/store/schema/throttle';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import { errorBody } from '../../../src/shared/contract/errors';
import { buildSample } from '../../support/contractSamples';
import { type SeededRandom, seededRandom } from '../../support/seededRandom';
import { startTestServer, type TestServer } from '../../support/server';
import { signInStaffAs } from '../../support/signIn';
import { isWhole } from '../../support/simulation';

const EMAIL = 'vasilisa@example.com';
const APPLICATION = {
  deviceId: '0b6f1a52-8b1f-4a44-9f5e-1f3a2b4c5d6e',
  deviceName: 'Pixel 9',
  platform: 'android',
} as const;

let server: TestServer;
let adminToken: string;

async function start(): Promise<void> {
  server = await startTestServer();
  adminToken = (await signInStaffAs(server, 'admin')).accessToken;
}

beforeAll(start);

// The throttle counters are reset, because a throttled request would not reach the validation.
beforeEach(async () => {
  await server.db.delete(throttleCounters);
});

/**
 * Returns the headers of a caller that the endpoint allows. Different values of `person` result in different sessions.
 */
async function authorization(name: CallName, person = ''): Promise<Record<string, string>> {
  const { audience } = CONTRACT[name];
  if (audience === 'public') return {};
  if (audience === 'google') return { Authorization: `Bearer ${await server.google.idToken(EMAIL)}` };
  if (audience.startsWith('customer')) {
    const account = await openAccount(server.db, server.deps, emailIdentity(`${person}${EMAIL}`));
    const token = await createCustomerSession(server.db, server.deps, account.id);
    // The endpoints for native applications require a session that belongs to a device.
    if (CONTRACT[name].path.startsWith('app/') && name !== 'attachApp')
      expect((await server.call('attachApp', { token, body: APPLICATION })).status).toBe(200);
    return { Authorization: `Bearer ${token}` };
  }
  return { Authorization: `Bearer ${adminToken}` };
}

interface Sent {
  body: BodyInit;
  contentType?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

async function sendTo(name: CallName, sent: Sent, headers: Record<string, string>): Promise<Response> {
  const query = new URLSearchParams(sent.query ?? buildSample(name).query).toString();
  return server.fetch(`/api/${CONTRACT[name].path}?${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': sent.contentType ?? 'application/json',
      ...headers,
      ...sent.headers,
    },
    body: sent.body,
    duplex: 'half',
  } as RequestInit);
}

async function send(name: CallName, sent: Sent, headers?: Record<string, string>) {
  const response = await sendTo(name, sent, headers ?? (await authorization(name)));
  return { status: response.status, result: (await response.json()) as unknown };
}

/** Returns the number of rows per table, without tables that every request may change: throttling, sessions and audit. */
async function rowCounts(): Promise<unknown> {
  const tables = await server.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('throttle_counters', 'customer_sessions', 'staff_audit') order by 1`,
  );
  const counts = tables.rows.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`);
  return (await server.db.execute(sql.raw(`${counts.join(' union all ')} order by name`))).rows;
}

async function expectRejected(
  name: CallName,
  cases: Readonly<Record<string, Sent>>,
  code: string,
  status = 400,
) {
  const headers = await authorization(name);
  const before = await rowCounts();
  for (const [label, sent] of Object.entries(cases)) {
    const got = await send(name, sent, headers);
    expect([label, got.status, (got.result as { error?: { code?: unknown } }).error?.code]).toEqual([
      label,
      status,
      code,
    ]);
    expect(v.is(errorBody, got.result)).toBe(true);
  }
  expect(await rowCounts()).toEqual(before);
}

const asBody = (value: unknown): Sent => ({ body: JSON.stringify(value) });

/** Number of fuzzed bodies per endpoint and index of the first body. A full-size run may be split into several runs. */
const FUZZ_BODIES = Number(process.env['FUZZ_BODIES'] ?? 8);
const FUZZ_FROM = Number(process.env['FUZZ_FROM'] ?? 0);
/**
 * Whether the test runs at full size. A full-size run starts each endpoint with an empty database, to keep the endpoints
 * independent.
 */
const isLong = FUZZ_BODIES >= 100;
/** Maximum response time, in ms. Only a full-size run asserts the maximum. */
const SLOW_MS = isLong ? 1000 : Number.POSITIVE_INFINITY;
jest.setTimeout(60_000 + FUZZ_BODIES * 1000);
/**
 * Number of concurrent requests. The number is lower than every throttle limit, so a throttled request can be repeated
 * after a reset.
 */
const IN_FLIGHT = 8;
/** Endpoints of which a process handles fewer than IN_FLIGHT requests at the same time. The test sends one at a time. */
const ONE_AT_A_TIME: ReadonlySet<CallName> = new Set(['exportCustomerData']);
/** Marker text inside the fuzzed input. The marker must not appear in any log line or error. */
const CANARY = 'canary-7f3b9c';
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e15,
    '',
    ' ',
    '0',
    'true',
    '2026-13-45',
    '%00',
    "' or 1=1 --",
    '${1}',
    '../../etc',
  ],
  ...[[], {}, [[[]]], { a: { b: { c: [1, 2, 3] } } }, [null], 'я'.repeat(300), '😀', '\u202e', 'a\r\nb: c'],
];

/** Summary of the responses of all endpoints to fuzzed input. */
const fuzzed = {
  responses: {} as Record<number, number>,
  slowestMs: 0,
  slow: 0,
  /** Time that each endpoint took to respond to all of its fuzzed bodies, in s. */
  seconds: new Map<CallName, number>(),
};

afterAll(() => {
  if (!isLong) return;
  const { responses, slowestMs, slow, seconds } = fuzzed;
  const costly = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 8);
  process.stdout.write(
    `bodies ${FUZZ_FROM} to ${FUZZ_FROM + FUZZ_BODIES} of ${CALL_NAMES.length} calls: ${JSON.stringify(responses)}, ` +
      `the slowest ${Math.round(slowestMs)} ms, ${slow} over a second and quick when asked again; most time for ` +
      `${costly.map(([name, s]) => `${name} ${Math.round(s)} s`).join(', ')}\n`,
  );
});

function oddValue(random: SeededRandom): unknown {
  const canary = `${CANARY}@example.com`;
  return random.chance(0.5)
    ? [CANARY, canary, [canary], { [CANARY]: CANARY }][random.between(0, 3)]
    : ODD_VALUES[random.between(0, ODD_VALUES.length - 1)];
}

/**
 * Returns a copy of a sample body in which some fields have odd values, some fields are missing, and one field may be
 * added.
 */
function nonsenseLike(sample: Readonly<Record<string, unknown>>, random: SeededRandom): object {
  const fields = Object.entries(sample).flatMap(([field, value]) => {
    if (random.chance(0.15)) return [];
    return [[field, random.chance(0.5) ? oddValue(random) : value] as const];
  });
  return Object.fromEntries(random.chance(0.2) ? [...fields, [CANARY, oddValue(random)]] : fields);
}

function nonsenseQuery(
  sample: Readonly<Record<string, string>> | undefined,
  random: SeededRandom,
): Record<string, string> {
  const odd = (): string => String(random.chance(0.5) ? CANARY : ODD_VALUES[random.between(0, 12)]);
  return Object.fromEntries(
    Object.entries(sample ?? {}).map(([field, value]) => [field, random.chance(0.4) ? odd() : value]),
  );
}

/** Endpoints that end the session of the caller if they succeed. */
const ENDS_SESSION: ReadonlySet<CallName> = new Set(['logOut', 'leaveApp']);

/** Returns a function that concurrently sends the fuzzed bodies of the given indexes and checks each response. */
function nonsenseFor(name: CallName): (numbers: readonly number[]) => Promise<void> {
  const { body, query } = buildSample(name);
  let headers: Record<string, string> | null = null;
  let isLimited = false;

  const ask = async (sent: Sent, own: Record<string, string>) => {
    const began = performance.now();
    const response = await sendTo(name, sent, own);
    const text = await response.text();
    return { status: response.status, text, tookMs: performance.now() - began };
  };

  const askWhatMayBeRejected = async (sent: Sent, own: Record<string, string>) => {
    let got = await ask(sent, own);
    // A request rejected with 401 or 429 was not validated, so the test repeats the request with a new session or after a
    // reset of the throttle.
    if (got.status === 401 && 'Authorization' in own) {
      headers = await authorization(name);
      got = await ask(sent, headers);
    }
    if (got.status === 429) {
      isLimited = true;
      await server.db.delete(throttleCounters);
      got = await ask(sent, headers ?? own);
    }
    return got;
  };

  return async (numbers) => {
    const isOwn = ENDS_SESSION.has(name);
    if (isLimited || isOwn) await server.db.delete(throttleCounters);
    const shared = isOwn ? null : (headers ??= await authorization(name));
    const asked = await Promise.all(
      numbers.map(async (nth, index) => {
        const random = seededRandom(name.length * 1000 + name.charCodeAt(0) + nth * 1_000_003);
        const sent = { ...asBody(nonsenseLike(body, random)), query: nonsenseQuery(query, random) };
        const own = shared ?? (await authorization(name, String(index)));
        return { sent, own, got: await askWhatMayBeRejected(sent, own) };
      }),
    );
    for (const { sent, own, got } of asked) {
      // The test repeats a slow request, because a response that was slow only on a busy machine is fast on the second
      // attempt.
      if (got.tookMs > SLOW_MS) {
        fuzzed.slow += 1;
        expect([sent, (await ask(sent, own)).tookMs < SLOW_MS]).toEqual([sent, true]);
      }
      fuzzed.slowestMs = Math.max(fuzzed.slowestMs, got.tookMs);
      fuzzed.responses[got.status] = (fuzzed.responses[got.status] ?? 0) + 1;
      const isRead = got.status !== 429 && (got.status !== 401 || !('Authorization' in own));
      if (got.status >= 500 || !isRead) expect([sent, got]).toEqual([sent, 'an answer of the call itself']);
      if (got.status >= 400 && got.text.includes(CANARY)) expect(got.text).not.toContain(CANARY);
    }
  };
}

describe.each(CALL_NAMES)('%s', (name) => {
  it('rejects what is not JSON', async () => {
    await expectRejected(
      name,
      {
        'an open brace': { body: '{' },
        'a missing value': { body: '{"a":}' },
        'a bare word': { body: 'undefined' },
        'a form': { body: 'a=b' },
        'bytes that are not UTF-8': {
          body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        },
      },
      'MALFORMED_JSON',
    );
  });

  it('rejects JSON that is not an object', async () => {
    await expectRejected(
      name,
      { null: asBody(null), array: asBody([]), number: asBody(1), text: asBody('x'), boolean: asBody(true) },
      'INVALID_REQUEST',
    );
  });

  it('rejects absurd values in unknown fields', async () => {
    const { body } = buildSample(name);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await expectRejected(
      name,
      {
        NUL: asBody({ ...body, unknown: 'a\0b' }),
        'a lone surrogate': { body: JSON.stringify({ ...body, unknown: '?' }).replace('?', '\\ud800') },
        'a number beyond all bounds': {
          body: JSON.stringify({ ...body, unknown: 7 }).replace('"unknown":7', '"unknown":1e999'),
        },
        'deep nesting': { body: `{"unknown":${deep}}` },
      },
      'INVALID_REQUEST',
    );
  });

  it('rejects other media types [call-2]', async () => {
    await expectRejected(
      name,
      {
        text: { body: '{}', contentType: 'text/plain' },
        form: { body: 'a=b', contentType: 'application/x-www-form-urlencoded' },
        'another charset': { body: '{}', contentType: 'application/json; charset=utf-16' },
        compressed: { body: '{}', headers: { 'Content-Encoding': 'gzip' } },
      },
      'UNSUPPORTED_MEDIA_TYPE',
      415,
    );
  });

  it('rejects oversized bodies, announced or streamed', async () => {
    const large = new TextEncoder().encode(
      JSON.stringify({ ...buildSample(name).body, unknown: 'x'.repeat(70_000) }),
    );
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < large.length; at += 8192) controller.enqueue(large.subarray(at, at + 8192));
          controller.close();
        },
      });
    await expectRejected(
      name,
      {
        announced: { body: large, headers: { 'Content-Length': String(large.length) } },
        streamed: { body: stream() },
      },
      'BODY_TOO_LARGE',
      413,
    );
  });

  it('rejects wrong types and absurd values in each of its fields', async () => {
    const { body, query } = buildSample(name);
    const cases: Record<string, Sent> = {};
    for (const field of Object.keys(body)) {
      const wrong = {
        array: [],
        object: {},
        nested: { a: { b: 1 } },
        boolean: true,
        NUL: '\0',
        long: 'я'.repeat(9000),
      };
      for (const [kind, value] of Object.entries(wrong)) {
        if (typeof value === typeof body[field] && kind === 'boolean') continue;
        cases[`${field}: ${kind}`] = asBody({ ...body, [field]: value });
      }
    }
    for (const parameter of Object.keys(query ?? {})) {
      for (const [kind, value] of Object.entries({ NUL: '\0', long: 'я'.repeat(5000) })) {
        cases[`${parameter}: ${kind}`] = { ...asBody(body), query: { ...query, [parameter]: value } };
      }
    }
    await expectRejected(name, cases, 'INVALID_REQUEST');
  });

  it('never fails on the extreme values of numbers and strings', async () => {
    const { body, query } = buildSample(name);
    const values = [
      -1,
      0,
      0.5,
      1e308,
      9_007_199_254_740_993,
      2_147_483_648,
      '',
      ' ',
      '%',
      '_',
      "'; drop table accounts; --",
      '\u202e',
      '𝕏',
      '1e5',
      'NaN',
      '../../etc/passwd',
      '<script>',
      'unknown',
      null,
    ];
    const all: Sent[] = [];
    for (const field of Object.keys(body)) {
      for (const value of values) all.push(asBody({ ...body, [field]: value }));
    }
    for (const parameter of Object.keys(query ?? {})) {
      for (const value of values) {
        all.push({ ...asBody(body), query: { ...query, [parameter]: String(value) } });
      }
    }
    // A short run sends a quarter of the values, shifted by endpoint, so that all endpoints together cover every value.
    const step = isWhole ? 1 : 4;
    const sent = all.filter((_, index) => (index + CALL_NAMES.indexOf(name)) % step === 0);
    let headers = await authorization(name);
    for (const one of sent) {
      const { status, result } = await send(name, one, headers);
      // A successful request may have ended the session.
      if (status < 400) headers = await authorization(name);
      expect([one, status < 500]).toEqual([one, true]);
      if (status >= 400) expect(v.is(errorBody, result)).toBe(true);
    }
  });

  it('responds to fuzzed input without a 5xx and repeats no input in a log or an error', async () => {
    if (isLong) await start();
    server.logs.splice(0);
    const nonsense = nonsenseFor(name);
    const began = performance.now();
    const inFlight = ONE_AT_A_TIME.has(name) ? 1 : IN_FLIGHT;
    for (let from = FUZZ_FROM; from < FUZZ_FROM + FUZZ_BODIES; from += inFlight) {
      const size = Math.min(inFlight, FUZZ_FROM + FUZZ_BODIES - from);
      await nonsense(Array.from({ length: size }, (_, index) => from + index));
      if (JSON.stringify(server.logs.splice(0)).includes(CANARY)) throw new Error('a log repeats nonsense');
    }
    // The test also checks the log lines of the emails and commands that the requests have enqueued.
    await deliverDueOutbox(server.deps);
    expect(JSON.stringify(server.logs.splice(0))).not.toContain(CANARY);
    fuzzed.seconds.set(name, (performance.now() - began) / 1000);
  });

  it('ignores unknown fields and does not pollute prototypes', async () => {
    const plain = await send(name, asBody(buildSample(name).body));
    const { body } = buildSample(name);
    const text = JSON.stringify({ ...body, unknown: [1, { a: 2 }] });
    const polluting = `${text.slice(0, -1)},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
    const extended = await send(name, { body: polluting });
    expect(extended.status).toBe(plain.status);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

test('an empty body counts as an empty object', async () => {
  const { status, result } = await send('checkGift', { body: '' });
  expect([status, result]).toMatchObject([400, { error: { code: 'INVALID_REQUEST', fields: ['key'] } }]);
});

test('a rejected field is reported by its path', async () => {
  const { result } = await send('sendEmailLink', asBody({ email: 'nonsense', platform: 5 }));
  expect(result).toMatchObject({ error: { code: 'INVALID_REQUEST', fields: ['email', 'platform'] } });
});

test('a field name invented by the client is not repeated', async () => {
  const { result } = await send('sendReport', asBody({ event: 'failed', details: { [CANARY]: 1 } }));
  expect(result).toMatchObject({ error: { code: 'INVALID_REQUEST', fields: ['details'] } });
});

test('unsigned notifications of the card provider are rejected', async () => {
  for (const kind of ['pay', 'check', 'nonsense', '%00']) {
    for (const body of ['', 'a=b', '{', 'x'.repeat(70_000)]) {
      const response = await server.fetch(`/api/webhooks/cloudpayments/${kind}`, { method: 'POST', body });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  }
});

test('a truncated body is reported as a client error', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"key"'));
      controller.error(new Error('the connection was reset'));
    },
  });
  expect(await send('checkGift', { body })).toMatchObject({
    status: 400,
    result: { error: { code: 'MALFORMED_JSON' } },
  });
});
