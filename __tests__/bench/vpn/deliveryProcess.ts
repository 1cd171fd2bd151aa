/**
 * Measures the delivery of VPN access in one process, with the product of the folder in which this file is: endings while
 * new devices are attached, and the comparison. It uses only parts of the product that version 1.1.0 has, too.
 * `BENCH_DATABASE_URL`, `BENCH_PANEL_URL`, `BENCH_CREDENTIALS` and `BENCH_ENDINGS` set the databases and the size. Prints the
 * results as one line of JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createPrometheusMetrics } from '../../../src/server/adapters/prometheusMetrics';
import { createRemnawaveNetwork } from '../../../src/server/adapters/remnawave/remnawaveNetwork';
import type { Deps } from '../../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../../src/server/domain/billing/receiptSchedule';
import { createPinoLogger } from '../../../src/server/logging/pinoLogger';
import { followAccess, requestKeys } from '../../../src/server/outbox/vpnKeys';
import { systemClock } from '../../../src/server/ports/clock';
import { createProcessMemory } from '../../../src/server/processMemory';
import { openPostgres } from '../../../src/server/store/openDatabase';
import { applyKey, KeyInHands } from '../../../src/server/usecases/connect/applyKey';
import { attachDevice } from '../../../src/server/usecases/customer/devices';
import { deliverLane } from '../../../src/server/workers/delivery/deliverOutbox';
import { reconcileVpn } from '../../../src/server/workers/jobs/reconcileVpn';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { fakeLinkChecker } from '../../support/fakeLinkChecker';
import { print } from '../databases';
import { PANEL_PREFIX, PANEL_SQUAD, PANEL_TOKEN } from './panelAccess';

const CREDENTIALS = Number(process.env['BENCH_CREDENTIALS']);
const ENDINGS = Number(process.env['BENCH_ENDINGS']);
const STEP = 10_000;
/** Interval in ms at which a paying customer attaches a new device during the endings. */
const NEW_DEVICE_EVERY_MS = 250;
const POLL_EVERY_MS = 20;
/** Number of customers who can pay during the endings. */
const PAYERS = 500;
const MEMORY_EVERY_MS = 20;
const ORIGIN = 'https://bench.example';

const { db, close } = await openPostgres(process.env['BENCH_DATABASE_URL'] ?? '');

const unused = (what: string) => (): never => {
  throw new Error(`the benchmark must not use ${what}`);
};
const nobody = new Proxy({}, { get: (_target, name) => unused(String(name)) }) as never;
const logger = createPinoLogger('info', { write: () => undefined });
const deps: Deps = {
  db,
  clock: systemClock,
  authenticatorClock: systemClock,
  mailer: nobody,
  cardProvider: nobody,
  formerCardProviders: [],
  pushSender: nobody,
  googleIdentity: nobody,
  erasureJournal: null,
  vpnNetwork: createRemnawaveNetwork({
    url: process.env['BENCH_PANEL_URL'] ?? '',
    token: PANEL_TOKEN,
    squads: [PANEL_SQUAD],
    prefix: PANEL_PREFIX,
    headers: {},
    clock: systemClock,
    logger,
  }),
  linkChecker: fakeLinkChecker(),
  vpnExits: null,
  wakeOutbox: () => undefined,
  logger,
  metrics: createPrometheusMetrics(),
  memory: createProcessMemory(),
  settings: {
    mode: 'production',
    publicUrl: ORIGIN,
    brand: DEFAULT_BRAND,
    sessionSecret: 'a bench secret of thirty-two bytes or more',
    acceptTestPayments: false,
    chargesPerMinute: 60,
    signInEmailsPerMinute: 30,
    chargesInFlight: 4,
    receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
    receiptPhone: false,
    totpRequired: false,
    pushLinkHosts: [],
    vpnLinkBaseUrls: [ORIGIN],
    vpnLinkHeaders: [],
  },
};

/** Inserts accounts with access and one device each, whose credential is in the VPN panel. */
async function fill(): Promise<void> {
  const until = sql`date_trunc('hour', now()) + interval '30 days'`;
  for (let from = 1; from <= CREDENTIALS; from += STEP) {
    const numbers = sql`generate_series(${from}::int, ${Math.min(from + STEP - 1, CREDENTIALS)}::int) as n`;
    await db.execute(sql`
      insert into accounts (id, uid, email, provider_id, created_at)
      select n, 'vpn-' || n, 'vpn' || n || '@shop.example', 'email', now() from ${numbers}`);
    await db.execute(sql`
      insert into subscriptions (account_id, status, recurring, access_until, last_grant, amount_kopecks,
        first_payment_activated, total_paid_kopecks, updated_at)
      select n, 'GIFTED', false, ${until}, 'gift', 0, false, 0, now() from ${numbers}`);
    await db.execute(sql`
      insert into devices (id, account_id, device_id, device_name, platform, is_active, first_activation, attached_at)
      select n, n, 'device-' || n, 'Pixel 9', 'android', true, now(), now() from ${numbers}`);
    await db.execute(sql`
      insert into vpn_keys (device_id, revision, applied_revision, ref, wanted_until, applied_until, applied_at, opened_at)
      select n, 1, 1, 'ref-' || n, ${until}, ${until}, now() - interval '1 hour', now() from ${numbers}`);
  }
  await db.execute(sql`select setval('devices_id_seq', ${CREDENTIALS})`);
  await db.execute(sql`vacuum analyze`);
}

/** Number of endings before the measurement, which compile the code of both processes. */
const WARM_UP_ENDINGS = 200;

/** Requests endings of devices: a third each by refund, detachment, and deletion, which detaches the device of the account. */
async function requestEndings(first: number, last: number): Promise<void> {
  const at = systemClock.now();
  for (let id = first; id <= last; id += 1) {
    await db.transaction(async (tx) => {
      if (id % 3 === 0) {
        await tx.execute(
          sql`update subscriptions set access_until = now() - interval '1 second' where account_id = ${id}`,
        );
        await followAccess(tx, id, null, at);
        return;
      }
      await tx.execute(sql`update devices set detached_at = now() where id = ${id}`);
      await requestKeys(tx, [id]);
    });
  }
}

const pendingEndings = async (): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox
     where lane = 'vpn' and state = 'pending' and (payload->>'deviceId')::int <= ${ENDINGS}::int`);
  return rows[0]?.count ?? 0;
};

const isApplied = async (deviceId: number): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`select from vpn_keys where device_id = ${deviceId} and applied_revision = revision`,
  );
  return rows.length > 0;
};

/** Ends the access of some customers some days ago, so that they can pay again. */
async function endAccess(first: number, last: number): Promise<void> {
  const ended = sql`now() - interval '3 days'`;
  await db.execute(
    sql`update subscriptions set access_until = ${ended} where account_id between ${first}::int and ${last}::int`,
  );
  await db.execute(sql`
    update vpn_keys set wanted_until = ${ended}, applied_until = ${ended}
     where device_id between ${first}::int and ${last}::int`);
}

/** Gives a customer access as a payment does. The customer has one device, whose row has the same id. */
async function pay(id: number): Promise<void> {
  const until = new Date(systemClock.now().getTime() + 40 * 24 * 3_600_000);
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`update subscriptions set access_until = ${until.toISOString()}::timestamptz where account_id = ${id}`,
    );
    await followAccess(tx, id, until, systemClock.now());
  });
}

/** Waits in s of customers with access whose device the VPN panel does not know yet. */
interface Waits {
  /** Longest wait of a new device. Its VPN app fetches the link, which applies the credential at once. */
  longestWaitS: number;
  newDevices: number;
  /** Longest wait of a customer who pays after the end of access and whose VPN app fetches nothing. */
  longestPaymentS: number;
  payments: number;
}

/**
 * Measures the endings in s, their processor time in s in this process, and the longest waits of paying customers
 * meanwhile. The processor time includes the new devices and payments.
 */
async function measureEndings(): Promise<Waits & { endingsS: number; endingsProcessorS: number }> {
  const firstPayer = ENDINGS + 1;
  const lastPayer = Math.min(ENDINGS + PAYERS, CREDENTIALS);
  await endAccess(firstPayer, lastPayer);
  await requestEndings(lastPayer + 1, lastPayer + WARM_UP_ENDINGS);
  await deliverLane(deps, 'vpn');
  await requestEndings(1, ENDINGS);
  const startedAt = performance.now();
  const processorBefore = process.cpuUsage();
  const state = { isDone: false };
  let longestWaitS = 0;
  let newDevices = 0;
  let longestPaymentS = 0;
  let payments = 0;
  const paying = (async () => {
    for (let id = firstPayer; !state.isDone && id <= lastPayer; id += 1) {
      const askedAt = performance.now();
      await pay(id);
      while (!(await isApplied(id))) await pause(POLL_EVERY_MS);
      longestPaymentS = Math.max(longestPaymentS, (performance.now() - askedAt) / 1000);
      payments += 1;
      await pause(NEW_DEVICE_EVERY_MS);
    }
  })();
  const attaching = (async () => {
    for (let id = CREDENTIALS; !state.isDone && id > lastPayer + WARM_UP_ENDINGS; id -= 1) {
      const askedAt = performance.now();
      await attachDevice(db, systemClock, {
        ...{ accountId: id, deviceId: `new-${id}`, deviceName: 'Pixel 9', platform: 'android' },
      });
      const { rows } = await db.execute<{ id: number }>(
        sql`select id from devices where account_id = ${id} and device_id = ${`new-${id}`}`,
      );
      // A VPN app that fetches its link applies the credential itself and does not wait for the outbox.
      const deviceId = rows[0]?.id ?? 0;
      await applyKey(deps, deviceId).catch((error: unknown) => {
        // The outbox is applying the same credential.
        if (!(error instanceof KeyInHands)) throw error;
      });
      while (!(await isApplied(deviceId))) await pause(POLL_EVERY_MS);
      longestWaitS = Math.max(longestWaitS, (performance.now() - askedAt) / 1000);
      newDevices += 1;
      await pause(NEW_DEVICE_EVERY_MS);
    }
  })();
  while ((await pendingEndings()) > 0) await deliverLane(deps, 'vpn');
  const endingsS = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(processorBefore);
  const endingsProcessorS = (user + system) / 1_000_000;
  state.isDone = true;
  // The last customers may have paid after the last ending.
  const served = { areAll: false };
  const waiting = Promise.all([attaching, paying]).then(() => {
    served.areAll = true;
  });
  while (!served.areAll) {
    await deliverLane(deps, 'vpn');
    await pause(POLL_EVERY_MS);
  }
  await waiting;
  return { endingsS, endingsProcessorS, longestWaitS, newDevices, longestPaymentS, payments };
}

/** Measures one comparison in s, and its peak memory above the idle process in MB. */
async function measureComparison(): Promise<{ comparisonS: number; aboveIdleMb: number }> {
  globalThis.gc?.();
  await pause(2000);
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, MEMORY_EVERY_MS);
  const startedAt = performance.now();
  await reconcileVpn(deps);
  const comparisonS = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  return { comparisonS, aboveIdleMb: (peak - idle) / 1_000_000 };
}

await fill();
// The first comparison compiles the code and warms the caches of both databases.
await reconcileVpn(deps);
await db.execute(sql`update vpn_reconciliation set due_at = now() - interval '1 second'`);
const comparison = await measureComparison();
const endings = await measureEndings();
print(JSON.stringify({ ...comparison, ...endings }));
await close();
process.exit();
