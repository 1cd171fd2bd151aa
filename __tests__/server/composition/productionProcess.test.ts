/**
 * Tests the production server as a process, with a mail server and a card provider that accept connections and never
 * respond. The server must send a sign-in email despite the backlog, and must stop in time.
 *
 * `BACKLOG` sets the number of waiting emails. If `BACKLOG` is set, the shutdown must take at most 10 s.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../.ci/freePort.mjs';
import { enqueueAll, type NewOutboxMessage } from '../../../src/server/outbox/outbox';
import type { Database } from '../../../src/server/store/database';
import { insertGoneMark } from '../../../src/server/store/goneProviders';
import { insertStaffAccount } from '../../../src/server/store/staff';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { type RunningChild, startChild } from '../../support/childProcess';
import { onPostgres, openTestDatabase, testDatabaseUrl } from '../../support/database';
import { settableClock } from '../../support/settableClock';
import { STAFF_PASSWORD } from '../../support/signIn';

const BACKLOG = Number(process.env['BACKLOG'] ?? 1500);
const COMMANDS = 20;
/** Maximum shutdown time of the server, in ms. The limit is 3× higher if other test suites run at the same time. */
const GONE_WITHIN_MS = process.env['BACKLOG'] === undefined ? 30_000 : 10_000;
const READER = 'reader@example.org';

jest.setTimeout(60_000 + BACKLOG);

if (!onPostgres) {
  it('needs a PostgreSQL database', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  const serviceAccount = JSON.stringify({
    project_id: 'shop',
    client_email: 'push@shop.iam.gserviceaccount.com',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  });
  let db: Database;
  let mail: SMTPServer;
  let provider: Server;
  let port: number;
  let child: RunningChild | null = null;
  /**
   * Number of pending emails at the unresponsive mail server, and number of pending commands at the unresponsive card
   * provider.
   */
  let held: { emails: number; commands: number };
  let onEmail: (to: string) => void;

  beforeEach(async () => {
    db = await openTestDatabase();
    held = { emails: 0, commands: 0 };
    onEmail = () => undefined;
    mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, callback) => {
        stream.resume();
        stream.on('end', () => {
          const to = envelope.rcptTo[0]?.address ?? '';
          if (to === READER) callback();
          else held.emails += 1;
          onEmail(to);
        });
      },
    });
    mail.on('error', () => undefined);
    mail.listen(0, '127.0.0.1');
    provider = createServer(() => {
      held.commands += 1;
    });
    provider.listen(0, '127.0.0.1');
    await Promise.all([once(mail.server, 'listening'), once(provider, 'listening')]);
    port = await freePort();
  });

  afterEach(async () => {
    await child?.kill('SIGKILL');
    provider.closeAllConnections();
    provider.close();
    await new Promise<void>((resolve) => {
      mail.close(() => resolve());
    });
  });

  const readPort = (server: { address(): AddressInfo | string | null }): number =>
    (server.address() as AddressInfo).port;

  function start(variables: Record<string, string> = {}): RunningChild {
    child = startChild(path.resolve('__tests__/support/productionProcess.ts'), {
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: testDatabaseUrl(),
        PUBLIC_URL: 'https://shop.example',
        SESSION_SECRET: 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u',
        SMTP_URL: `smtp://127.0.0.1:${readPort(mail.server)}`,
        MAIL_FROM: 'Shop <mail@shop.example>',
        CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
        CLOUDPAYMENTS_API_SECRET: '4f0c9a7be21d5836c0e94b7fa1d2835e',
        CLOUDPAYMENTS_API_URL: `http://127.0.0.1:${readPort(provider)}`,
        FIREBASE_PROJECT_ID: 'shop',
        FIREBASE_SERVICE_ACCOUNT: serviceAccount,
        GOOGLE_SIGN_IN: 'false',
        DRAIN_SECONDS: '1',
        LOG_LEVEL: 'error',
        STAFF_PASSWORD: '',
        ...variables,
      },
    });
    return child;
  }

  const emailMessage = (n: number): NewOutboxMessage => ({
    kind: 'email',
    dedupeKey: `backlog:${n}`,
    payload: { to: `backlog${n}@example.org`, subject: 's', text: 't', html: 'h' },
  });

  async function fillOutbox(): Promise<void> {
    for (let from = 0; from < BACKLOG; from += 500) {
      const length = Math.min(500, BACKLOG - from);
      await enqueueAll(
        db,
        Array.from({ length }, (_, n) => emailMessage(from + n)),
      );
    }
    const { id: accountId } = await openAccount(
      db,
      { clock: settableClock(new Date()) },
      emailIdentity(READER),
    );
    await enqueueAll(
      db,
      Array.from({ length: COMMANDS }, (_, n) => ({
        kind: 'provider' as const,
        dedupeKey: `cancel-recurring-payment:${n}`,
        payload: {
          kind: 'cancelRecurringPayment' as const,
          provider: 'cloudPayments' as const,
          accountId,
          orderId: `order-${n}`,
          recurringPaymentId: `recurrence-${n}`,
        },
      })),
    );
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  const call = (target: string, body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${target}`, {
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          }),
    });

  it.each([['nobody'], ['an agent who is no admin'], ['an admin who is disabled']])(
    'does not start if there is %s who could add staff',
    async (who) => {
      if (who !== 'nobody') {
        const role = who.includes('agent') ? 'support' : 'admin';
        await insertStaffAccount(db, { username: 'ann', passwordHash: 'x', role, createdAt: new Date() });
        if (role === 'admin') await db.execute(sql`update staff_accounts set disabled_at = now()`);
      }
      const server = start();
      const started = server.until('Ready').then(() => 'started');
      expect(await Promise.race([server.exited, started])).toBe(1);
      expect(server.output()).toContain('STAFF_PASSWORD is missing: there is no enabled admin yet');
    },
  );

  it.each([
    ['warns', 'cloudPayments', 1],
    ['does not warn', 'yooKassa', 0],
  ])('%s at the start that nothing can be sold if %s is marked as gone', async (_warns, gone, warnings) => {
    const markedAt = new Date();
    await insertGoneMark(db, {
      provider: gone,
      markedAt,
      graceUntil: new Date(markedAt.getTime() + 86_400_000),
    });
    const server = start({ STAFF_PASSWORD });
    await server.until('Ready');
    const warning = 'Warning: cloudPayments is marked as gone, so nothing can be sold: set CARD_PROVIDER';
    expect(server.output().split(warning)).toHaveLength(warnings + 1);
  });

  it('sends a sign-in email despite a hanging backlog, stops in time and releases every message', async () => {
    await fillOutbox();
    const server = start({ STAFF_PASSWORD });
    await server.until('Ready');
    expect(server.output()).toMatch(/^Prosvet \d+\.\d+\.\d+ on Node\.js \d+/);
    await until(() => held.emails > 0 && held.commands > 0);
    const askedAt = performance.now();
    const arrived = new Promise<void>((resolve) => {
      onEmail = (to) => {
        if (to === READER) resolve();
      };
    });
    const asked = await call('/api/emailVerification/send', { email: READER, platform: 'web' });
    expect(asked.status).toBe(200);
    await arrived;
    const emailMs = performance.now() - askedAt;

    expect((await call('/readyz')).status).toBe(200);
    const stoppedAt = performance.now();
    const gone = server.kill('SIGTERM');
    const said: number[] = [];
    for (let status: number | null = 0; status !== null;) {
      status = await call('/readyz').then(
        (response) => response.status,
        () => null,
      );
      if (status !== null && status !== said.at(-1)) said.push(status);
    }
    expect(await gone).toBe(0);
    const goneMs = performance.now() - stoppedAt;
    process.stdout.write(
      `beside ${BACKLOG} emails and ${COMMANDS} commands that hang a sign-in email left in ${Math.round(emailMs)} ms; ` +
        `gone ${Math.round(goneMs)} ms after SIGTERM\n`,
    );
    // After the first 503, `/readyz` must not return 200 again.
    expect(said.at(-1)).toBe(503);
    expect(said.length).toBeLessThanOrEqual(2);
    expect(goneMs).toBeLessThan(GONE_WITHIN_MS);
    const { rows } = await db.execute<{ left: number; kept: number }>(sql`
      select count(*)::int as left, count(*) filter (where due_at > now() and attempts = 0)::int as kept
      from outbox where state = 'pending'`);
    expect(rows).toEqual([{ left: BACKLOG + COMMANDS, kept: 0 }]);
  });
}
