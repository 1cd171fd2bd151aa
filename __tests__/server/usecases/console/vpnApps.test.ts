/** Tests the changes of the list of VPN apps by admins, and what customers see at each instance. */
import { count } from 'drizzle-orm';
import type { LinkChecker } from '../../../../src/server/ports/linkChecker';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { vpnAppLists } from '../../../../src/server/store/schema/vpnAppLists';
import { insertList, LISTS_KEPT } from '../../../../src/server/store/vpnAppLists';
import { importVpnApps, LIST_CACHED_MS } from '../../../../src/server/usecases/connect/vpnAppList';
import { requestLinks } from '../../../../src/server/usecases/console/vpnApps';
import { DEFAULT_VPN_APPS } from '../../../../src/shared/defaultVpnApps';
import { offeredApps, type VpnApp } from '../../../../src/shared/vpnAppList';
import { fakeLinkChecker } from '../../../support/fakeLinkChecker';
import { otherInstance, startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

const MINUTE = 60_000;
const WORKING = 'https://store.example/works';
const DEAD = 'https://store.example/dead';

const app = (id: string, more: Partial<VpnApp> = {}): VpnApp => ({
  id,
  name: id,
  stores: { ios: [{ kind: 'appStore', url: WORKING }] },
  ...more,
});

let server: TestServer;
let admin: string;

beforeEach(async () => {
  server = await startTestServer({
    linkChecker: fakeLinkChecker({ [DEAD]: { status: 404, problem: 'The host responded with status 404.' } }),
  });
  admin = (await signInStaffAs(server, 'admin')).accessToken;
});

const read = async () => (await server.call('readVpnApps', { token: admin, body: {} })).body;
const save = (version: number, apps: VpnApp[], token = admin) =>
  server.call('saveVpnApps', { token, body: { version, apps } });
const restore = (version: number, restored: number) =>
  server.call('restoreVpnApps', { token: admin, body: { version, restored } });
const offered = async (instance: Pick<TestServer, 'call'> = server) =>
  (await instance.call('listVpnApps', { body: {} })).body.apps.map(({ id }) => id);

const audited = async () =>
  (await server.db.select().from(staffAudit).orderBy(staffAudit.id))
    .filter(({ action }) => action !== 'signIn')
    .map(({ action, username, details }) => ({ action, username, ...details }));

it('offers the shipped list until an admin changes it', async () => {
  expect(await read()).toEqual({ version: 0, apps: DEFAULT_VPN_APPS, history: [] });
  const { body } = await server.call('listVpnApps', { body: {} });
  expect(body.apps).toEqual(JSON.parse(JSON.stringify(offeredApps(DEFAULT_VPN_APPS))));
});

it('a change at one instance reaches the customers of each other instance within a minute', async () => {
  const other = otherInstance(server);
  const before = await offered();
  expect(await offered(other)).toEqual(before);
  await save(0, [app('one'), app('two', { disabled: true })]);
  expect(await offered()).toEqual(['one']);
  expect(LIST_CACHED_MS).toBeLessThan(MINUTE);
  server.clock.advance(LIST_CACHED_MS - 1);
  expect(await offered(other)).toEqual(before);
  server.clock.advance(1);
  expect(await offered(other)).toEqual(['one']);
});

it('keeps a history with the author and the changes of each version, and audits each change', async () => {
  await save(0, [...DEFAULT_VPN_APPS.slice(1), DEFAULT_VPN_APPS[0]!]);
  server.clock.advance(MINUTE);
  const { name } = DEFAULT_VPN_APPS[1]!;
  await save(
    1,
    DEFAULT_VPN_APPS.slice(1).map((each) => ({ ...each, ...(each.name === name ? { disabled: true } : {}) })),
  );
  const { version, history } = await read();
  expect(version).toBe(2);
  expect(history).toEqual([
    {
      version: 2,
      at: '2026-11-21T09:01:00.000Z',
      by: 'admin',
      origin: 'saved',
      restored: null,
      changes: [
        { app: name, change: 'disabled' },
        { app: 'Happ', change: 'removed' },
      ],
    },
    {
      version: 1,
      at: '2026-11-21T09:00:00.000Z',
      by: 'admin',
      origin: 'saved',
      restored: null,
      changes: [{ change: 'reordered' }],
    },
  ]);
  expect(await audited()).toEqual([
    { action: 'saveVpnApps', username: 'admin', version: 1, changes: 'reordered' },
    { action: 'saveVpnApps', username: 'admin', version: 2, changes: 'disabled INCY, removed Happ' },
  ]);
});

it('undoes a change by a new version, and restores the shipped list', async () => {
  await save(0, [app('one')]);
  await save(1, [app('two')]);
  expect((await restore(2, 1)).body).toEqual({ version: 3 });
  expect(await read()).toMatchObject({
    version: 3,
    apps: [{ id: 'one' }],
    history: [{ origin: 'restored', restored: 1 }, { version: 2 }, { version: 1 }],
  });
  expect((await restore(3, 0)).body).toEqual({ version: 4 });
  expect((await read()).apps).toEqual(DEFAULT_VPN_APPS);
  expect((await audited()).at(-1)).toMatchObject({ action: 'saveVpnApps', version: 4, restored: 0 });
  expect((await restore(4, 77)).error).toMatchObject({ code: 'NOT_FOUND' });
});

it('rejects a change of a list that another admin has changed, and changes nothing', async () => {
  await save(0, [app('one')]);
  const { token } = { token: (await signInStaffAs(server, 'admin', 'zoe')).accessToken };
  const { status, error } = await save(0, [app('two')], token);
  expect([status, error.code, error.message]).toEqual([
    409,
    'CONFLICT',
    'Another admin has changed the list.',
  ]);
  expect((await restore(0, 0)).status).toBe(409);
  expect(await read()).toMatchObject({ version: 1, apps: [{ id: 'one' }] });
  expect((await audited()).slice(1)).toMatchObject([
    { action: 'saveVpnAppsRejected', username: 'zoe', because: 'Another admin has changed the list.' },
    { action: 'saveVpnAppsRejected', username: 'admin' },
  ]);
});

it('exactly one of several changes at the same time is saved', async () => {
  const results = await Promise.all(['a', 'b', 'c', 'd'].map((id) => save(0, [app(id)])));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await read()).history).toHaveLength(1);
});

it('makes no new version of a list that equals the current list, so that a change can be repeated', async () => {
  expect((await save(0, [app('one')])).body).toEqual({ version: 1 });
  expect((await save(0, [app('one', { disabled: false, clients: [] })])).body).toEqual({ version: 1 });
  expect((await read()).history).toHaveLength(1);
});

it.each<[string, VpnApp[]]>([
  ['all apps are disabled', [app('one', { disabled: true })]],
  ['no enabled app has a store link', [app('one', { stores: {} }), app('two', { disabled: true })]],
])('rejects a list if %s', async (_, apps) => {
  const { status, error } = await save(0, apps);
  expect([status, error.message]).toEqual([400, 'Enable at least one app that has a store link.']);
  expect((await read()).version).toBe(0);
});

it('keeps a bounded number of versions', async () => {
  const at = server.clock.now();
  for (let version = 1; version <= LISTS_KEPT + 3; version += 1)
    await insertList(server.db, {
      version,
      apps: [app(`v${String(version)}`)],
      origin: 'saved',
      createdAt: at,
    });
  const [row] = await server.db.select({ rows: count() }).from(vpnAppLists);
  expect(row?.rows).toBe(LISTS_KEPT);
  const { version, history } = await read();
  expect(version).toBe(LISTS_KEPT + 3);
  expect(history).toHaveLength(30);
});

describe('the import of VPN_APPS', () => {
  it('happens once, also if several instances start at the same time', async () => {
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => importVpnApps(server.deps, [app(id)])));
    expect(outcomes.sort()).toEqual(['ignored', 'ignored', 'imported']);
    expect(await importVpnApps(server.deps, [app('later')])).toBe('ignored');
    const { version, history } = await read();
    expect(version).toBe(1);
    expect(history).toMatchObject([{ origin: 'imported', by: null }]);
  });

  it('does not replace a list that an admin saved', async () => {
    await save(0, [app('one')]);
    expect(await importVpnApps(server.deps, [app('two')])).toBe('ignored');
    expect((await read()).apps).toMatchObject([{ id: 'one' }]);
  });
});

describe('the request of the links', () => {
  const check = (urls: string[]) => server.call('checkVpnAppLinks', { token: admin, body: { urls } });

  it('reports what responded in the order of the links, and is audited', async () => {
    const { body } = await check([DEAD, WORKING, DEAD]);
    expect(body).toEqual({
      isOffline: false,
      content: [
        {
          url: DEAD,
          status: 404,
          host: 'store.example',
          ms: 1,
          problem: 'The host responded with status 404.',
        },
        { url: WORKING, status: 200, host: 'store.example', ms: 1, problem: null },
      ],
    });
    expect(await audited()).toEqual([
      { action: 'checkVpnAppLinks', username: 'admin', links: 2, failedLinks: 1 },
    ]);
  });

  it.each([['http://store.example/'], ['ftp://store.example/'], ['nothing']])('rejects %s', async (url) => {
    expect((await check([url])).status).toBe(400);
  });

  it('runs once at a time, and at most eight links at the same time', async () => {
    let running = 0;
    let most = 0;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow: LinkChecker = {
      request: async () => {
        running += 1;
        most = Math.max(most, running);
        await finished;
        running -= 1;
        return { status: 200, host: 'a', ms: 1, problem: null, isUnreachable: false };
      },
    };
    Object.assign(server.deps, { linkChecker: slow });
    const first = check(Array.from({ length: 20 }, (_, at) => `${WORKING}/${String(at)}`));
    while (running === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await check([WORKING])).status).toBe(409);
    finish();
    expect((await first).body.content).toHaveLength(20);
    expect(most).toBe(8);
    expect((await check([WORKING])).status).toBe(200);
  });

  it('reports that the server may be offline if no link responded', async () => {
    const unreachable = { status: null, host: null, problem: 'a', isUnreachable: true };
    const linkChecker = fakeLinkChecker({ [DEAD]: unreachable });
    expect(await requestLinks({ linkChecker }, [DEAD])).toMatchObject({ isOffline: true });
    expect(await requestLinks({ linkChecker }, [DEAD, WORKING])).toMatchObject({ isOffline: false });
    expect(await requestLinks({ linkChecker }, [])).toEqual({ reports: [], isOffline: false });
  });
});
