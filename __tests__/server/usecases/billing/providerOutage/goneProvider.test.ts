/** Tests the mark that a card provider is gone: grace period, email, change of card, waiting commands, and its end. */
import { and, eq, like } from 'drizzle-orm';
import type { StaffOrigin } from '../../../../../src/server/domain/caller';
import { readWaiting } from '../../../../../src/server/outbox/outbox';
import { accountEvents } from '../../../../../src/server/store/schema/accountEvents';
import { goneProviders } from '../../../../../src/server/store/schema/goneProviders';
import { outbox } from '../../../../../src/server/store/schema/outbox';
import { paymentIssues } from '../../../../../src/server/store/schema/paymentIssues';
import { staffAudit } from '../../../../../src/server/store/schema/staff';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { followGoneProviders } from '../../../../../src/server/usecases/billing/providerOutage/followGoneProviders';
import {
  markProviderBack,
  markProviderGone,
  readGoneProviders,
} from '../../../../../src/server/usecases/billing/providerOutage/markProvider';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { deleteAccount } from '../../../../../src/server/usecases/deletion/deleteAccount';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { runDueJobs } from '../../../../../src/server/workers/jobs/startJobs';
import { cardCustomer, type CardCustomer } from '../../../../support/cardCustomer';
import { addDays, addSeconds, TRIAL_END } from '../../../../support/offer';
import { payOrder } from '../../../../support/payments';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';
import { sellWithFormer, startYooKassaServer, type YooKassaServer } from '../../../../support/yooKassaServer';

const DAY_MS = 24 * 3_600_000;
const DAYS = 14;
const COMMAND: StaffOrigin = { staffId: null, username: 'command', ip: 'command', requestId: 'command' };

const gone = (server: TestServer, provider: string) =>
  markProviderGone(server.deps, COMMAND, { provider, days: DAYS });
const back = (server: TestServer, provider: string) => markProviderBack(server.deps, COMMAND, provider);
const goneEmails = ({ mailbox }: TestServer, address: string): string[] =>
  mailbox.emailsTo(address).flatMap(({ subject }) => (/введи карту/i.test(subject) ? [subject] : []));
const readCustomerSubscription = (server: TestServer, accountId: number) =>
  readSubscription(server.db, accountId, server.clock.now());
async function getCardChange(server: TestServer, token: string) {
  return (await server.call('getCardChange', { token })).body;
}

describe('a card provider that schedules the charges', () => {
  let server: TestServer;
  let customer: CardCustomer;
  let provider: string;
  const chargeAt = TRIAL_END;

  beforeEach(async () => {
    server = await startTestServer();
    customer = await cardCustomer(server, 'payer@example.org');
    await customer.subscribe();
    provider = server.deps.cardProvider.name;
  });

  it('keeps the subscription for the configured days from the mark, and its charge date', async () => {
    server.clock.set(addDays(chargeAt, -1));
    await gone(server, provider);
    await runDueJobs(server.deps);
    const end = addDays(server.clock.now(), DAYS);
    server.clock.set(new Date(end.getTime() - 1));
    await runDueJobs(server.deps);
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'ACTIVE',
      isActive: true,
      needsCard: true,
      expirationDate: chargeAt,
    });
    server.clock.set(end);
    await runDueJobs(server.deps);
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'EXPIRED',
      needsCard: false,
    });
  });

  it('does not shorten a grace period that ends later', async () => {
    await gone(server, provider);
    await runDueJobs(server.deps);
    server.clock.set(addDays(chargeAt, 3));
    expect(addDays(chargeAt, 3).getTime()).toBeLessThan(server.clock.now().getTime() + DAYS * DAY_MS);
    const { graceUntil, nextChargeAt } = await findSubscription(server.db, customer.id);
    expect(nextChargeAt).toEqual(chargeAt);
    server.clock.set(new Date((graceUntil?.getTime() ?? 0) - 1));
    await runDueJobs(server.deps);
    expect((await readCustomerSubscription(server, customer.id)).status).toBe('ACTIVE');
  });

  it('sends each customer one email, whatever is repeated, killed or run on two instances', async () => {
    server.clock.set(addDays(chargeAt, -2));
    await gone(server, provider);
    expect(await gone(server, provider)).toBeNull();
    expect(await server.db.select().from(goneProviders)).toHaveLength(1);
    const other = instanceWith(server.deps, {});
    // A process that is killed before its commit has no effect.
    const killed = instanceWith(server.deps, {
      db: new Proxy(server.deps.db, {
        get: (target, name, receiver) =>
          name === 'transaction'
            ? (work: (tx: unknown) => Promise<unknown>) =>
                target.transaction(async (tx) => {
                  await work(tx);
                  throw new Error('killed');
                })
            : (Reflect.get(target, name, receiver) as unknown),
      }),
    });
    await expect(followGoneProviders(killed)).rejects.toThrow('killed');
    await Promise.all([runDueJobs(server.deps), runDueJobs(other)]);
    server.clock.advance(10 * 60_000);
    await Promise.all([runDueJobs(other), runDueJobs(server.deps)]);
    expect(goneEmails(server, 'payer@example.org')).toEqual(['Введи карту для «Просвет» ещё раз']);
    const entries = await server.db.select().from(accountEvents);
    expect(entries.filter(({ details }) => details['action'] === 'providerGone')).toHaveLength(1);
  });

  it('announces no charge while the card provider is gone', async () => {
    server.clock.set(addDays(chargeAt, -4));
    await gone(server, provider);
    await runDueJobs(server.deps);
    server.clock.set(addDays(chargeAt, -2));
    await runDueJobs(server.deps);
    expect(server.mailbox.emails.filter(({ subject }) => subject.includes('спишем'))).toEqual([]);
    await back(server, provider);
    await runDueJobs(server.deps);
    expect(server.mailbox.emails.filter(({ subject }) => subject.includes('спишем'))).toHaveLength(1);
  });

  it('affects no customer who canceled, was deleted, has only a gift, or is charged in more than a year', async () => {
    const { db, deps, clock } = server;
    await cancelSubscription(deps, { accountId: customer.id });
    const gifted = await cardCustomer(server, 'gifted@example.org');
    await db.transaction((tx) =>
      grantGiftMonths(tx, deps, { accountId: gifted.id, months: 1, giftId: 1, at: clock.now() }),
    );
    const paused = await cardCustomer(server, 'paused@example.org');
    await paused.subscribe();
    await db.transaction((tx) =>
      grantGiftMonths(tx, deps, { accountId: paused.id, months: 24, giftId: 2, at: clock.now() }),
    );
    await gone(server, provider);
    await runDueJobs(deps);
    expect(await readGoneProviders(db)).toMatchObject([{ affected: 0, moved: 0, waiting: 0 }]);
    expect(server.mailbox.emails.filter(({ subject }) => /введи карту/i.test(subject))).toEqual([]);
    expect(await readCustomerSubscription(server, paused.id)).toMatchObject({ needsCard: false });
  });

  it('lets commands wait without counting attempts, without a payment issue and without an alert', async () => {
    await gone(server, provider);
    await runDueJobs(server.deps);
    await cancelSubscription(server.deps, { accountId: customer.id });
    for (let hour = 0; hour < 48; hour += 1) {
      server.clock.advance(3_600_000);
      await runDueJobs(server.deps);
    }
    const commands = await server.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'provider'), like(outbox.dedupeKey, 'cancel-%')));
    expect(commands.map(({ state, attempts }) => [state, attempts])).toEqual([['pending', 1]]);
    expect(server.fakeCardProvider.changes.filter(({ call }) => call === 'cancel')).toEqual([]);
    expect(await server.db.select().from(paymentIssues)).toEqual([]);
    expect((await readWaiting(server.db)).find(({ lane }) => lane === 'provider')).toMatchObject({
      messages: 0,
      oldestSeconds: 0,
    });
    await back(server, provider);
    server.clock.advance(10 * 60_000);
    await deliverDueOutbox(server.deps);
    expect(server.fakeCardProvider.changes.filter(({ call }) => call === 'cancel')).toHaveLength(1);
  });

  it('ends the recurring payment of an account that is deleted meanwhile, once the card provider is back', async () => {
    server.clock.set(addDays(chargeAt, -2));
    await gone(server, provider);
    await runDueJobs(server.deps);
    expect(goneEmails(server, 'payer@example.org')).toHaveLength(1);
    const emails = server.mailbox.emails.length;
    const deletion = {
      accountId: customer.id,
      requestedBy: 'customer',
      staffId: null,
      waivedDays: true,
    } as const;
    await deleteAccount(server.deps, deletion);
    server.clock.set(addDays(server.clock.now(), DAYS + 1));
    await runDueJobs(server.deps);
    const cancellations = () => server.fakeCardProvider.changes.filter(({ call }) => call === 'cancel');
    expect(cancellations()).toEqual([]);
    expect(await readGoneProviders(server.db)).toMatchObject([{ waiting: 0 }]);
    await back(server, provider);
    server.clock.advance(10 * 60_000);
    await runDueJobs(server.deps);
    await runDueJobs(server.deps);
    expect(cancellations()).toHaveLength(1);
    expect(server.mailbox.emails.slice(emails).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/удал/i),
    ]);
    expect(await server.db.select().from(paymentIssues)).toEqual([]);
    expect(await server.db.select().from(goneProviders)).toEqual([
      expect.objectContaining({ finishedAt: expect.any(Date) as Date }),
    ]);
  });

  it('opens no order at the card provider that is gone', async () => {
    await gone(server, provider);
    await runDueJobs(server.deps);
    const { id } = await openAccount(server.db, server.deps, emailIdentity('new@example.org'));
    const token = await createCustomerSession(server.db, server.deps, id);
    const shop = await server.call('getShop', { token });
    expect([shop.status, shop.body]).toMatchObject([503, { error: { code: 'PROVIDER_UNAVAILABLE' } }]);
    expect(await getCardChange(server, customer.token)).toMatchObject({ state: 'paused', order: null });
    const campaign = await server.call('getCampaignOrder', { body: {} });
    expect(campaign.status).toBe(503);
  });

  it('keeps a renewal that the card provider ended meanwhile, and ends it after the card provider is back', async () => {
    await gone(server, provider);
    await runDueJobs(server.deps);
    await customer.notify('recurrent', customer.recurrent({ Status: 'Cancelled' }));
    expect((await readCustomerSubscription(server, customer.id)).status).toBe('ACTIVE');
    await back(server, provider);
    await runDueJobs(server.deps);
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'CANCELED',
      needsCard: false,
    });
  });

  it('gives a missed charge a new grace period after the card provider is back', async () => {
    await gone(server, provider);
    await runDueJobs(server.deps);
    server.clock.set(addDays(chargeAt, 6));
    await back(server, provider);
    await runDueJobs(server.deps);
    const since = server.clock.now();
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'ACTIVE',
      needsCard: false,
    });
    server.clock.set(new Date(addDays(since, 3).getTime() + 60_000));
    await runDueJobs(server.deps);
    expect((await readCustomerSubscription(server, customer.id)).status).toBe('EXPIRED');
    expect(await server.db.select().from(goneProviders)).toEqual([
      expect.objectContaining({ provider, finishedAt: expect.any(Date) as Date }),
    ]);
  });

  it('writes both changes to the audit log', async () => {
    await gone(server, provider);
    await back(server, provider);
    expect(await back(server, provider)).toBeNull();
    const audit = await server.db.select().from(staffAudit).orderBy(staffAudit.id);
    expect(audit.map(({ action, username, details }) => ({ action, username, details }))).toEqual([
      { action: 'providerGone', username: 'command', details: { provider, days: DAYS } },
      { action: 'providerBack', username: 'command', details: { provider } },
    ]);
  });
});

describe('a card provider without a schedule', () => {
  let server: YooKassaServer;
  let customer: Awaited<ReturnType<YooKassaServer['customer']>>;
  const charges = () => server.sent.filter(({ body }) => 'payment_method_id' in body);

  beforeEach(async () => {
    server = await startYooKassaServer();
    customer = await server.customer('payer@example.org');
    await customer.subscribe();
  });

  const chargeDate = async (): Promise<Date> => {
    const { nextChargeAt } = await findSubscription(server.db, customer.id);
    if (nextChargeAt === null) throw new Error('no charge is scheduled');
    return nextChargeAt;
  };

  it('gets no charge while it is gone, and charges late after an announcement when it is back', async () => {
    const due = await chargeDate();
    await gone(server, 'yooKassa');
    server.clock.set(addDays(due, 5));
    await server.settle();
    expect(charges()).toEqual([]);
    expect((await readCustomerSubscription(server, customer.id)).status).toBe('ACTIVE');
    await back(server, 'yooKassa');
    await server.settle();
    await server.passDays(2.5);
    expect(charges()).toEqual([]);
    await server.passDays(1);
    expect(charges()).toHaveLength(1);
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'ACTIVE',
      needsCard: false,
    });
  });

  it('loses the customer to the other card provider by a change of card, with the same charge date', async () => {
    const due = await chargeDate();
    // The welcome email is sent first.
    server.clock.advance(10_000);
    await server.settle();
    await gone(server, 'yooKassa');
    await server.settle();
    expect(await readGoneProviders(server.db)).toMatchObject([{ affected: 1, moved: 0, waiting: 1 }]);
    sellWithFormer(server);
    const { order, state } = await getCardChange(server, customer.token);
    expect({ state, kind: order?.kind }).toEqual({ state: 'offered', kind: 'cardChange' });
    if (!order) throw new Error('there is no order');
    await payOrder(server, order, '5555');
    await server.settle();
    expect(await readGoneProviders(server.db)).toMatchObject([{ affected: 1, moved: 1, waiting: 0 }]);
    const { expirationDate, needsCard, cardMask } = await readCustomerSubscription(server, customer.id);
    expect({ needsCard, cardMask }).toEqual({ needsCard: false, cardMask: '•••• 5555' });
    expect(Math.abs((expirationDate?.getTime() ?? 0) - due.getTime())).toBeLessThan(60_000);
    await back(server, 'yooKassa');
    await server.settle();
    expect(await readCustomerSubscription(server, customer.id)).toMatchObject({
      status: 'ACTIVE',
      needsCard: false,
    });
    expect(goneEmails(server, 'payer@example.org')).toHaveLength(1);
  });

  it('lets the new card pay the month that is due', async () => {
    const due = await chargeDate();
    await gone(server, 'yooKassa');
    await server.settle();
    sellWithFormer(server);
    server.clock.set(addDays(due, 6));
    await server.settle();
    const { order } = await getCardChange(server, customer.token);
    expect(order?.kind).toBe('cardChangeMonth');
    if (!order) throw new Error('there is no order');
    await payOrder(server, order, '5555');
    const { status, expirationDate } = await readCustomerSubscription(server, customer.id);
    expect(status).toBe('ACTIVE');
    expect(expirationDate?.getUTCDate()).toBe(addSeconds(due, 2).getUTCDate());
    expect(expirationDate?.getTime()).toBeGreaterThan(server.clock.now().getTime());
  });

  it('offers no other card while the outcome of a charge is unknown', async () => {
    const due = await chargeDate();
    server.clock.set(new Date(due.getTime() - 3 * DAY_MS + 60_000));
    await server.settle();
    server.clock.set(new Date(due.getTime() + 60_000));
    await server.fake.change({ faults: ['errorAfter'], drop: true });
    await server.settle();
    await gone(server, 'yooKassa');
    server.connect(false);
    sellWithFormer(server);
    await server.settle();
    const requests = charges().length;
    expect(requests).toBe(1);
    expect((await getCardChange(server, customer.token)).state).toBe('chargeDue');
    server.clock.advance(DAY_MS);
    await server.settle();
    expect(charges()).toHaveLength(requests);
  });
});
