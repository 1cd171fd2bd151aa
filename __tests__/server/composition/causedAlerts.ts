/**
 * Causes the alerts of `deploy/alerts.yml` at a production server with PostgreSQL, and prints which alerts Prometheus fires:
 * `npm run check:alerts`. Time windows and waiting times of the rules are shortened to seconds; the expressions are otherwise
 * those of the file. The check is not part of `npm test`, because it needs Prometheus and takes some minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../.ci/freePort.mjs';
import { startTemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { signNotification } from '../../../src/server/adapters/cloudPayments/cloudPaymentsNotifications';
import { startChild } from '../../support/childProcess';
import { PAYLOADS } from '../../support/cloudPaymentsPayloads';
import { startDatabaseProxy } from '../../support/databaseProxy';
import { API_SECRET, productionVariables } from '../../support/productionVariables';
import { ROOT } from '../../support/sourceTree';

const FIRES_WITHIN_MS = 60_000;

/** Alerts that this check does not cause, with the reason. */
const NOT_CAUSED = {
  ProsvetMemory: 'the process would have to use 1.2 GB of memory',
  ProsvetSignInCodesGuessed: 'a unit test of the limits guesses the codes instead',
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the rules with windows of 12 s, waiting times of 2 s, and a maximum age of outbox messages of 2 s. */
async function shortRules(): Promise<string> {
  const rules = await readFile(path.join(ROOT, 'deploy/alerts.yml'), 'utf8');
  return rules
    .replaceAll(/\[\d+[mh]\]/g, '[12s]')
    .replaceAll(/for: \d+[mh]/g, 'for: 2s')
    .replaceAll(/(oldest_seconds\{[^}]*\} >) \d+/g, '$1 2');
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-alerts-'));
const postgres = await startTemporaryPostgres();
const proxy = await startDatabaseProxy(postgres.url);
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
let mailState: 'hangs' | 'rejects' = 'hangs';
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, callback) => {
    if (mailState === 'rejects') callback(Object.assign(new Error('blocked'), { responseCode: 550 }));
    else callback();
  },
  onData: (stream) => stream.resume(),
});
mail.on('error', () => undefined);
mail.listen(0, '127.0.0.1');
// The card provider accepts connections and never responds, or closes them.
let providerState: 'hangs' | 'closes' = 'hangs';
const provider = createServer((request) => {
  if (providerState === 'closes') request.socket.destroy();
});
provider.listen(0, '127.0.0.1');
await Promise.all([once(mail.server, 'listening'), once(provider, 'listening')]);
const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;
const [port, metricsPort, prometheusPort] = await Promise.all([freePort(), freePort(), freePort()]);

const startServer = () =>
  startChild(path.join(ROOT, '__tests__/support/productionProcess.ts'), {
    env: {
      ...productionVariables({
        port,
        databaseUrl: proxy.url,
        mailPort: portOf(mail.server),
        cardProviderPort: portOf(provider),
      }),
      METRICS_PORT: String(metricsPort),
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'silent',
    },
  });

const call = async (target: string, body: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  }).catch(() => null);
  return response?.status ?? 0;
};
let calls = 0;
const checkGift = (): Promise<number> => {
  calls += 1;
  const network = `10.${calls % 200}.${Math.floor(calls / 200) % 200}.7`;
  return call('/api/checkGift', JSON.stringify({ key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' }), {
    'X-Forwarded-For': network,
  });
};
const notify = (kind: string, body: string, secret = API_SECRET): Promise<number> =>
  call(`/api/webhooks/cloudpayments/${kind}`, body, {
    'Content-HMAC': signNotification(Buffer.from(body), secret),
  });

/** Returns whether an alert has fired in the last minute. */
async function hasFired(name: string): Promise<boolean> {
  const query = `max_over_time(ALERTS{alertname="${name}",alertstate="firing"}[1m])`;
  const target = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(query)}`;
  const { data } = (await (await fetch(target)).json()) as { data: { result: unknown[] } };
  return data.result.length > 0;
}

/** Holds an exclusive lock on the table of gifts for `ms`, so that requests wait. */
async function lockGifts(ms: number): Promise<void> {
  await admin.query('begin');
  await admin.query('lock table gifts in access exclusive mode');
  await wait(ms);
  await admin.query('rollback');
}

const pendingMessage = (lane: string, kind: string, payload: object): Promise<unknown> =>
  admin.query(
    `insert into outbox (lane, kind, dedupe_key, payload, state, attempts, due_at, wanted_at)
     values ($1, $2, $3, $4, 'pending', 3, now() + interval '1 hour', now() - interval '1 hour')`,
    [lane, kind, `caused:${lane}`, payload],
  );

/** Causes of the alerts, in order. `repeat` runs until the alert fires, and `end` removes the cause. */
const CAUSES: Record<string, { cause?: () => unknown; repeat?: () => unknown; end?: () => unknown }> = {
  ProsvetNoNotifications: {},
  ProsvetSignInEmailsWait: {
    cause: () =>
      call('/api/emailVerification/send', JSON.stringify({ email: 'a@example.org', platform: 'web' })),
  },
  ProsvetEmailsWait: {
    cause: () =>
      pendingMessage('email', 'email', { to: 'a@example.org', subject: 's', text: 't', html: 'h' }),
  },
  ProsvetCommandsWait: {
    cause: () => pendingMessage('provider', 'provider', { kind: 'cancelRecurringPayment' }),
  },
  ProsvetChargesWait: {
    // No server charges at a card provider that is not configured.
    cause: () =>
      admin.query(
        `with account as (
           insert into accounts (uid, email, provider_id, created_at)
           values ('overdue', 'overdue@example.org', 'none', now()) returning id)
         insert into subscriptions (account_id, status, recurring, amount_kopecks, first_payment_activated,
             total_paid_kopecks, provider, own_charge_due_at, updated_at)
         select id, 'ACTIVE', true, 44900, true, 0, 'none', now() - interval '2 hours', now() from account`,
      ),
  },
  ProsvetKeysWait: { cause: () => pendingMessage('vpn', 'vpn', { deviceId: 7 }) },
  ProsvetMessagesGivenUp: {
    cause: () => {
      mailState = 'rejects';
    },
    repeat: async () => {
      calls += 1;
      await call(
        '/api/emailVerification/send',
        JSON.stringify({ email: `b${calls}@example.org`, platform: 'web' }),
        {
          'X-Forwarded-For': `10.9.${calls % 200}.7`,
        },
      );
    },
    end: () => {
      mailState = 'hangs';
    },
  },
  ProsvetForgedNotifications: {
    repeat: async () => {
      for (let each = 0; each < 4; each += 1)
        await notify('pay', JSON.stringify(PAYLOADS.pay), 'another secret');
    },
  },
  ProsvetUnreadableNotifications: { repeat: () => notify('pay', '{"Amount":"much"}') },
  ProsvetProviderAway: {
    cause: () => {
      providerState = 'closes';
    },
    repeat: () => {
      calls += 1;
      return admin.query(
        `insert into outbox (lane, kind, dedupe_key, payload, state, attempts, due_at, wanted_at)
         values ('provider', 'provider', $1, $2, 'pending', 0, now(), now())`,
        [
          `caused:request:${calls}`,
          {
            kind: 'returnUnaccepted',
            provider: 'cloudPayments',
            ...{ accountId: null, orderId: null, payerId: null },
            ...{ transactionId: String(calls), amountKopecks: 100, at: new Date().toISOString() },
          },
        ],
      );
    },
    end: () => {
      providerState = 'hangs';
    },
  },
  ProsvetPaymentsUnaccepted: {
    repeat: () => {
      calls += 1;
      return notify('pay', JSON.stringify({ ...PAYLOADS.pay, TransactionId: 10_000 + calls }));
    },
  },
  ProsvetPaymentsFail: {
    repeat: async () => {
      for (let each = 0; each < 5; each += 1) {
        calls += 1;
        await notify('fail', JSON.stringify({ ...PAYLOADS.fail, TransactionId: 20_000 + calls }));
      }
    },
  },
  ProsvetErrors: {
    cause: () => admin.query('alter table gifts rename to gifts_away'),
    repeat: checkGift,
    end: () => admin.query('alter table gifts_away rename to gifts'),
  },
  ProsvetSlow: { repeat: () => Promise.all([lockGifts(1500), wait(100).then(checkGift)]) },
  ProsvetPoolFull: {
    repeat: async () => {
      for (let round = 0; round < 4; round += 1)
        await Promise.all([lockGifts(1900), ...Array.from({ length: 60 }, () => wait(50).then(checkGift))]);
    },
  },
  ProsvetEventLoopLate: {
    repeat: async () => {
      for (let pause = 0; pause < 8; pause += 1) {
        process.kill(server.pid, 'SIGSTOP');
        await wait(350);
        process.kill(server.pid, 'SIGCONT');
        await wait(50);
      }
    },
  },
  ProsvetUnavailable: {
    cause: () => proxy.become('rejecting'),
    repeat: checkGift,
  },
  ProsvetDatabaseAway: {
    end: () => proxy.become('open'),
  },
  ProsvetDown: { cause: () => server.kill('SIGKILL') },
};

let server = startServer();
let monitor: ReturnType<typeof spawn> | null = null;
const silent: string[] = [];
try {
  await server.until('Ready on');
  await writeFile(path.join(folder, 'alerts.yml'), await shortRules());
  await writeFile(
    path.join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - { job_name: prosvet, static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }] }
`,
  );
  monitor = spawn(
    'prometheus',
    [
      ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ],
    { stdio: 'ignore' },
  );
  await wait(5000);
  for (const [name, { cause, repeat, end }] of Object.entries(CAUSES)) {
    const startedAt = performance.now();
    await cause?.();
    let fired = false;
    while (!fired && performance.now() - startedAt < FIRES_WITHIN_MS) {
      await repeat?.();
      await wait(700);
      fired = await hasFired(name);
    }
    await end?.();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`${fired ? 'fires' : 'SILENT'}  ${name}  ${seconds} s`);
    if (!fired) silent.push(name);
    if (name === 'ProsvetDown') server = startServer();
  }
  for (const [name, reason] of Object.entries(NOT_CAUSED)) print(`not caused  ${name}: ${reason}`);
  const rules = await readFile(path.join(ROOT, 'deploy/alerts.yml'), 'utf8');
  const all = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const forgotten = all.filter((name) => !(name in CAUSES) && !(name in NOT_CAUSED));
  if (silent.length + forgotten.length > 0)
    throw new Error(`not fired: ${[...silent, ...forgotten].join(', ')}`);
} finally {
  monitor?.kill('SIGKILL');
  await server.kill('SIGKILL');
  await admin.end();
  await proxy.close();
  provider.closeAllConnections();
  provider.close();
  mail.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
