/**
 * Causes the alerts of `deploy/alerts.yml` at a production server with PostgreSQL, and prints which alerts Prometheus fires:
 * `npm run check:alerts`, or `npm run check:alerts -- <alert>…` for some of them. Time windows and waiting times of the rules are
 * shortened to seconds; the expressions are otherwise those of the file. The check is not part of `npm test`, because it needs
 * Prometheus and takes about three minutes.
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
import { createSecret, hashOwnSecret } from '../../../src/server/secrets';
import { LIMITS } from '../../../src/server/throttle/limits';
import { EMAIL_CODE_TRIES } from '../../../src/server/usecases/signIn/emailCode';
import { startChild } from '../../support/childProcess';
import { PAYLOADS } from '../../support/cloudPaymentsPayloads';
import { startDatabaseProxy } from '../../support/databaseProxy';
import { ProductionCustomer, startInbox } from '../../support/productionCustomer';
import { API_SECRET, productionVariables } from '../../support/productionVariables';
import { ROOT } from '../../support/sourceTree';
import { startYooKassa } from '../../support/yooKassaService';

const FIRES_WITHIN_MS = 60_000;

/** Number of wrong sign-in codes that are entered before the daily budget is used up. */
const CODES_GUESSED = 2000;
/** Number of concurrent guesses of sign-in codes. */
const GUESSERS = 24;
const HOUR_MS = 3_600_000;
/** Time in ms before a charge at which the customer gets the email about the charge. At least 48 hours are required. */
const ANNOUNCED_BEFORE_MS = 60 * HOUR_MS;
/** Time in ms by which a charge is overdue when the alert must fire. */
const OVERDUE_MS = 2 * HOUR_MS;
/** Time in ms after which the server tests with one charge whether YooKassa accepts charges again. */
const PROBED_AFTER_MS = HOUR_MS / 6;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the rules with windows of 12 s (4 s without notifications), waiting times of 2 s, and a maximum age of outbox
 * messages of 2 s. The past week of the shop is the time before.
 */
async function shortRules(): Promise<string> {
  const rules = await readFile(path.join(ROOT, 'deploy/alerts.yml'), 'utf8');
  const shortened = rules
    .replaceAll(/\[2d\]/g, '[4s]')
    .replaceAll(/\[7d\] offset 2d/g, '[40s] offset 4s')
    .replaceAll(/\[7d\] offset 2h/g, '[40s] offset 12s')
    .replaceAll(/\[\d+[mh]\]/g, '[12s]')
    .replaceAll(/for: \d+[mh]/g, 'for: 2s')
    .replaceAll(/(oldest_seconds\{[^}]*\}\)? >) \d+/g, '$1 2');
  const long = shortened.match(/\d+[mhd]\]|for: \d+[mhd]|oldest_seconds.* > \d{2,}/g) ?? [];
  if (long.length > 0) throw new Error(`not shortened: ${long.join(', ')}`);
  return shortened;
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - since > FIRES_WITHIN_MS) throw new Error(`no ${what}`);
    await wait(200);
  }
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
const readPort = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;
const [port, metricsPort, prometheusPort] = await Promise.all([freePort(), freePort(), freePort()]);
const origin = `http://127.0.0.1:${port}`;
const inbox = await startInbox();
/** Time by which the clocks of the server and of YooKassa are ahead, in ms. */
let aheadMs = 0;
const yooKassa = await startYooKassa(origin, { now: () => new Date(Date.now() + aheadMs) });

const startServer = (changes: Record<string, string> = {}) =>
  startChild(path.join(ROOT, '__tests__/support/alertProcess.ts'), {
    env: {
      ...productionVariables({
        port,
        databaseUrl: proxy.url,
        mailPort: readPort(mail.server),
        cardProviderPort: readPort(provider),
      }),
      METRICS_PORT: String(metricsPort),
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'silent',
      CLOCK_AHEAD_MS: String(aheadMs),
      ...changes,
    },
  });

const post = (target: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}${target}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
/** Makes a request that may fail. */
const call = async (...request: Parameters<typeof post>): Promise<void> => {
  await post(...request).catch(() => null);
};
let calls = 0;
const checkGift = (): Promise<void> => {
  calls += 1;
  const network = `10.${calls % 200}.${Math.floor(calls / 200) % 200}.7`;
  return call('/api/checkGift', JSON.stringify({ key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' }), {
    'X-Forwarded-For': network,
  });
};
const notify = (kind: string, body: string, secret = API_SECRET): Promise<void> =>
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

/** Requests one sign-in email and enters wrong codes until the email accepts none. */
async function guessCodesOfEmail(email: number): Promise<void> {
  const network = Math.floor(email / (LIMITS.wrongCodesFromNetwork.tries / EMAIL_CODE_TRIES));
  const headers = { 'X-Forwarded-For': `172.16.${Math.floor(network / 250)}.${network % 250}` };
  const sent = await post(
    '/api/emailVerification/send',
    JSON.stringify({ email: `c${email}@example.org`, platform: 'web' }),
    headers,
  );
  const { mailToken } = (await sent.json()) as { mailToken: string };
  for (let guess = 0; guess < EMAIL_CODE_TRIES; guess += 1)
    await call(
      '/api/emailVerification/code',
      JSON.stringify({ mailToken, code: `0000000${guess}` }),
      headers,
    );
}

let emailsGuessed = 0;
/**
 * Enters the last wrong codes that the daily budget of all networks allows, each network within its own limit. The earlier
 * codes of the day, which would take minutes, are added to the count.
 */
async function useUpCodes(): Promise<void> {
  const guess = async (): Promise<void> => {
    while (emailsGuessed < CODES_GUESSED / EMAIL_CODE_TRIES) {
      emailsGuessed += 1;
      await guessCodesOfEmail(emailsGuessed);
    }
  };
  await guessCodesOfEmail(0);
  const earlier = LIMITS.wrongCodes.tries - CODES_GUESSED - EMAIL_CODE_TRIES;
  await admin.query(`update throttle_counters set tries = tries + ${earlier} where key like 'wrongCodes:%'`);
  await Promise.all(Array.from({ length: GUESSERS }, guess));
}

/** Ends the server, and starts it at another time with YooKassa and a working mail server. */
async function restartAt(ahead: number): Promise<void> {
  await server.kill('SIGKILL');
  aheadMs = ahead;
  server = startServer({ ...yooKassa.variables, SMTP_URL: `smtp://127.0.0.1:${inbox.port}` });
  await server.until('Ready on');
}

async function restartWith(changes: Record<string, string>): Promise<void> {
  await server.kill('SIGKILL');
  server = startServer(changes);
  await server.until('Ready on');
}

/** Settings of a VPN panel that does not respond, with an API token that expires in `days`. */
const expiringPanelToken = (days: number): Record<string, string> => {
  const exp = Math.floor(Date.now() / 1000) + days * 86_400;
  return {
    REMNAWAVE_URL: 'https://127.0.0.1:1',
    REMNAWAVE_TOKEN: `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`,
    REMNAWAVE_SQUADS: '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11',
  };
};

/** Returns the due time of a customer's next attempt to make a charge. */
const chargeDueAt = async (email: string): Promise<number> => {
  const { rows } = await admin.query<{ at: Date }>(
    `select own_charge_due_at as at from subscriptions
     join accounts on accounts.id = subscriptions.account_id where email = $1`,
    [email],
  );
  return rows[0]?.at.getTime() ?? Number.NaN;
};

/**
 * Lets a customer subscribe at YooKassa, and sets the clock to the time at which the customer gets an email about the first
 * charge. Returns the due time of the charge.
 */
async function announceCharge(email: string): Promise<number> {
  await restartAt(aheadMs);
  const customer = new ProductionCustomer(origin, email, API_SECRET);
  await customer.signIn(inbox);
  await yooKassa.pay(customer, (await customer.order()).id);
  await until('subscription', async () => {
    await yooKassa.notify();
    return (await customer.subscriptionStatus()) === 'ACTIVE';
  });
  const dueAt = await chargeDueAt(email);
  await restartAt(dueAt - ANNOUNCED_BEFORE_MS - Date.now());
  await until('email about the charge', () =>
    inbox.subjectsTo(email).some((subject) => subject.includes('спишем')),
  );
  return dueAt;
}

const MISSED = 'missed@example.org';

/** Lets YooKassa close all connections until a charge is overdue. */
async function missCharge(): Promise<void> {
  const dueAt = await announceCharge(MISSED);
  yooKassa.become('closing');
  await restartAt(dueAt + OVERDUE_MS - Date.now());
}

/** Lets YooKassa respond again, and waits until the server has made the charge. */
async function makeMissedCharge(): Promise<void> {
  const missed = await chargeDueAt(MISSED);
  yooKassa.become('responding');
  await until('charge after the outage', async () => (await chargeDueAt(MISSED)) > missed);
}

const FORBIDDEN = 'forbidden@example.org';

/** Lets YooKassa reject a charge with HTTP 403, as if the shop had lost the permission for charges. */
async function forbidCharge(): Promise<void> {
  const dueAt = await announceCharge(FORBIDDEN);
  await yooKassa.permitCharges(false);
  await restartAt(dueAt + OVERDUE_MS - Date.now());
}

/** Permits charges again, and waits until the server has noticed it by a probe. */
async function makeForbiddenCharge(): Promise<void> {
  const forbidden = await chargeDueAt(FORBIDDEN);
  await yooKassa.permitCharges(true);
  await restartAt(aheadMs + PROBED_AFTER_MS);
  await until('charge after the pause', async () => (await chargeDueAt(FORBIDDEN)) > forbidden);
}

/** Stores what a comparison with the VPN panel found. */
const causeReading = (found: string) => ({
  cause: async (): Promise<void> => {
    await admin.query('delete from vpn_reconciliation');
    await admin.query(
      `insert into vpn_reconciliation (id, pass, due_at, read_at) values (1, 1, now(), now())`,
    );
    await admin.query(`update vpn_reconciliation set ${found}`);
  },
  end: () => admin.query('delete from vpn_reconciliation'),
});

/** Causes of the alerts, in order. `repeat` runs until the alert fires, and `end` removes the cause. */
const CAUSES: Record<string, { cause?: () => unknown; repeat?: () => unknown; end?: () => unknown }> = {
  ProsvetNoNotifications: {
    cause: async () => {
      for (let each = 0; each < 30; each += 1) {
        await notify('recurrent', JSON.stringify(PAYLOADS.recurrent));
        if (each % 10 === 0) await wait(2_500);
      }
    },
  },
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
  ProsvetKeysWait: { cause: () => pendingMessage('vpn', 'vpn', { deviceId: 7 }) },
  ProsvetKeysRejected: {
    cause: () =>
      admin.query(
        `with account as (
           insert into accounts (uid, email, provider_id, created_at)
           values ('caused', 'caused@example.org', 'email', now()) returning id),
         device as (
           insert into devices (account_id, device_id, device_name, platform, is_active, first_activation, attached_at)
           select id, 'caused', 'Phone', 'ios', true, now(), now() from account returning id)
         insert into vpn_keys (device_id, revision, problem, failed_at)
         select id, 1, 'VpnRejected: caused', now() from device`,
      ),
    end: () => admin.query('delete from vpn_keys'),
  },
  ProsvetLinkDomainBlocked: {
    cause: async () => {
      await restartWith({
        ...expiringPanelToken(400),
        VPN_LINK_BASE_URL: 'https://127.0.0.1, https://localhost',
      });
      const token = createSecret('vpnLink');
      // A link of an account without access is rejected without a request to the VPN panel.
      await admin.query(
        `with account as (
           insert into accounts (uid, email, provider_id, created_at)
           values ('link', 'link@example.org', 'email', now()) returning id)
         insert into vpn_links (account_id, token_hash, system, created_at, revoked_at)
         select id, $1, 'ios', now(), now() from account`,
        [hashOwnSecret('vpnLink', token)],
      );
      const link = (host: string): Promise<unknown> =>
        fetch(`http://${host}:${port}/s/${token}`, {
          headers: { 'User-Agent': 'Happ/5.6.0', Accept: '*/*' },
        });
      // Every 2 s, because a link has a rate limit. The first domain is blocked after 40 s.
      for (let each = 0; each < 30; each += 1) {
        await link('localhost');
        if (each < 20) await link('127.0.0.1');
        await wait(2_000);
      }
    },
    end: () => restartWith({}),
  },
  ProsvetSquadRemoved: causeReading('other_settings = 1'),
  ProsvetPanelClockWrong: causeReading('clock_ahead_ms = -60000'),
  ProsvetPanelJobsStopped: causeReading('overdue = 1'),
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
  ProsvetSignInCodesGuessed: {
    cause: useUpCodes,
    repeat: () => {
      emailsGuessed += 1;
      return guessCodesOfEmail(emailsGuessed);
    },
    // Hundreds of emails are waiting at the mail server that never responds.
    end: () => admin.query(`delete from outbox where lane = 'signIn'`),
  },
  ProsvetUnavailable: {
    cause: () => proxy.become('rejecting'),
    repeat: checkGift,
  },
  ProsvetDatabaseAway: {
    end: () => proxy.become('open'),
  },
  ProsvetPanelTokenExpires: {
    cause: () => restartWith(expiringPanelToken(10)),
    end: () => restartWith({}),
  },
  ProsvetMemory: { cause: () => process.kill(server.pid, 'SIGUSR2') },
  ProsvetDown: { cause: () => server.kill('SIGKILL') },
  ProsvetChargesWait: { cause: missCharge, end: makeMissedCharge },
  ProsvetChargesPaused: { cause: forbidCharge, end: makeForbiddenCharge },
};

/** Alerts that the command names, or none for all. */
const chosen = process.argv.slice(2);
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
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await cause?.();
    const startedAt = performance.now();
    let fired = false;
    while (!fired && performance.now() - startedAt < FIRES_WITHIN_MS) {
      await repeat?.();
      await wait(700);
      fired = await hasFired(name);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    await end?.();
    print(`${fired ? 'fires' : 'SILENT'}  ${name}  ${seconds} s`);
    if (!fired) silent.push(name);
  }
  const rules = await readFile(path.join(ROOT, 'deploy/alerts.yml'), 'utf8');
  const all = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const forgotten = all.filter((name) => !(name in CAUSES));
  if (silent.length + forgotten.length > 0)
    throw new Error(`not fired: ${[...silent, ...forgotten].join(', ')}`);
} finally {
  monitor?.kill('SIGKILL');
  await server.kill('SIGKILL');
  inbox.close();
  await yooKassa.close();
  await admin.end();
  await proxy.close();
  provider.closeAllConnections();
  provider.close();
  mail.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
