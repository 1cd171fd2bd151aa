/**
 * Simulates the delivery of VPN access with random faults of the VPN panel and of the network. In each history, customers
 * pay, get refunds, attach and detach devices, while the panel loses requests, responses, its database, its background
 * jobs, its squad or its clock, and an administrator changes users. After the faults end,
 * - no ended customer has access 60 seconds later
 * - no paying customer is without access after one comparison
 */
import { eq, isNotNull } from 'drizzle-orm';
import { credentialName, parseCredentialName } from '../../../src/server/domain/credentialName';
import { findPendingKeys } from '../../../src/server/outbox/vpnKeys';
import { VpnRejected, VpnUnavailable } from '../../../src/server/ports/vpnNetwork';
import type { FakeKey } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { readServerKeys } from '../../../src/server/sandbox/fakeVpnPanel/panelServers';
import { sandboxVpnUsers } from '../../../src/server/sandbox/schema/vpn';
import { devices } from '../../../src/server/store/schema/devices';
import { outbox } from '../../../src/server/store/schema/outbox';
import { vpnKeys } from '../../../src/server/store/schema/vpn';
import { findKey } from '../../../src/server/store/vpnKeys';
import { applyKey, KeyInHands } from '../../../src/server/usecases/connect/applyKey';
import { deliverLane } from '../../../src/server/workers/delivery/deliverOutbox';
import { RECONCILE_VPN_EVERY_MS, reconcileVpn } from '../../../src/server/workers/jobs/reconcileVpn';
import { openSandboxTestDatabase } from '../../support/database';
import { type Loss, type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { seededRandom, type SeededRandom } from '../../support/seededRandom';
import { settableClock, TEST_START } from '../../support/settableClock';
import { inDays, type VpnCustomers, vpnCustomers } from '../../support/vpnCustomers';

/** Number of histories. A history is the sequence of events of one customer. */
const HISTORIES = Number(process.env['VPN_HISTORIES'] ?? 25);
const FIRST_SEED = Number(process.env['VPN_SEED'] ?? 1);
/** Number of histories that share the faults of one VPN panel. */
const CUSTOMERS = 25;
/** Number of rounds of histories that share a database. */
const ROUNDS_PER_SERVER = 20;
const STEPS = 12;
const SECOND = 1000;
const MINUTE = 60_000;
const FAMILY_SQUAD = '5a9d0b0e-0000-4000-8000-000000000002';
/** Time within which ended customers lose access after the VPN panel works again. */
const ENDS_WITHIN_MS = 60 * SECOND;

let server: SandboxServer;
let customers: VpnCustomers;
let random: SeededRandom = seededRandom(FIRST_SEED);
/**
 * Random numbers of the network. Their order depends on the order of concurrent requests, so the events of a history have
 * random numbers of their own.
 */
let network: SeededRandom = seededRandom(FIRST_SEED);
/** Probability that an exchange with the VPN panel gets lost. */
let lossRate = 0;
/** Probability that time passes between the reading and the writing of a request. */
let raceRate = 0;
let faults: string[] = [];
const counts = { events: 0, losses: 0, races: 0, disabled: 0, ended: 0, paying: 0, rejected: 0 };

const now = () => server.deps.clock.now();

function lose(path: string): Loss {
  if (!path.startsWith('/sandbox/vpn/') || !network.chance(lossRate)) return null;
  counts.losses += 1;
  return network.chance(0.5) ? 'request' : 'answer';
}

/** Lets time pass between the reading and the writing of a request, so that the jobs of the panel may run. */
async function race(): Promise<void> {
  if (!network.chance(raceRate)) return;
  counts.races += 1;
  server.machineClock.advance(network.between(1, 31) * SECOND);
  await Promise.resolve();
}

async function startServer(): Promise<void> {
  server = await startSandboxServer(await openSandboxTestDatabase(), settableClock(TEST_START), {
    lose,
    betweenPanelSteps: race,
  });
  customers = vpnCustomers(server);
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

interface Customer {
  id: number;
  until: Date;
  isAttached: boolean;
  /** Whether an administrator of the VPN panel disabled the credential. */
  isDisabled: boolean;
  /** Whether an administrator enabled the credential, which only a comparison notices. */
  isEnabled: boolean;
  events: string[];
}

interface Action<Subject> {
  /** Relative frequency. */
  weight: number;
  name: string;
  act: (subject: Subject) => Promise<void>;
}

const changeUser = (id: number, values: Partial<typeof sandboxVpnUsers.$inferInsert>) =>
  server.deps.db
    .update(sandboxVpnUsers)
    .set(values)
    .where(eq(sandboxVpnUsers.description, `account ${id}`));

/**
 * Returns whether an administrator can disable the credential, so that the product must respect it: it is the current
 * credential of its device, and no request of ours to disable it may still arrive.
 */
async function canBeDisabled({ username, status }: FakeKey): Promise<boolean> {
  const name = username.replace('sandbox-', '');
  const id = parseCredentialName(name);
  const key = id === null ? null : await findKey(server.deps.db, id.deviceId);
  return status !== 'DISABLED' && key !== null && credentialName(key) === name && key.endedAt === null;
}

const CUSTOMER_ACTIONS: readonly Action<Customer>[] = [
  {
    weight: 4,
    name: 'pays',
    act: async (customer) => {
      const from = customer.until > now() ? customer.until : now();
      customer.until = inDays(from, random.between(1, 30));
      await customers.setAccess(customer.id, customer.until);
    },
  },
  {
    weight: 2,
    name: 'has access for seconds',
    act: async (customer) => {
      customer.until = new Date(now().getTime() + random.between(30, 120) * SECOND);
      await customers.setAccess(customer.id, customer.until);
    },
  },
  {
    weight: 4,
    name: 'gets a refund',
    act: async (customer) => {
      customer.until = new Date(now().getTime() - 1);
      await customers.setAccess(customer.id, customer.until);
    },
  },
  {
    weight: 2,
    name: 'attaches',
    act: async (customer) => {
      // A new attachment has a new credential, which no administrator has disabled.
      if (!customer.isAttached) Object.assign(customer, { isDisabled: false, isEnabled: false });
      customer.isAttached = true;
      await customers.attach(customer.id);
    },
  },
  {
    weight: 2,
    name: 'detaches',
    act: async (customer) => {
      customer.isAttached = false;
      await customers.detach(customer.id);
    },
  },
  { weight: 1, name: 'uses up the traffic', act: ({ id }) => customers.act(id, 'limit') },
  { weight: 1, name: 'is revoked by an admin', act: ({ id }) => customers.act(id, 'revoke') },
  {
    weight: 1,
    name: 'is deleted by an admin',
    act: async (customer) => {
      await customers.act(customer.id, 'delete');
      Object.assign(customer, { isDisabled: false, isEnabled: false });
    },
  },
  {
    weight: 1,
    name: 'is disabled by an admin',
    act: async (customer) => {
      const key = await customers.findKey(customer.id);
      if (key === undefined || !customer.isAttached || !(await canBeDisabled(key))) return;
      await customers.act(customer.id, 'block');
      customer.isDisabled = true;
      counts.disabled += 1;
    },
  },
  {
    weight: 1,
    name: 'is enabled by an admin',
    act: async (customer) => {
      await customers.act(customer.id, 'unblock');
      Object.assign(customer, { isDisabled: false, isEnabled: true });
    },
  },
  {
    weight: 1,
    name: 'gets other squads',
    act: async ({ id }) => {
      const squads = random.chance(0.5) ? [] : [FAMILY_SQUAD];
      await changeUser(id, { squads, hwidDeviceLimit: random.between(0, 2) });
    },
  },
  {
    weight: 1,
    name: 'loses the tag',
    act: async ({ id }) => {
      await changeUser(id, { tag: null });
    },
  },
];

const settings = (body: object) => customers.control('settings', body);

const PANEL_ACTIONS: readonly Action<void>[] = [
  {
    weight: 2,
    name: 'jobs stop or run',
    act: () => settings({ areJobsStopped: random.chance(0.5) }),
  },
  { weight: 2, name: 'squad goes or comes', act: () => settings({ isSquadRemoved: random.chance(0.5) }) },
  {
    weight: 3,
    name: 'clock jumps',
    act: () => settings({ clockSkewSeconds: pick([0, 10, -10, 60, -60, 86_400, -86_400, 60 * 86_400]) }),
  },
  {
    weight: 1,
    name: 'database goes',
    act: () => customers.control('database', { minutes: random.between(0, 3) }),
  },
  {
    weight: 1,
    name: 'panel goes',
    act: () => customers.control('silence', { minutes: random.between(0, 3) }),
  },
  {
    weight: 3,
    name: 'network changes',
    act: () => {
      lossRate = pick([0, 0.1, 0.3, 0.6]);
      raceRate = pick([0, 0.05, 0.3]);
      return Promise.resolve();
    },
  },
  { weight: 3, name: 'seconds pass', act: () => advance(random.between(1, 40) * SECOND) },
  { weight: 2, name: 'minutes pass', act: () => advance(random.between(1, 10) * MINUTE) },
  {
    weight: 3,
    name: 'comparison',
    act: async () => {
      await advance(RECONCILE_VPN_EVERY_MS);
      await reconcileVpn(server.deps);
    },
  },
  {
    weight: 2,
    name: 'two instances',
    act: async () => {
      await Promise.all([deliverLane(server.deps, 'vpn'), otherInstance()]);
    },
  },
];

const buildWheel = <Subject>(actions: readonly Action<Subject>[]): Action<Subject>[] =>
  actions.flatMap((action) => Array.from({ length: action.weight }, () => action));
const CUSTOMER_WHEEL = buildWheel(CUSTOMER_ACTIONS);
const PANEL_WHEEL = buildWheel(PANEL_ACTIONS);

async function advance(ms: number): Promise<void> {
  server.machineClock.advance(ms);
  await deliverLane(server.deps, 'vpn');
}

/** Applies the pending credentials as a second server instance does. */
async function otherInstance(): Promise<void> {
  const keys = await server.deps.db.select().from(vpnKeys);
  for (const { deviceId } of keys.filter(({ appliedRevision, revision }) => appliedRevision < revision)) {
    await applyKey(server.deps, deviceId).catch((error: unknown) => {
      const isExpected =
        error instanceof KeyInHands || error instanceof VpnUnavailable || error instanceof VpnRejected;
      if (!isExpected) throw error;
    });
  }
}

/** Ends all faults. Tags that were removed are put back, and the squad exists again. */
async function endFaults(): Promise<void> {
  lossRate = 0;
  raceRate = 0;
  await server.deps.db.update(sandboxVpnUsers).set({ tag: 'SANDBOX' });
  await settings({ areJobsStopped: false, isSquadRemoved: false, clockSkewSeconds: 0 });
  await customers.control('database', { minutes: 0 });
  await customers.control('silence', { minutes: 0 });
}

const hasAccess = ({ until, isAttached }: Customer): boolean => isAttached && until > now();

/** Returns the number of credentials of each account that the VPN servers let in. */
async function readLetIn(): Promise<Map<number, number>> {
  // Reading the panel runs its due jobs.
  await customers.panel();
  const served = await readServerKeys(server.deps.db);
  const letIn = new Map<number, number>();
  for (const { description, vlessUuid } of await server.deps.db.select().from(sandboxVpnUsers)) {
    const id = Number(description?.split(' ')[1] ?? 0);
    if (served.has(vlessUuid)) letIn.set(id, (letIn.get(id) ?? 0) + 1);
  }
  return letIn;
}

/** Returns the account ids with a change that the VPN panel rejected. */
async function rejectedCustomers(): Promise<Set<number>> {
  const rows = await server.deps.db
    .select({ accountId: devices.accountId })
    .from(vpnKeys)
    .innerJoin(devices, eq(devices.id, vpnKeys.deviceId))
    .where(isNotNull(vpnKeys.failedAt));
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Fails if a change is neither applied nor pending nor shown to staff as rejected. */
async function expectNothingLost(seed: number): Promise<void> {
  const pending = await server.deps.db.select().from(outbox).where(eq(outbox.state, 'pending'));
  const waiting = new Set(pending.map(({ payload }) => (payload as { deviceId?: number }).deviceId ?? null));
  const keys = await server.deps.db.select().from(vpnKeys);
  const lost = keys.filter(
    ({ deviceId, appliedRevision, revision, failedAt }) =>
      appliedRevision < revision && failedAt === null && !waiting.has(deviceId),
  );
  expect([seed, lost]).toEqual([seed, []]);
  const unapplied = keys.filter(({ appliedRevision, revision }) => appliedRevision < revision).length;
  const { count } = await findPendingKeys(server.deps.db, 0, 1);
  expect(count).toBeGreaterThanOrEqual(unapplied);
}

/** Fails with the seed and the events of the history unless the VPN servers let in the wanted number of credentials. */
function expectLetIn(seed: number, customer: Customer, found: number, wanted: number): void {
  const history = JSON.stringify({ seed, faults, customer });
  expect(`${found} ${history}`).toBe(`${wanted} ${history}`);
}

async function runRound(seed: number): Promise<void> {
  random = seededRandom(seed);
  network = seededRandom(seed + 1_000_000);
  faults = [];
  await endFaults();
  const people: Customer[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const until = inDays(now(), random.between(1, 20));
    const id = await customers.add(until);
    people.push({ id, until, isAttached: true, isDisabled: false, isEnabled: false, events: [] });
  }
  await deliverLane(server.deps, 'vpn');
  for (let step = 0; step < STEPS; step += 1) {
    const fault = pick(PANEL_WHEEL);
    faults.push(fault.name);
    await fault.act();
    for (const customer of people) {
      if (!random.chance(0.4)) continue;
      const { name, act } = pick(CUSTOMER_WHEEL);
      counts.events += 1;
      customer.events.push(`${step} ${name}`);
      await act(customer);
    }
    if (random.chance(0.7)) await deliverLane(server.deps, 'vpn');
  }
  await expectNothingLost(seed);

  await endFaults();
  counts.rejected += (await rejectedCustomers()).size;
  // An administrator's action at the panel is only noticed by the next comparison.
  const ended = people.filter((customer) => !hasAccess(customer) && !customer.isEnabled);
  for (let passed = 0; passed < ENDS_WITHIN_MS; passed += 10 * SECOND) await advance(10 * SECOND);
  const afterFaults = await readLetIn();
  for (const customer of ended) {
    counts.ended += 1;
    expectLetIn(seed, customer, afterFaults.get(customer.id) ?? 0, 0);
  }
  server.machineClock.advance(RECONCILE_VPN_EVERY_MS);
  await reconcileVpn(server.deps);
  await deliverLane(server.deps, 'vpn');
  await advance(ENDS_WITHIN_MS);
  const afterComparison = await readLetIn();
  for (const customer of people) {
    const isLetIn = hasAccess(customer) && !customer.isDisabled;
    counts.paying += isLetIn ? 1 : 0;
    const wanted = isLetIn ? 1 : 0;
    const found = afterComparison.get(customer.id) ?? 0;
    expectLetIn(seed, customer, found, wanted);
  }
  for (const { id, isAttached } of people) if (isAttached) await customers.detach(id);
  await advance(SECOND);
}

const ROUNDS = Math.ceil(HISTORIES / CUSTOMERS);

test(`${HISTORIES} random histories end in the state of the database`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % ROUNDS_PER_SERVER === 0) {
      if (round > 0) await server.settled();
      await startServer();
    }
    await runRound(FIRST_SEED + round);
  }
  await server.settled();
  process.stdout.write(`${ROUNDS * CUSTOMERS} histories: ${JSON.stringify(counts)}\n`);
  expect(counts.ended).toBeGreaterThan(0);
  expect(counts.paying).toBeGreaterThan(0);
}, 36_000_000);
