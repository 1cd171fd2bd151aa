/**
 * Drill of the runbook `docs/runbooks/ProsvetProviderAway.md`: `npm run check:provider`. The check starts the built
 * production server with PostgreSQL, a mail server and a fake of YooKassa. CloudPayments then stops responding. From this
 * moment on, the check does what the runbook says and measures the time until a new order is paid at YooKassa.
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { systemClock } from '../../../src/server/ports/clock';
import { type RunningChild, startCommand } from '../../support/childProcess';
import { ProductionCustomer, startInbox } from '../../support/productionCustomer';
import { API_SECRET, productionVariables } from '../../support/productionVariables';
import { ROOT } from '../../support/sourceTree';
import { startYooKassa } from '../../support/yooKassaService';

const DEADLINE_MS = 60_000;
/** Number of failed requests after which the alert `ProsvetProviderAway` fires, if no request succeeds. */
const ALERT_REQUESTS = 3;

const startedAt = performance.now();
const print = (line: string): void => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
};
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - since > DEADLINE_MS) throw new Error(`no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const buildEntryPath = (name: string): string => path.join(ROOT, `dist/server/${name}.js`);

const postgres = await startTemporaryPostgres();
const inbox = await startInbox();
const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
const origin = `http://127.0.0.1:${port}`;
// CloudPayments responds to every request until it is gone.
let isGone = false;
const cloudPayments = createServer((request, response) => {
  if (isGone) request.socket.destroy();
  else response.end(JSON.stringify({ Success: true, Model: [] }));
});
const yooKassa = await startYooKassa(origin, systemClock);
await new Promise<void>((resolve) => {
  cloudPayments.listen(0, '127.0.0.1', resolve);
});

const variables: Record<string, string> = {
  ...productionVariables({
    port,
    databaseUrl: postgres.url,
    mailPort: inbox.port,
    cardProviderPort: (cloudPayments.address() as AddressInfo).port,
  }),
  METRICS_PORT: String(metricsPort),
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'silent',
  DRAIN_SECONDS: '1',
};
/** Changes of the runbook's first step. */
const MOVED = yooKassa.variables;
const start = async (changes: Record<string, string> = {}): Promise<RunningChild> => {
  const server = startCommand(process.execPath, [buildEntryPath('startProduction')], {
    env: { PATH: process.env['PATH'], ...variables, ...changes },
  });
  await server.until('Ready on');
  return server;
};
const provider = (...words: string[]): string =>
  execFileSync(process.execPath, [buildEntryPath('provider'), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables, ...MOVED },
  }).trim();
const readMetric = async (name: string, outcome: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`${name}{provider="cloudPayments",outcome="${outcome}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

let server = await start();
try {
  print('the server sells at CloudPayments');
  const customer = new ProductionCustomer(origin, 'payer@example.org', API_SECRET);
  await customer.signIn(inbox);
  await customer.pay();
  await until(
    'subscription at CloudPayments',
    async () => (await customer.subscriptionStatus()) === 'ACTIVE',
  );
  print('a customer subscribed at CloudPayments');

  isGone = true;
  print('CloudPayments stops to respond');
  await until('failed requests of the alert', async () => {
    return (await readMetric('prosvet_provider_requests_total', 'unavailable')) >= ALERT_REQUESTS;
  });
  const alertAt = performance.now();
  print(
    `${ALERT_REQUESTS} requests failed and none succeeded: ProsvetProviderAway fires after its waiting time`,
  );

  await server.kill('SIGTERM');
  server = await start(MOVED);
  print('step 1 and 2: the server is restarted with CARD_PROVIDER=yookassa');
  print(`step 3: ${provider('gone', 'cloudPayments').split('\n')[0] ?? ''}`);

  const visitor = new ProductionCustomer(origin, 'new@example.org', API_SECRET);
  await visitor.signIn(inbox);
  const order = await visitor.order();
  await yooKassa.pay(visitor, order.id);
  await until('paid order at YooKassa', async () => {
    await yooKassa.notify();
    return (await visitor.subscriptionStatus()) === 'ACTIVE';
  });
  const seconds = (performance.now() - alertAt) / 1000;
  print(`step 4: a new order is paid at YooKassa, ${seconds.toFixed(1)} s after the alert`);

  const countEmails = (): number =>
    inbox.subjectsTo(customer.email).filter((subject) => subject.startsWith('Введи карту')).length;
  await until('email to the affected customer', () => countEmails() > 0);
  const { userInfo } = (await customer.call('profile', {})) as { userInfo: Record<string, unknown> };
  if (userInfo['needsCard'] !== true) throw new Error('the profile does not ask for a card');
  print('the affected customer got the email, and the profile asks for a card');

  const { order: change } = (await customer.call('subscriptions/cardChange', {})) as {
    order: { id: string };
  };
  await customer.consentTo(change.id);
  await yooKassa.pay(customer, change.id);
  await until('moved customer', async () => {
    await yooKassa.notify();
    return / 1 +1 +0$/m.test(provider('status'));
  });
  print('the affected customer moved by a change of card:');
  for (const line of provider('status').split('\n')) print(line);
  if (countEmails() !== 1) throw new Error(`the customer got ${countEmails()} emails`);
  if (seconds > 600) throw new Error('the move took more than ten minutes');
} catch (error) {
  process.stdout.write(server.output());
  throw error;
} finally {
  await server.kill('SIGKILL');
  inbox.close();
  cloudPayments.closeAllConnections();
  cloudPayments.close();
  await yooKassa.close();
  await postgres.stop();
}
process.exit();
