/**
 * Tests a shop without Firebase, from `npm run setup` to the first monthly charge: the server process runs with the file
 * that the setup wrote, a mail server, and a fake of YooKassa. It has no variable of Firebase and sends no request to it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '../../../.ci/freePort.mjs';
import { CHARGE_NOTICE_DAYS } from '../../../src/server/domain/billing/chargeDates';
import { type RunningChild, startChild } from '../../support/childProcess';
import { onPostgres, openTestDatabase, testDatabaseUrl } from '../../support/database';
import { addMonths, TRIAL_DAYS } from '../../support/offer';
import { type Inbox, ProductionCustomer, startInbox } from '../../support/productionCustomer';
import { API_SECRET } from '../../support/productionVariables';
import { runScriptedSetup } from '../../support/scriptedSetup';
import { settableClock } from '../../support/settableClock';
import { startYooKassa, type YooKassaService } from '../../support/yooKassaService';

const EMAIL = 'payer@example.org';
/** Subjects of the emails, in their order. */
const EMAILS = [/^Вход/, /началась/, /спишем/, /Оплата/];
const DAY_MS = 86_400_000;
const POLL_MS = 100;

jest.setTimeout(180_000);

if (!onPostgres) {
  it('needs a PostgreSQL database', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  const clock = settableClock(new Date());
  let folder: string;
  let inbox: Inbox;
  let yooKassa: YooKassaService;
  let server: RunningChild | null = null;
  let port: number;

  beforeEach(async () => {
    await openTestDatabase();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-without-firebase-'));
    inbox = await startInbox();
    port = await freePort();
    yooKassa = await startYooKassa(`http://127.0.0.1:${port}`, clock);
  });

  afterEach(async () => {
    await server?.kill('SIGKILL');
    await yooKassa.close();
    inbox.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the server with the file of the setup. `ahead` is the time in ms by which its clock is ahead. */
  async function start(ahead: number): Promise<RunningChild> {
    clock.set(new Date(Date.now() + ahead));
    const written = parseEnv(fs.readFileSync(path.join(folder, '.env'), 'utf8')) as Record<string, string>;
    const later = `--import=${path.resolve('__tests__/support/laterDate.mjs')}`;
    server = startChild(path.resolve('__tests__/support/productionProcess.ts'), {
      env: {
        ...written,
        NODE_ENV: 'production',
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${later}`,
        DATE_AHEAD_MS: String(ahead),
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: '1',
        ...yooKassa.variables,
      },
    });
    await server.until('Ready on');
    return server;
  }

  /** Returns the time in ms until one minute after `days` before the end of a trial that starts now. */
  const aheadMs = (days: number): number => (TRIAL_DAYS - days) * DAY_MS + 60_000;

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  it('sells a trial, charges the first month and sends its emails', async () => {
    const said = await runScriptedSetup(path.join(folder, '.env'), {
      'Do customers pay at CloudPayments?': 'n',
      'Is the server behind a reverse proxy?': 'y',
      'PUBLIC_URL:': 'https://shop.example',
      'DATABASE_URL:': testDatabaseUrl(),
      'SMTP_URL:': `smtp://127.0.0.1:${inbox.port}`,
      'YOOKASSA_SHOP_ID:': yooKassa.variables['YOOKASSA_SHOP_ID'] ?? '',
      'YOOKASSA_SECRET_KEY:': yooKassa.variables['YOOKASSA_SECRET_KEY'] ?? '',
    });
    expect(said).toContain('Firebase is not used:');
    const first = await start(0);
    const customer = new ProductionCustomer(`http://127.0.0.1:${port}`, EMAIL, API_SECRET);
    await customer.signIn(inbox);
    const { id } = await customer.order();
    await yooKassa.pay(customer, id);
    const ends = async (): Promise<string> => {
      await yooKassa.notify();
      const { userInfo } = (await customer.call('profile', {})) as {
        userInfo: { subscriptionStatus: unknown; expirationDate?: string };
      };
      return userInfo.subscriptionStatus === 'ACTIVE' ? (userInfo.expirationDate ?? '') : '';
    };
    await until(async () => (await ends()) !== '');
    const trialEnd = await ends();
    await first.kill('SIGTERM');

    const announcing = await start(aheadMs(CHARGE_NOTICE_DAYS));
    await until(() => Promise.resolve(inbox.subjectsTo(EMAIL).some((subject) => /спишем/i.test(subject))));
    await announcing.kill('SIGTERM');

    const charging = await start(aheadMs(0));
    const paidEnd = addMonths(trialEnd, 1).toISOString();
    await until(async () => (await ends()) === paidEnd);
    await until(() => Promise.resolve(inbox.subjectsTo(EMAIL).length === EMAILS.length));
    for (const [index, subject] of inbox.subjectsTo(EMAIL).entries()) expect(subject).toMatch(EMAILS[index]!);
    await charging.kill('SIGTERM');
    for (const { output } of [first, announcing, charging]) expect(output()).not.toMatch(/firebase|push/i);
  });
}
