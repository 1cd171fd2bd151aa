/**
 * Tests `npm run vpn -- before-rollback` with the sandbox's VPN panel: after the command, a renewal of a version that sends
 * only a date gives access again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { runVpnCommand, VPN_COMMAND_USAGE } from '../../../src/server/composition/vpnCommand';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { subscriptions } from '../../../src/server/store/schema/subscriptions';
import { vpnKeys } from '../../../src/server/store/schema/vpn';
import { endByDate } from '../../../src/server/usecases/connect/endByDate';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { RECONCILE_VPN_EVERY_MS, reconcileVpn } from '../../../src/server/workers/jobs/reconcileVpn';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { inDays, type VpnCustomers, vpnCustomers } from '../../support/vpnCustomers';

const MINUTE = 60_000;

let server: SandboxServer;
let customers: VpnCustomers;

const now = () => server.deps.clock.now();

/** Sends the expiry of an open credential as version 1.1.0 does: alone, and only if it differs by a second or more. */
async function openAsOlderVersion(username: string, until: Date): Promise<void> {
  const user = (await customers.panel()).keys.find((each) => each.username === username);
  const sent = Date.parse(user?.expireAt ?? '');
  if (Math.abs(sent - until.getTime()) < 1000) return;
  const response = await server.fetch('/sandbox/vpn/api/users/', {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${server.sandbox.vpnPanel.token}`,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ username, expireAt: until.toISOString() }),
  });
  expect(response.status).toBe(200);
}

/**
 * Updates the device with row id 1 after a change of its customer's access, as version 1.1.0 does (`applyKey.ts`). It
 * ends access by a date 30 seconds ahead, reads neither `ended_at` nor `failed_at`, and does not touch a credential that
 * it believes to have expired.
 */
async function applyAsOlderVersion(until: Date | null): Promise<void> {
  const { db } = server.deps;
  const [key] = await db.select().from(vpnKeys).where(eq(vpnKeys.deviceId, 1));
  let appliedUntil = key?.appliedUntil ?? null;
  if (until !== null || (appliedUntil !== null && appliedUntil > now())) {
    const end = new Date(Math.max((until ?? now()).getTime(), now().getTime() + 30_000));
    await openAsOlderVersion('sandbox-1', end);
    appliedUntil = until ?? now();
  }
  const revision = (key?.revision ?? 0) + 1;
  await db
    .update(vpnKeys)
    .set({ revision, appliedRevision: revision, wantedUntil: until ?? now(), appliedUntil, appliedAt: now() })
    .where(eq(vpnKeys.deviceId, 1));
}

/** Changes the access of a customer while version 1.1.0 runs. */
async function setAccessAsOlderVersion(accountId: number, until: Date): Promise<void> {
  await server.deps.db
    .update(subscriptions)
    .set({ accessUntil: until, statusChangesAt: until })
    .where(eq(subscriptions.accountId, accountId));
  await applyAsOlderVersion(until > now() ? until : null);
}

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
  customers = vpnCustomers(server);
});

afterEach(() => server.settled());

it('lets an older version renew what this version ended, and keeps what an administrator disabled', async () => {
  const ended = await customers.add(inDays(now(), 10));
  const blocked = await customers.add(inDays(now(), 10));
  const paying = await customers.add(inDays(now(), 10));
  await deliverDueOutbox(server.deps);
  await customers.act(blocked, 'block');
  await customers.setAccess(ended, inDays(now(), -1));
  await deliverDueOutbox(server.deps);
  await openAsOlderVersion('sandbox-1', inDays(now(), 20));
  // Without the command, the renewal of the older version gives no access.
  expect(await customers.findKey(ended)).toMatchObject({ status: 'DISABLED', isOnServers: false });

  const { vpnNetwork } = server.deps;
  if (vpnNetwork === null) throw new Error('the sandbox has a VPN panel');
  expect(await endByDate(server.deps, vpnNetwork)).toBe(1);
  server.machineClock.advance(MINUTE);
  expect(await customers.findKey(ended)).toMatchObject({ status: 'EXPIRED', isOnServers: false });
  expect(await customers.findKey(blocked)).toMatchObject({ status: 'DISABLED' });
  expect(await customers.findKey(paying)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
  expect((await server.deps.db.select().from(vpnKeys)).map(({ endedAt }) => endedAt)).toEqual([
    null,
    null,
    null,
  ]);
  expect(await endByDate(server.deps, vpnNetwork)).toBe(0);

  // Rollback, renewal, VPN; then a refund and another renewal by the older version.
  await setAccessAsOlderVersion(ended, inDays(now(), 30));
  expect(await customers.findKey(ended)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
  await setAccessAsOlderVersion(ended, inDays(now(), -1));
  server.machineClock.advance(MINUTE);
  expect(await customers.findKey(ended)).toMatchObject({ status: 'EXPIRED', isOnServers: false });
  await setAccessAsOlderVersion(ended, inDays(now(), 40));
  expect(await customers.findKey(ended)).toMatchObject({ status: 'ACTIVE', isOnServers: true });

  // The upgrade finds the state of the older version, changes nothing, and takes nothing for an administrator's decision.
  server.machineClock.advance(RECONCILE_VPN_EVERY_MS);
  await reconcileVpn(server.deps);
  await deliverDueOutbox(server.deps);
  expect(await customers.findKey(ended)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
  expect(await customers.findKey(blocked)).toMatchObject({ status: 'DISABLED' });
  const stored = await server.deps.db.select().from(vpnKeys).orderBy(vpnKeys.deviceId);
  expect(stored.map((key) => [key.blocked, key.failedAt])).toEqual([
    [false, null],
    [true, null],
    [false, null],
  ]);
  await customers.setAccess(ended, inDays(now(), -1));
  await deliverDueOutbox(server.deps);
  expect(await customers.findKey(ended)).toMatchObject({ status: 'DISABLED', isOnServers: false });
  await customers.setAccess(ended, inDays(now(), 10));
  await deliverDueOutbox(server.deps);
  expect(await customers.findKey(ended)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
});

describe('the command', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vpn-command-'));
    await (await openEmbeddedDatabase({ folder: path.join(folder, 'pg') })).close();
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function vpn(words: string[], variables: Record<string, string>) {
    const said: string[] = [];
    const complained: string[] = [];
    const code = await runVpnCommand({
      words,
      variables: { DATA_DIR: folder, ...variables },
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
      fetch: (input, init) => {
        const { pathname, search } = new URL(new Request(input, init).url);
        return server.fetch(`/sandbox/vpn${pathname}${search}`, init);
      },
    });
    return { code, said, complained };
  }

  it('reads the VPN panel of the configuration', async () => {
    const { token, squads, prefix } = server.sandbox.vpnPanel;
    const variables = {
      REMNAWAVE_URL: 'https://panel.example',
      REMNAWAVE_TOKEN: token,
      REMNAWAVE_SQUADS: squads.join(','),
      REMNAWAVE_PREFIX: prefix,
    };
    expect(await vpn(['before-rollback'], variables)).toEqual({
      code: 0,
      said: ['0 disabled credentials end by a date now. Start the older version in one minute.'],
      complained: [],
    });
  });

  it('explains its usage, and changes nothing without a VPN panel', async () => {
    expect(await vpn([], {})).toEqual({ code: 2, said: [], complained: [VPN_COMMAND_USAGE] });
    expect(await vpn(['before-rollback'], {})).toMatchObject({
      code: 1,
      complained: ['No VPN panel is configured. Nothing needs to be changed.'],
    });
  });
});
