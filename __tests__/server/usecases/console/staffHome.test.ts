/** Tests the panels of the console's home page. */
import { sql } from 'drizzle-orm';
import { type LedgerEvent, reportKey } from '../../../../src/server/domain/billing/ledgerEvents';
import { AddressRejected } from '../../../../src/server/ports/mailer';
import { VpnUnavailable } from '../../../../src/server/ports/vpnNetwork';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { readAnalytics } from '../../../../src/server/usecases/billing/analytics/readAnalytics';
import { change } from '../../../../src/server/usecases/billing/ledger/change';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deleteAccount } from '../../../../src/server/usecases/deletion/deleteAccount';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { toKopecks } from '../../../../src/shared/money';
import type { StaffRole } from '../../../../src/shared/staffRoles';
import { PAY } from '../../../support/notificationExamples';
import { MONTH_RUB } from '../../../support/offer';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';
import { cancelled, charge, failed, refunded, renewal, trial } from '../../../support/subscriptionHistory';

/** Wednesday, 14:30 in Moscow. */
const NOW = '2026-11-25T11:30:00.000Z';
const MINUTE = 60_000;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ start: NOW });
  server.fakeCardProvider.isSilent = true;
});

const createAccount = async (name: string): Promise<number> =>
  (await openAccount(server.db, server.deps, emailIdentity(`${name}@example.org`))).id;

/** Records events with the keys that the server gives to the payments that the card provider reports. */
async function live(accountId: number, ...events: LedgerEvent[]): Promise<void> {
  const reported = events.map((event) => {
    const { data } = event;
    return data.kind === 'paymentSucceeded'
      ? { ...event, key: reportKey(data.provider, { kind: 'paid', transactionId: data.transactionId }) }
      : event;
  });
  for (const event of reported)
    await server.db.transaction((tx) => change(tx, accountId, [event], server.clock.now()));
}

const createToken = async (role: StaffRole, username?: string) =>
  (await signInStaffAs(server, role, username)).accessToken;
const home = async (token: string) => (await server.call('readStaffHome', { token, body: {} })).body;
const findAttention = async (token: string, kind: string) =>
  (await home(token)).attention.find((row) => row.kind === kind);

describe('figures of today', () => {
  beforeEach(async () => {
    const [anna, boris, vera] = [
      await createAccount('anna'),
      await createAccount('boris'),
      await createAccount('vera'),
    ];
    // Last Wednesday: a trial and a renewal before 14:30, and a renewal after 14:30.
    await live(anna, trial('2026-11-18T09:00:00.000Z', 'o-anna'));
    await live(
      boris,
      renewal('2026-11-18T10:00:00.000Z', '2026-12-18T10:00:00.000Z', 'o-boris'),
      refunded('2026-11-25T08:00:00.000Z', 'first:o-boris', 10_000),
    );
    await live(vera, renewal('2026-11-18T12:00:00.000Z', '2026-12-18T12:00:00.000Z', 'o-vera'));
    // Today: the card check of the trial was refunded, and the first month was charged.
    await live(
      anna,
      refunded('2026-11-25T09:00:00.000Z', 'first:o-anna', 100),
      charge('2026-11-25T10:00:00.000Z', 'o-anna', { transactionId: 'charge:anna' }),
    );
    await live(await createAccount('gleb'), trial('2026-11-25T11:00:00.000Z', 'o-gleb'));
    // The day began at midnight in Moscow.
    await live(
      await createAccount('daria'),
      renewal('2026-11-24T20:59:59.000Z', '2026-12-24T20:59:59.000Z', 'o-daria'),
    );
  });

  it('compares today with the same weekday last week until the same time, without card checks', async () => {
    const { figures } = await home(await createToken('admin'));
    expect(figures).toEqual({
      until: NOW,
      today: { revenue: MONTH_RUB, trials: 1, subscriptions: 1, refunds: 1, refunded: 100 },
      lastWeek: { revenue: MONTH_RUB, trials: 1, subscriptions: 1, refunds: 0, refunded: 0 },
    });
  });

  it('agrees with the analytics of the day, which count rejected payments apart', async () => {
    const [lev, maya] = [await createAccount('lev'), await createAccount('maya')];
    await live(
      lev,
      renewal('2026-11-25T06:00:00.000Z', '2026-12-25T06:00:00.000Z', 'o-lev'),
      // The subscription is already active, so this payment is rejected and refunded.
      renewal('2026-11-25T06:10:00.000Z', '2026-12-25T06:10:00.000Z', 'o-lev-again'),
      refunded('2026-11-25T06:20:00.000Z', 'first:o-lev-again'),
    );
    await live(
      maya,
      renewal('2026-10-25T06:00:00.000Z', '2026-11-25T06:00:00.000Z', 'o-maya'),
      cancelled('2026-11-20T06:00:00.000Z'),
      // Charged after the cancellation, and not refunded yet.
      charge('2026-11-25T07:00:00.000Z', 'o-maya', { transactionId: 'charge:maya' }),
    );
    const day = { from: '2026-11-25', to: '2026-11-25' };
    const { total } = await readAnalytics(server.deps, day);
    const { figures } = await home(await createToken('admin'));
    expect(total.rejected).toMatchObject({ paid: { count: 2 }, refunded: { count: 1 } });
    expect(figures?.today).toMatchObject({ revenue: 2 * MONTH_RUB, refunds: 1, refunded: 100 });
    expect(toKopecks(figures?.today.revenue ?? 0)).toBe(total.sales.paid.kopecks);
    expect(figures?.today.trials).toBe(total.trialsBegun);
    expect(figures?.today.refunds).toBe(total.sales.refunded.count);
    expect(toKopecks(figures?.today.refunded ?? 0)).toBe(total.sales.refunded.kopecks);
  });

  it('counts only the first trial and the first month of an account', async () => {
    const zhanna = await createAccount('zhanna');
    await live(
      zhanna,
      trial('2026-11-25T08:00:00.000Z', 'o-zhanna'),
      trial('2026-11-25T08:10:00.000Z', 'o-zhanna-again'),
      trial('2026-11-25T08:20:00.000Z', 'o-used', { trialUsed: true }),
    );
    await live(
      await createAccount('ivan'),
      renewal('2026-10-25T08:00:00.000Z', '2026-11-25T08:00:00.000Z', 'o-ivan'),
      charge('2026-11-25T08:00:00.000Z', 'o-ivan', { transactionId: 'charge:ivan' }),
    );
    const { figures } = await home(await createToken('admin'));
    expect(figures?.today).toMatchObject({ trials: 2, subscriptions: 1, revenue: 2 * MONTH_RUB });
  });

  it.each(['support', 'senior'] as const)('are not shown to the role %s', async (role) => {
    expect((await home(await createToken(role))).figures).toBeNull();
  });
});

describe('needs attention', () => {
  it('contains only work that the role may do', async () => {
    const kinds = async (role: StaffRole) =>
      (await home(await createToken(role))).attention.map(({ kind }) => kind);
    const ofSupport = ['failedEmails', 'pendingVpn', 'declinedRenewals'];
    expect(await kinds('support')).toEqual(ofSupport);
    expect(await kinds('senior')).toEqual(['paymentIssues', ...ofSupport]);
  });

  it('names the number and the age of open payment issues', async () => {
    const token = await createToken('senior');
    expect(await findAttention(token, 'paymentIssues')).toEqual({
      ...{ kind: 'paymentIssues', count: 0, oldestAt: null, oldest: [] },
    });
    const body = { ...PAY, InvoiceId: 'invoice of another shop', AccountId: 'somebody' };
    await server.fakeCardProvider.notify('pay', body);
    const at = (await server.call('listPaymentIssues', { token, body: {} })).body.content[0]?.at;
    expect(await findAttention(token, 'paymentIssues')).toMatchObject({ count: 1, oldestAt: at });
  });

  it('names the number and the age of failed emails', async () => {
    await signInByEmail(server, 'vasilisa@example.org');
    server.deps.mailer = { send: () => Promise.reject(new AddressRejected('550 5.1.1')) };
    await server.call('sendEmailLink', { body: { email: 'vasilisa@example.org', platform: 'web' } });
    await deliverDueOutbox(server.deps);
    const failedAt = server.clock.now().toISOString();
    server.clock.advance(60_000);
    expect(await findAttention(await createToken('support'), 'failedEmails')).toMatchObject({
      ...{ count: 1, oldestAt: failedAt },
    });
  });

  it('names devices whose VPN credential has been pending for five minutes', async () => {
    const customer = await signInByEmail(server, 'vasilisa@example.org');
    const give = (giftId: number) =>
      server.db.transaction((tx) =>
        grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId, at: server.clock.now() }),
      );
    await give(1);
    const { body } = await server.call('getConnectLink', {
      token: customer.accessToken,
      body: { system: 'ios' },
    });
    await server.fetch(body.url.replace(TEST_ORIGIN, ''), {
      headers: { 'User-Agent': 'Happ/5.6.0', 'x-hwid': 'ABCDEF0123456789', 'x-device-os': 'iOS' },
    });
    await deliverDueOutbox(server.deps);
    server.vpnNetwork.failWith(new VpnUnavailable('GET /api/users: HTTP 502'));
    await give(2);
    const token = await createToken('support');
    expect(await findAttention(token, 'pendingVpn')).toMatchObject({ count: 0, oldest: [] });
    // The database stamps the messages with its own clock.
    await server.db.update(outbox).set({ wantedAt: sql`now() - interval '10 minutes'` });
    const [device] = (await server.call('getUserById', { token, query: { id: 1 } })).body.devices;
    const row = await findAttention(token, 'pendingVpn');
    expect(row).toMatchObject({ count: 1, oldest: [{ userId: 1, deviceId: device?.deviceId }] });
    const ageMs = server.clock.now().getTime() - Date.parse(row?.oldestAt ?? '');
    expect(ageMs).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(ageMs).toBeLessThan(12 * MINUTE);
    server.vpnNetwork.failWith(null);
    await deliverDueOutbox(server.deps);
    expect(await findAttention(token, 'pendingVpn')).toMatchObject({ count: 0 });
  });

  it('names customers whose renewal was declined today and not paid since', async () => {
    const history = (order: string) => trial('2026-11-18T07:00:00.000Z', order);
    const declinedAt = (when: string, order: string): LedgerEvent => {
      const event = failed(when, 5051, order);
      return { ...event, key: `${event.key}:${order}` };
    };
    const [anna, boris, vera, gleb] = [
      await createAccount('anna'),
      await createAccount('boris'),
      await createAccount('vera'),
      await createAccount('gleb'),
    ];
    await live(anna, history('o-1'), declinedAt('2026-11-25T08:00:00.000Z', 'o-1'));
    await live(boris, history('o-2'), declinedAt('2026-11-25T07:00:00.000Z', 'o-2'));
    await live(
      vera,
      history('o-3'),
      declinedAt('2026-11-25T07:30:00.000Z', 'o-3'),
      charge('2026-11-25T09:00:00.000Z', 'o-3'),
    );
    await live(gleb, history('o-4'), declinedAt('2026-11-24T12:00:00.000Z', 'o-4'));
    expect(await findAttention(await createToken('support'), 'declinedRenewals')).toEqual({
      ...{ kind: 'declinedRenewals', count: 2, oldestAt: '2026-11-25T07:00:00.000Z' },
      oldest: [
        { userId: boris, deviceId: null },
        { userId: anna, deviceId: null },
      ],
    });
  });
});

describe('my last customers', () => {
  const open = (token: string, id: number) => server.call('getUserById', { token, query: { id } });

  it('are the customers whom this staff member opened, newest first, each once', async () => {
    const [mine, other] = [await createToken('support', 'mine'), await createToken('support', 'other')];
    const ids = [
      await createAccount('anna'),
      await createAccount('boris'),
      await createAccount('vera'),
    ] as const;
    for (const id of [ids[1], ids[0], ids[1], ids[0]]) {
      await open(mine, id);
      server.clock.advance(MINUTE);
    }
    await open(other, ids[2]);
    const { lastCustomers } = await home(mine);
    expect(lastCustomers.map(({ id, email, status }) => [id, email, status])).toEqual([
      [ids[0], 'anna@example.org', 'NOT_ACTIVE'],
      [ids[1], 'boris@example.org', 'NOT_ACTIVE'],
    ]);
    expect((await home(other)).lastCustomers.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('are at most eight and do not contain deleted customers', async () => {
    const token = await createToken('support');
    const ids: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const id = await createAccount(`customer${String(index)}`);
      ids.unshift(id);
      await open(token, id);
      server.clock.advance(1000);
    }
    expect((await home(token)).lastCustomers.map(({ id }) => id)).toEqual(ids.slice(0, 8));
    await deleteAccount(server.deps, {
      accountId: ids[0] ?? 0,
      requestedBy: 'customer',
      staffId: null,
      waivedDays: false,
    });
    expect((await home(token)).lastCustomers.map(({ id }) => id)).toEqual(ids.slice(1, 9));
  });
});
