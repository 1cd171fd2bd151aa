/**
 * Tests that no app gets a list of dead entries. A paying customer's app gets 503 and keeps its servers, the credential
 * is repaired, and a device that an administrator of the VPN panel disabled gets the product's own text. The product uses
 * the real panel adapter with the sandbox's strict VPN panel, over HTTP.
 */
import { load } from 'js-yaml';
import { sandboxVpnUsers } from '../../../src/server/sandbox/schema/vpn';
import { vpnKeys } from '../../../src/server/store/schema/vpn';
import { LINK_REJECTIONS } from '../../../src/server/texts/links';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { settableClock, TEST_START } from '../../support/settableClock';
import { inDays, type VpnCustomers, vpnCustomers } from '../../support/vpnCustomers';

let server: SandboxServer;
let customers: VpnCustomers;
let id: number;
let link: string;

/** One app of each format: links, sing-box, and Mihomo and Clash, which get different servers. */
const APPS = ['Happ/5.6.0/ios/273', 'SFA/1.13', 'clash-verge/v2.0', 'Clash/1.0'] as const;

/** Fetches the link as an app on the one device, which its id identifies. */
const fetchAs = (userAgent: string) =>
  server.fetch(link, { headers: { 'User-Agent': userAgent, 'x-hwid': 'ABCDEF0123456789' } });

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase(), settableClock(TEST_START));
  customers = vpnCustomers(server);
  id = await customers.add(inDays(server.deps.clock.now(), 10));
  await deliverDueOutbox(server.deps);
  const token = await createCustomerSession(server.deps.db, server.deps, id);
  const { url } = await server.callAs<{ url: string }>(token, 'profile/connectLink', { system: 'ios' });
  link = new URL(url).pathname;
  expect((await fetchAs(APPS[0])).status).toBe(200);
  await deliverDueOutbox(server.deps);
});

afterEach(() => server.settled());

/** Stores a status for every user of the VPN panel, as a jump of its clock or its administrator does. */
const setStatus = (status: 'EXPIRED' | 'LIMITED' | 'DISABLED') =>
  server.deps.db.update(sandboxVpnUsers).set({ status });

const hasServers = (body: string): boolean =>
  `${body}${Buffer.from(body, 'base64').toString()}`.includes('sandbox.invalid');

test.each(['EXPIRED', 'LIMITED'] as const)(
  'apps of a paying customer whose credential is %s keep their servers, and get them after the repair',
  async (status) => {
    for (const userAgent of APPS) {
      await setStatus(status);
      const response = await fetchAs(userAgent);
      expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
        503,
        '60',
        '',
      ]);
      await deliverDueOutbox(server.deps);
      const repaired = await fetchAs(userAgent);
      expect([repaired.status, hasServers(await repaired.text())]).toEqual([200, true]);
    }
  },
);

test('a customer whose squad was deleted keeps the servers', async () => {
  await customers.control('settings', { isSquadRemoved: true });
  for (const userAgent of APPS) expect((await fetchAs(userAgent)).status).toBe(503);
  await customers.control('settings', { isSquadRemoved: false });
  server.machineClock.advance(60_000);
  await deliverDueOutbox(server.deps);
  expect((await fetchAs(APPS[0])).status).toBe(200);
});

/** Returns the names of the servers in a rejection, and checks that none of them can be reached. */
function namesIn(userAgent: string, response: Response, body: string): unknown[] {
  const contentType = response.headers.get('content-type') ?? '';
  if (/^SFA/.test(userAgent)) {
    expect(contentType).toContain('application/json');
    const { outbounds } = JSON.parse(body) as { outbounds: { tag: string; server?: string }[] };
    const servers = outbounds.filter(({ server: address }) => address !== undefined);
    expect(servers.map(({ server: address }) => address)).toEqual(['0.0.0.0']);
    return servers.map(({ tag }) => tag);
  }
  if (/^clash/i.test(userAgent)) {
    expect(contentType).toContain('text/yaml');
    const { proxies } = load(body) as { proxies: { name: string; server: string; type: string }[] };
    expect(proxies.map(({ server: address }) => address)).toEqual(['0.0.0.0']);
    return proxies.map(({ name }) => name);
  }
  expect(contentType).toContain('text/plain');
  const text = Buffer.from(body, 'base64').toString();
  expect(text).toMatch(/^vless:\/\/0{8}-0{4}-0{4}-0{4}-0{12}@0\.0\.0\.0:1\?/);
  return [decodeURIComponent(text.split('#')[1] ?? '')];
}

test('apps of a device that an administrator disabled get our own text in their format', async () => {
  await customers.act(id, 'block');
  for (const userAgent of APPS) {
    const response = await fetchAs(userAgent);
    expect(response.status).toBe(200);
    expect(namesIn(userAgent, response, await response.text())).toEqual([LINK_REJECTIONS.blocked]);
    expect(response.headers.get('announce')).toMatch(/^base64:/);
  }
  await customers.act(id, 'unblock');
  await deliverDueOutbox(server.deps);
  expect(hasServers(await (await fetchAs(APPS[0])).text())).toBe(true);
});

test('apps of a customer without access get our own text in their format', async () => {
  await customers.setAccess(id, new Date(server.deps.clock.now().getTime() - 1));
  for (const userAgent of APPS) {
    const response = await fetchAs(userAgent);
    expect(namesIn(userAgent, response, await response.text())).toEqual([LINK_REJECTIONS.accessEnded]);
  }
});

test.each(['links', 'xray', 'singbox'] as const)(
  'app/access in %s never returns dead entries',
  async (format) => {
    const other = await customers.add(inDays(server.deps.clock.now(), 10));
    const token = await createCustomerSession(server.deps.db, server.deps, other);
    const call = <Body>(path: string, body: object) => server.callAs<Body>(token, path, body);
    await call('app/attach', { deviceId: 'of-our-own', deviceName: 'Pixel 9', platform: 'android' });
    await deliverDueOutbox(server.deps);
    const access = () =>
      call<{ success: boolean; reason?: string; configuration?: string }>('app/access', { format });
    const first = await access();
    expect([first.success, hasServers(first.configuration ?? '')]).toEqual([true, true]);
    await setStatus('EXPIRED');
    expect(await access()).toMatchObject({ success: false, reason: 'notReady', refreshAfterSeconds: 60 });
    await deliverDueOutbox(server.deps);
    expect((await access()).success).toBe(true);
    await setStatus('DISABLED');
    const blocked = await access();
    expect(blocked).toMatchObject({ success: false, reason: 'blocked' });
    expect(blocked).not.toHaveProperty('configuration');
  },
);

test('an outage of the database of the VPN panel raises no revision', async () => {
  const revisions = async () =>
    (await server.deps.db.select().from(vpnKeys)).map(({ revision }) => revision).sort();
  const before = await revisions();
  await customers.control('database', { minutes: 10 });
  for (let round = 0; round < 3; round += 1) expect((await fetchAs(APPS[0])).status).toBe(503);
  expect(await revisions()).toEqual(before);
  await customers.control('database', { minutes: 0 });
  expect((await fetchAs(APPS[0])).status).toBe(200);
});

test('a credential that was deleted in the VPN panel is created again at once', async () => {
  await customers.act(id, 'delete');
  const response = await fetchAs(APPS[0]);
  expect([response.status, hasServers(await response.text())]).toEqual([200, true]);
});
