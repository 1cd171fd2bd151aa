/**
 * Tests that an export is streamed in pages, that other requests are answered meanwhile, and that few exports run at the
 * same time. `npm run prove -- export` runs the test with a million rows and checks memory and time.
 */
import v8 from 'node:v8';
import vm from 'node:vm';
import { sql } from 'drizzle-orm';
import { createCustomerSession } from '../../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { populateAccount } from '../../../support/populatedAccount';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

const FULL_ROWS = Number(process.env['EXPORT_ROWS'] ?? '0');
const ROWS = FULL_ROWS || 1_700;
const MEMORY_MB = 50;
/** Number of parts of the response between two measurements of the memory. */
const MEASURED_EVERY = 50;
const HEALTH_MS = 250;

let server: TestServer;
let accountId: number;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  const at = server.clock.now();
  accountId = (await populateAccount(server.db, { canary: 'anna', at })).subject.id;
  token = await createCustomerSession(server.db, server.deps, accountId);
});

const addConnections = (rows: number) =>
  server.db.execute(sql`
    insert into connections (account_id, device_id, device_name, platform, connected_at, success)
    select ${accountId}, 'device-' || (n % 7), 'Phone', 'ios', now() - make_interval(secs => n), n % 2 = 0
    from generate_series(1, ${rows}::int) as n`);

async function confirmed(): Promise<{ requestToken: string; code: string }> {
  const { body } = await server.call('sendExportCode', { token, body: {} });
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo('anna@canary.example').at(-1)?.text ?? '';
  return { requestToken: body.requestToken ?? '', code: /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '' };
}

const requestExport = (body: object, signal?: AbortSignal) =>
  server.fetch(`${TEST_ORIGIN}/api/account/data/export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

/**
 * Collects garbage, and returns the memory of the process in bytes: the resident memory, which includes garbage that the
 * next collections leave to be reused, and what is still in use.
 */
function memoryNow(): { resident: number; live: number } {
  const { rss: resident } = process.memoryUsage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { resident, live: heapUsed + external };
}

test('contains every row of a long list once, in both files', async () => {
  await addConnections(ROWS > 10_000 ? 1_700 : ROWS);
  const { body } = await server.call('exportData', { token, body: await confirmed() });
  const { kinds } = JSON.parse(body.files?.json ?? '') as {
    kinds: { tables: { table: string; rows: Record<string, string>[] }[] }[];
  };
  const rows = kinds.flatMap(({ tables }) => tables).find(({ table }) => table === 'connections')?.rows ?? [];
  expect(rows).toHaveLength(1_701);
  expect(new Set(rows.map(({ connectedAt }) => connectedAt)).size).toBe(1_701);
  expect(body.files?.html).toContain(': 1701</h3>');
  expect(body.files?.html.match(/device-\d<\/dd>/g)).toHaveLength(1_700);
  expect(body.files?.json).not.toMatch(/At":{}/);
});

test('is sent while it is read, and delays no other request', async () => {
  await addConnections(ROWS);
  const response = await requestExport(await confirmed());
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('the response has no body');
  const idle = memoryNow();
  const most = { ...idle };
  let [bytes, parts, slowest] = [0, 0, 0];
  const state = { isReading: true };
  const probing = (async () => {
    while (state.isReading) {
      const began = performance.now();
      await server.fetch(`${TEST_ORIGIN}/healthz`);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    parts += 1;
    if (parts % MEASURED_EVERY === 0) {
      const { resident, live } = memoryNow();
      most.resident = Math.max(most.resident, resident);
      most.live = Math.max(most.live, live);
    }
  }
  state.isReading = false;
  await probing;
  expect(bytes).toBeGreaterThan(ROWS * 200);
  expect(parts).toBeGreaterThan((2 * ROWS) / 500);
  if (FULL_ROWS > 0) {
    const [live, resident] = [(most.live - idle.live) / 1e6, (most.resident - idle.resident) / 1e6];
    process.stdout.write(
      `${ROWS} rows, ${bytes} bytes, above idle ${live} MB in use, ${resident} MB resident; /healthz ${slowest} ms\n`,
    );
    expect(live).toBeLessThan(MEMORY_MB);
    expect(resident).toBeLessThan(MEMORY_MB);
    expect(slowest).toBeLessThan(HEALTH_MS);
  }
}, 900_000);

test('one export per account and two per process run at the same time, until they end or are canceled', async () => {
  await addConnections(ROWS > 10_000 ? 1_700 : ROWS);
  const first = await requestExport(await confirmed());
  const code = await confirmed();
  const second = await requestExport(code);
  expect(second.status).toBe(429);
  expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0);
  const { accessToken } = await signInStaffAs(server, 'admin');
  const ofStaff = (userId: number) =>
    server.fetch(`${TEST_ORIGIN}/api/panel/users/export`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ userId }),
    });
  expect((await ofStaff(accountId)).status).toBe(429);
  const boris = (await populateAccount(server.db, { canary: 'boris', at: server.clock.now() })).subject.id;
  const other = await ofStaff(boris);
  expect(other.status).toBe(200);
  const clara = (await populateAccount(server.db, { canary: 'clara', at: server.clock.now() })).subject.id;
  expect((await ofStaff(clara)).status).toBe(429);
  await first.body?.cancel();
  await other.text();
  expect((await (await requestExport(code)).json()) as object).toMatchObject({ success: true });
  expect((await ofStaff(clara)).status).toBe(200);
}, 180_000);
