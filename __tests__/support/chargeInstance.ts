/**
 * Runs the background jobs of one server instance on the database of a test. The clock and the card provider are at a
 * URL of the test (`chargeInstances.ts`). Tests start this process with `startChild` and kill it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { noGoogleIdentity } from '../../src/server/adapters/firebaseIdTokens';
import { createPrometheusMetrics } from '../../src/server/adapters/prometheusMetrics';
import { createYooKassa } from '../../src/server/adapters/yooKassa/yooKassa';
import type { Deps } from '../../src/server/deps';
import { DEFAULT_RECEIPT_SCHEDULE } from '../../src/server/domain/billing/receiptSchedule';
import { createPinoLogger } from '../../src/server/logging/pinoLogger';
import { createProcessMemory } from '../../src/server/processMemory';
import { openPostgres } from '../../src/server/store/openDatabase';
import { deliverInBackground } from '../../src/server/workers/delivery/deliverOutbox';
import { startJobs } from '../../src/server/workers/jobs/startJobs';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import { fakeLinkChecker } from './fakeLinkChecker';

/** Interval between two runs of a job, and between two readings of the clock, in ms. */
const EVERY_MS = 100;

const [databaseUrl = '', testUrl = '', shopId = '', secretKey = '', sessionSecret = ''] =
  process.argv.slice(2);

const readClock = async (): Promise<Date> => new Date(await (await fetch(`${testUrl}/clock`)).text());

let now = await readClock();
const { db } = await openPostgres(databaseUrl);
const deps: Deps = {
  db,
  clock: { now: () => new Date(now) },
  authenticatorClock: { now: () => new Date(now) },
  mailer: { send: () => Promise.resolve() },
  cardProvider: createYooKassa({
    ...{ shopId, secretKey, senders: [], retryPausesMs: [] },
    apiBaseUrl: `${testUrl}/yookassa`,
    fetch,
  }),
  formerCardProviders: [],
  pushSender: { send: () => Promise.reject(new Error('there are no push notifications')) },
  googleIdentity: noGoogleIdentity,
  erasureJournal: null,
  vpnNetwork: null,
  linkChecker: fakeLinkChecker(),
  vpnExits: null,
  wakeOutbox: (lane) => deliverInBackground(deps, lane),
  logger: createPinoLogger('error'),
  metrics: createPrometheusMetrics(),
  memory: createProcessMemory(),
  settings: {
    mode: 'sandbox',
    publicUrl: testUrl,
    brand: DEFAULT_BRAND,
    sessionSecret,
    acceptTestPayments: true,
    chargesPerMinute: 10_000,
    signInEmailsPerMinute: 30,
    chargesInFlight: 8,
    receiptTerms: DEFAULT_RECEIPT_SCHEDULE,
    receiptPhone: false,
    totpRequired: false,
    pushLinkHosts: [],
    vpnLinkBaseUrls: [testUrl],
    vpnLinkHeaders: [],
  },
};
startJobs(deps, EVERY_MS);
process.stdout.write('Ready.\n');
for (;;) {
  await pause(EVERY_MS);
  // A connection that the test has closed must not end the process.
  now = await readClock().catch(() => now);
}
