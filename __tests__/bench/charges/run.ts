/**
 * Process of the server in the benchmark of charges. Subscribes customers whose charge is due at the same time, makes all
 * charges, and prints how long they took as JSON. The benchmark also runs this file in the working tree of an older commit.
 */
import { eq, sql } from 'drizzle-orm';
import { noGoogleIdentity } from '../../../src/server/adapters/firebaseIdTokens';
import { createPrometheusMetrics } from '../../../src/server/adapters/prometheusMetrics';
import { createYooKassa } from '../../../src/server/adapters/yooKassa/yooKassa';
import type { Deps } from '../../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../../src/server/domain/billing/receiptSchedule';
import { buildApp } from '../../../src/server/http/app';
import { createPinoLogger } from '../../../src/server/logging/pinoLogger';
import { createProcessMemory } from '../../../src/server/processMemory';
import { openPostgres } from '../../../src/server/store/openDatabase';
import { insertOrder } from '../../../src/server/store/orders';
import { requestedPayments } from '../../../src/server/store/schema/requestedPayments';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { runDueCharges } from '../../../src/server/usecases/billing/charges/runDueCharges';
import { recordProviderEvent } from '../../../src/server/usecases/billing/providerEvents/recordProviderEvent';
import { runDueJobs } from '../../../src/server/workers/jobs/startJobs';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { fakeLinkChecker } from '../../support/fakeLinkChecker';
import { databaseTime } from '../processorTime';

const [
  databaseUrl = '',
  providerUrl = '',
  method = '',
  charges = '',
  inFlight = '',
  shopId = '',
  secretKey = '',
] = process.argv.slice(2);
const COUNT = Number(charges);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Customers that are prepared at the same time. */
const PREPARED_AT_ONCE = 8;

let now = new Date();
/** Number of emails that were sent. */
let emails = 0;
const { db, close } = await openPostgres(databaseUrl);
const settings = {
  mode: 'sandbox' as const,
  publicUrl: 'http://127.0.0.1:1',
  brand: DEFAULT_BRAND,
  sessionSecret: 's'.repeat(64),
  acceptTestPayments: true,
  chargesPerMinute: 1_000_000,
  chargesInFlight: Number(inFlight),
  receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
  receiptPhone: false,
  signInEmailsPerMinute: 30,
  totpRequired: false,
  pushLinkHosts: [],
  vpnLinkBaseUrls: ['http://127.0.0.1:1'],
  vpnLinkHeaders: [],
};
const deps: Deps = {
  db,
  clock: { now: () => new Date(now) },
  authenticatorClock: { now: () => new Date(now) },
  mailer: {
    send: () => {
      emails += 1;
      return Promise.resolve();
    },
  },
  cardProvider: createYooKassa({ shopId, secretKey, senders: ['127.0.0.1'], apiBaseUrl: providerUrl }),
  formerCardProviders: [],
  pushSender: { send: () => Promise.reject(new Error('there are no push notifications')) },
  googleIdentity: noGoogleIdentity,
  erasureJournal: null,
  vpnNetwork: null,
  linkChecker: fakeLinkChecker(),
  vpnExits: null,
  wakeOutbox: () => undefined,
  logger: createPinoLogger('silent'),
  metrics: createPrometheusMetrics(),
  memory: createProcessMemory(),
  settings,
};

const dueAt = new Date(Math.floor(now.getTime() / 1000) * 1000 + 30 * DAY_MS);

/** Subscribes a customer who has paid a month, and whose next charge is due at `dueAt`. */
async function subscribe(number: number): Promise<void> {
  const { id: accountId, uid } = await openAccount(
    db,
    deps,
    emailIdentity(`payer${String(number)}@example.org`),
  );
  const orderId = `o-bench-${String(number)}`;
  await insertOrder(db, {
    ...{ id: orderId, accountId, provider: deps.cardProvider.name, kind: 'renewal', variant: 'web' },
    ...{ amountKopecks: 44_900, recurringPaymentAmountKopecks: 44_900, currency: 'RUB' },
    recurringPaymentStartAt: dueAt,
    payerId: null,
    createdAt: now,
    offeredAt: now,
  });
  await recordProviderEvent(deps, 'reconciliation', {
    kind: 'paid',
    ...{ transactionId: `first-${String(number)}`, orderId, accountId: uid, email: null },
    ...{ amountKopecks: 44_900, currency: 'RUB', at: now, isTest: true },
    ...{ recurringPaymentId: null, cardMask: '•••• 4444' },
    card: { id: null, token: method, digits: null },
  });
}

let next = 0;
await Promise.all(
  Array.from({ length: PREPARED_AT_ONCE }, async () => {
    while (next < COUNT) await subscribe(next++);
  }),
);
now = new Date(dueAt.getTime() - 3 * DAY_MS + MINUTE_MS);
await runDueJobs(deps);
now = new Date(dueAt.getTime() + MINUTE_MS);
await db.execute(sql`analyze`);

/** Sends the notification of each charge, reads the changed payments, and sends the emails. */
async function followCharges(): Promise<void> {
  const app = buildApp(deps, { trustedProxies: 1 });
  const charged = await db.select().from(requestedPayments).where(eq(requestedPayments.kind, 'charge'));
  for (const { transactionId, orderId } of charged) {
    const object = { id: transactionId, metadata: { order_id: orderId } };
    const response = await app.request('/api/webhooks/yookassa', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '127.0.0.1' },
      body: JSON.stringify({ type: 'notification', event: 'payment.succeeded', object }),
    });
    if (response.status !== 200) throw new Error(`the notification got HTTP ${String(response.status)}`);
  }
  now = new Date(now.getTime() + MINUTE_MS);
  await runDueJobs(deps);
}

const countMade = (): Promise<number> =>
  db.$count(requestedPayments, eq(requestedPayments.outcome, 'completed'));
const began = performance.now();
const used = process.cpuUsage();
const databaseUsed = await databaseTime(db);
for (let before = -1, made = 0; made < COUNT && made > before; before = made, made = await countMade())
  await runDueCharges(deps);
const seconds = (performance.now() - began) / 1000;
const made = await countMade();
const mailed = emails;
await followCharges();
const { user, system } = process.cpuUsage(used);
if (emails < mailed + made) throw new Error(`only ${String(emails - mailed)} emails were sent`);
const result = {
  made,
  seconds,
  perSecond: made / seconds,
  serverMsPerCharge: (user + system) / 1000 / made,
  databaseMsPerCharge: (((await databaseTime(db)) - databaseUsed) * 1000) / made,
};
process.stdout.write(`Result ${JSON.stringify(result)}\n`);
await close();
process.exit(made === COUNT ? 0 : 1);
