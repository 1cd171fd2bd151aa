/**
 * Tests `npm run vpn -- before-rollback` with the sandbox's VPN panel: after the command, a renewal of a version that sends
 * only a date gives access again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runVpnCommand, VPN_COMMAND_USAGE } from '../../../src/server/composition/vpnCommand';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { vpnKeys } from '../../../src/server/store/schema/vpn';
import { endByDate } from '../../../src/server/usecases/connect/endByDate';
import { deliverDueOutbox } from '../../../src/server/workers/delivery/deliverOutbox';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { inDays, type VpnCustomers, vpnCustomers } from '../../support/vpnCustomers';

const MINUTE = 60_000;

let server: SandboxServer;
let customers: VpnCustomers;

const now = () => server.deps.clock.now();

/** Renews as version 1.1.0 does: with the new expiry only. */
async function renewAsOlderVersion(username: string, until: Date): Promise<void> {
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
  await renewAsOlderVersion('sandbox-1', inDays(now(), 20));
  // Without the command, the renewal of the older version gives no access.
  expect(await customers.keyOf(ended)).toMatchObject({ status: 'DISABLED', isOnServers: false });

  const { vpnNetwork } = server.deps;
  if (vpnNetwork === null) throw new Error('the sandbox has a VPN panel');
  expect(await endByDate(server.deps, vpnNetwork)).toBe(1);
  server.machineClock.advance(MINUTE);
  expect(await customers.keyOf(ended)).toMatchObject({ status: 'EXPIRED', isOnServers: false });
  expect(await customers.keyOf(blocked)).toMatchObject({ status: 'DISABLED' });
  expect(await customers.keyOf(paying)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
  expect((await server.deps.db.select().from(vpnKeys)).map(({ endedAt }) => endedAt)).toEqual([
    null,
    null,
    null,
  ]);
  expect(await endByDate(server.deps, vpnNetwork)).toBe(0);

  await renewAsOlderVersion('sandbox-1', inDays(now(), 30));
  expect(await customers.keyOf(ended)).toMatchObject({ status: 'ACTIVE', isOnServers: true });
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
