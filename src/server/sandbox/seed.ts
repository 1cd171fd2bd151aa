/**
 * Fills the product with demo customers. The same numbers are the same people every time; those who
 * are there already are left alone, so a repeated or interrupted seeding breaks nothing.
 */
import { sql } from 'drizzle-orm';
import { toKopecks } from '../../shared/money';
import { OFFER_TERMS } from '../../shared/offerTerms';
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';
import { CLOUD_PAYMENTS } from '../adapters/cloudPayments/cloudPayments';
import type { Deps } from '../deps';
import { addDays } from '../domain/billing/billingCalendar';
import {
  type DailyFigure,
  happenedIn,
  movedBetween,
  NO_STANDING,
  standingOf,
  summed,
} from '../domain/billing/figures';
import { foldSubscription } from '../domain/billing/fold';
import type { LedgerEvent } from '../domain/billing/ledgerEvents';
import { statusAt, summarize } from '../domain/billing/status';
import { insertAccountEvent } from '../store/accountEvents';
import { addDailyFigures } from '../store/dailyFigures';
import type { Database } from '../store/database';
import { accounts } from '../store/schema/accounts';
import { dailyFigures } from '../store/schema/dailyFigures';
import { connections, devices } from '../store/schema/devices';
import { orders } from '../store/schema/orders';
import { ledgerEvents, subscriptions } from '../store/schema/subscriptions';
import { EMAIL_PROVIDER } from '../usecases/accounts/accounts';
import { change } from '../usecases/billing/change/change';
import { entryOfEvent, entryOfStatus } from '../usecases/billing/change/timelineEntries';
import { insertInBulk } from './bulkInsert';
import { type DemoCustomer, demoCustomer, isShownCustomer } from './demoCustomers';
import { demoEvents, type DemoSchedule, demoSchedule, demoToday } from './demoHistory';
import type { ProviderHistory } from './fakeCardProvider/seedHistory';
import { DEMO_DEVICES } from './texts/demoDevices';

/** Customers in one transaction: between two of them the product answers others. */
const CHUNK = 1000;
const CURRENCY = 'RUB';
const MONTH_KOPECKS = toKopecks(OFFER_TERMS.monthlyPriceRub);

/** Stores a history at the card provider, in the caller's transaction if the fake shares the database. */
export type SeedProvider = (tx: Database, history: ProviderHistory) => Promise<string[]>;

type NewAccount = DemoCustomer & { accountId: number };

async function insertAccounts(tx: Database, customers: DemoCustomer[], today: Date): Promise<NewAccount[]> {
  const inserted = await tx
    .insert(accounts)
    .values(
      customers.map((customer) => ({
        uid: customer.uid,
        email: customer.email,
        providerId: EMAIL_PROVIDER,
        createdAt: registeredAt(customer, today),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: accounts.id, email: accounts.email });
  const ids = new Map(inserted.map(({ id, email }) => [email, id]));
  return customers.flatMap((customer) => {
    const accountId = ids.get(customer.email);
    return accountId === undefined ? [] : [{ ...customer, accountId }];
  });
}

function registeredAt(customer: DemoCustomer, today: Date): Date {
  const planned = demoSchedule(customer, today)?.payments[0]?.at ?? today;
  return addDays(planned, -customer.registeredDaysAgo);
}

async function insertOrder(
  tx: Database,
  customer: NewAccount,
  planned: DemoSchedule,
  transactionId: string | null,
): Promise<void> {
  const paidAt = planned.payments[0]?.at ?? planned.startAt;
  await tx.insert(orders).values({
    id: planned.orderId,
    provider: CLOUD_PAYMENTS,
    accountId: customer.accountId,
    kind: 'trial',
    variant: 'web',
    amountKopecks: planned.payments[0]?.amountKopecks ?? 0,
    currency: CURRENCY,
    recurringPaymentAmountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: planned.startAt,
    recurringPaymentId: planned.recurringPaymentId,
    createdAt: paidAt,
    offeredAt: paidAt,
    attemptTransactionId: transactionId,
    attemptedAt: paidAt,
    paidTransactionId: transactionId,
    paidAt,
  });
}

const eventRow = (accountId: number, event: LedgerEvent, now: Date) => ({
  accountId,
  eventKey: event.key,
  at: event.at,
  kind: event.data.kind,
  data: event.data,
  recordedAt: now,
});

/** The row that readers see, as it is at `now`. */
function rowOf(accountId: number, events: readonly LedgerEvent[], now: Date) {
  const { recurringPaymentId, ...summary } = summarize(foldSubscription(events));
  const { status, changesAt } = statusAt(summary, now);
  return {
    accountId,
    status,
    ...summary,
    providerRecurringPaymentId: recurringPaymentId,
    statusChangesAt: changesAt,
    updatedAt: now,
  };
}

/** A change of status as it came about: by a fact, or (`event` left out) by time alone. */
interface Turn {
  at: Date;
  from: SubscriptionStatus;
  to: SubscriptionStatus;
  until: Date | null;
  event: LedgerEvent | undefined;
}

/** The life of an account up to `now` as the product would have followed it, fact by fact. */
function followLife(events: readonly LedgerEvent[], now: Date): { turns: Turn[]; figures: DailyFigure[] } {
  const turns: Turn[] = [];
  const moves: DailyFigure[] = [];
  let standing = NO_STANDING;
  const turn = (known: readonly LedgerEvent[], at: Date, event: LedgerEvent | undefined): void => {
    const state = foldSubscription(known);
    const { status, expirationDate } = statusAt(summarize(state), at);
    const next = standingOf(state, status);
    if (status !== standing.status)
      turns.push({ at, from: standing.status, to: status, until: expirationDate, event });
    moves.push(...movedBetween(standing, next, at));
    standing = next;
  };
  events.forEach((event, index) => turn(events.slice(0, index + 1), event.at, event));
  const last = events.at(-1);
  if (last !== undefined) {
    const { changesAt } = statusAt(summarize(foldSubscription(events)), last.at);
    if (changesAt !== null && changesAt <= now) turn(events, changesAt, undefined);
  }
  return { turns, figures: summed([...happenedIn(events, foldSubscription(events)), ...moves]) };
}

/** What staff see of the life of an account that they are shown. */
async function insertTimeline(
  tx: Database,
  accountId: number,
  { events, turns, now }: { events: readonly LedgerEvent[]; turns: readonly Turn[]; now: Date },
): Promise<void> {
  const state = foldSubscription(events);
  const entries = [
    // A demo gift was never made: there is no key to name.
    ...events.flatMap((event) =>
      event.data.kind === 'giftGranted' ? [] : (entryOfEvent(event, state, { now, agreedAt: null }) ?? []),
    ),
    ...turns.map(({ at, event, ...turn }) => entryOfStatus(turn, event, at)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const entry of entries) await insertAccountEvent(tx, { accountId }, entry);
}

/** Those who will be charged: few, so each goes the product's own way. */
async function insertPaying(
  tx: Database,
  seedProvider: SeedProvider,
  customer: NewAccount,
  { today, now }: { today: Date; now: Date },
): Promise<void> {
  const { story, accountId } = customer;
  const planned = demoSchedule(customer, today);
  if (planned === null || story.kind !== 'paying') return;
  const transactionIds = await seedProvider(tx, {
    ...planned,
    accountId: customer.uid,
    email: customer.email,
    amountKopecks: MONTH_KOPECKS,
    nextChargeFails: story.nextChargeFails,
  });
  await insertOrder(tx, customer, planned, transactionIds[0] ?? null);
  const events = demoEvents(customer, planned, transactionIds, today);
  await tx.insert(ledgerEvents).values(events.map((event) => eventRow(accountId, event, now)));
  const { turns, figures } = followLife(events, now);
  await insertTimeline(tx, accountId, { events, turns, now });
  await addDailyFigures(tx, figures);
  // The past is told above: what follows from it, dates and commands, comes the product's own way.
  await tx.insert(subscriptions).values(rowOf(accountId, events, now));
  await change(tx, accountId, [], now);
}

/** The others have their state folded here and written in bulk. */
async function insertSettled(tx: Database, customers: NewAccount[], today: Date, now: Date): Promise<void> {
  const histories = customers
    .map(({ accountId, ...customer }) => ({
      accountId,
      isShown: isShownCustomer(customer.number),
      events: demoEvents({ ...customer }, demoSchedule(customer, today), [], today),
    }))
    .filter(({ events }) => events.length > 0);
  await insertInBulk(
    tx,
    ledgerEvents,
    histories.flatMap(({ accountId, events }) => events.map((event) => eventRow(accountId, event, now))),
  );
  await insertInBulk(
    tx,
    subscriptions,
    histories.map(({ accountId, events }) => rowOf(accountId, events, now)),
  );
  const figures: DailyFigure[] = [];
  for (const { accountId, events, isShown } of histories) {
    const life = followLife(events, now);
    figures.push(...life.figures);
    if (isShown) await insertTimeline(tx, accountId, { events, turns: life.turns, now });
  }
  await insertInBulk(tx, dailyFigures, summed(figures));
}

async function insertDevices(tx: Database, customers: NewAccount[], today: Date): Promise<void> {
  const rows = customers.flatMap((customer) =>
    Array.from({ length: customer.devices }, (_, index) => {
      const model = DEMO_DEVICES[(customer.number + index) % DEMO_DEVICES.length] ?? DEMO_DEVICES[0];
      const attachedAt = addDays(registeredAt(customer, today), index);
      return {
        accountId: customer.accountId,
        deviceId: `demo${customer.uid.slice(0, 10).toLowerCase()}${index + 1}`,
        deviceName: model.deviceName,
        platform: model.platform,
        firebaseToken: index === 0 ? `demo-token-${customer.number + 1}` : null,
        isActive: true,
        firstActivation: attachedAt,
        attachedAt,
      };
    }),
  );
  await insertInBulk(tx, devices, rows);
  await insertInBulk(
    tx,
    connections,
    rows.map(({ accountId, deviceId, deviceName, platform, attachedAt }, index) => ({
      accountId,
      deviceId,
      deviceName,
      platform,
      connectedAt: addDays(attachedAt, 1),
      success: index % 5 !== 4,
    })),
  );
}

async function insertChunk(
  tx: Database,
  seedProvider: SeedProvider,
  customers: DemoCustomer[],
  now: Date,
): Promise<number> {
  const today = demoToday(now);
  const fresh = await insertAccounts(tx, customers, today);
  if (fresh.length === 0) return 0;
  await insertSettled(
    tx,
    fresh.filter(({ story }) => story.kind !== 'paying'),
    today,
    now,
  );
  const paying = fresh.filter(({ story }) => story.kind === 'paying');
  for (const customer of paying) await insertPaying(tx, seedProvider, customer, { today, now });
  await insertDevices(tx, fresh, today);
  return fresh.length;
}

/** Makes the first `customers` demo customers; returns how many there were not yet. */
export async function seedDemoCustomers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  seedProvider: SeedProvider,
  customers: number,
): Promise<{ customers: number; created: number }> {
  let created = 0;
  for (let start = 0; start < customers; start += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, customers - start) }, (_, index) =>
      demoCustomer(start + index),
    );
    created += await db.transaction((tx) => insertChunk(tx, seedProvider, chunk, clock.now()));
  }
  // Until the database looks by itself, it plans for the handful of rows that there were.
  if (created >= CHUNK) await db.execute(sql`analyze`);
  return { customers, created };
}
