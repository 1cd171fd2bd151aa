/**
 * Fills the product with demo customers. The same number always produces the same demo customer. Existing customers are
 * not changed, so seeding can be repeated or interrupted safely.
 */
import { sql } from 'drizzle-orm';
import { CLOUD_PAYMENTS } from '../adapters/cloudPayments/cloudPayments';
import type { Deps } from '../deps';
import { addDays } from '../domain/billing/billingCalendar';
import { statusAt, summarize } from '../domain/billing/status';
import type { Database } from '../store/database';
import { claimGift, insertGift } from '../store/gifts';
import { insertOrder } from '../store/orders';
import { accounts } from '../store/schema/accounts';
import { connections, devices } from '../store/schema/devices';
import { outbox } from '../store/schema/outbox';
import { EMAIL_PROVIDER } from '../usecases/accounts/accounts';
import { change, readState } from '../usecases/billing/ledger/change';
import { grantGiftMonths } from '../usecases/billing/subscriptions/grantGiftMonths';
import { giftKeyHash } from '../usecases/gifts/gifts';
import { type DemoCustomer, demoCustomer } from './demoCustomers';
import { demoEvents, type DemoSchedule, demoSchedule, demoToday, MONTH_KOPECKS } from './demoHistory';
import type { ProviderHistory } from './fakeCardProvider/seedHistory';
import { DEMO_DEVICES } from './texts/demoDevices';

/**
 * Number of demo customers that are created per transaction. The product can process other requests between two
 * transactions.
 */
const CHUNK = 1000;
const CURRENCY = 'RUB';

/**
 * Stores a payment history at the card provider. The history is inserted in the caller's transaction if the fake card
 * provider shares the database.
 */
export type SeedProvider = (tx: Database, history: ProviderHistory) => Promise<string[]>;

interface Seeding {
  tx: Database;
  logger: Deps['logger'];
  seedProvider: SeedProvider;
  /** Noon of the day to which the histories of the demo customers are relative. */
  today: Date;
  now: Date;
}

type NewAccount = DemoCustomer & { accountId: number };

async function insertAccounts({ tx, today }: Seeding, customers: DemoCustomer[]): Promise<NewAccount[]> {
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

/**
 * Inserts the payments at the fake card provider and returns their transaction ids in the same order. If the fake card
 * provider will not charge the customer again, the list of transaction ids is empty.
 */
async function insertPayments(
  { tx, seedProvider }: Seeding,
  customer: NewAccount,
  planned: DemoSchedule,
): Promise<string[]> {
  const { story, accountId, uid, email } = customer;
  if (story.kind !== 'paying') return [];
  const transactionIds = await seedProvider(tx, {
    ...planned,
    accountId: uid,
    email,
    amountKopecks: MONTH_KOPECKS,
    nextChargeFails: story.nextChargeFails,
  });
  const [first] = planned.payments;
  const transactionId = transactionIds[0] ?? null;
  await insertOrder(tx, {
    id: planned.orderId,
    provider: CLOUD_PAYMENTS,
    accountId,
    kind: 'trial',
    variant: 'web',
    amountKopecks: first.amountKopecks,
    currency: CURRENCY,
    recurringPaymentAmountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: planned.startAt,
    recurringPaymentId: planned.recurringPaymentId,
    createdAt: first.at,
    offeredAt: first.at,
    attemptTransactionId: transactionId,
    attemptedAt: first.at,
    paidTransactionId: transactionId,
    paidAt: first.at,
  });
  return transactionIds;
}

/** Grants a gift whose gift key is not known to any customer. */
async function giveGift(
  { tx, logger }: Seeding,
  { accountId, uid }: NewAccount,
  { months, at }: { months: number; at: Date },
): Promise<void> {
  const keyHash = giftKeyHash(`demo gift of ${uid}`);
  await insertGift(tx, { keyHash, keyEnding: uid.slice(-4), months, createdAt: at, createdBy: null });
  const gift = await claimGift(tx, keyHash, accountId, at);
  if (gift !== null) await grantGiftMonths(tx, { logger }, { accountId, months, giftId: gift.id, at });
}

/**
 * Replays the history of a demo customer and returns the time of its last event. Returns null for a demo customer
 * without history.
 */
async function liveHistory(seeding: Seeding, customer: NewAccount): Promise<Date | null> {
  const { tx, today } = seeding;
  const { accountId, story } = customer;
  if (story.kind === 'gifted') {
    const at = addDays(today, -story.grantedDaysAgo);
    await giveGift(seeding, customer, { months: story.months, at });
    return at;
  }
  const planned = demoSchedule(customer, today);
  if (planned === null) return null;
  const transactionIds = await insertPayments(seeding, customer, planned);
  const events = demoEvents(customer, planned, transactionIds, today);
  for (const event of events) await change(tx, accountId, [event], event.at);
  return events.at(-1)?.at ?? null;
}

/**
 * Replays the history of a demo customer up to now. The ledger events are recorded by `change`, the same function that
 * changes real accounts.
 */
async function live(seeding: Seeding, customer: NewAccount): Promise<void> {
  const { tx, now } = seeding;
  const { accountId } = customer;
  const lastAt = await liveHistory(seeding, customer);
  if (lastAt === null) return;
  const { state } = await readState(tx, accountId);
  const { changesAt } = statusAt(summarize(state), lastAt);
  if (changesAt !== null && changesAt <= now) await change(tx, accountId, [], changesAt);
  // Emails and commands to the card provider from the simulated past must not be sent.
  await tx.delete(outbox).where(sql`${outbox.payload}->>'accountId' = ${String(accountId)}`);
  await change(tx, accountId, [], now);
}

async function insertDevices({ tx, today }: Seeding, customers: NewAccount[]): Promise<void> {
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
  if (rows.length === 0) return;
  await tx.insert(devices).values(rows);
  await tx.insert(connections).values(
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

async function insertChunk(seeding: Seeding, customers: DemoCustomer[]): Promise<number> {
  const fresh = await insertAccounts(seeding, customers);
  for (const customer of fresh) await live(seeding, customer);
  await insertDevices(seeding, fresh);
  return fresh.length;
}

/** Creates the first `customers` demo customers. Returns the number of demo customers that did not exist before. */
export async function seedDemoCustomers(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  seedProvider: SeedProvider,
  customers: number,
): Promise<{ customers: number; created: number }> {
  let created = 0;
  for (let start = 0; start < customers; start += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, customers - start) }, (_, index) =>
      demoCustomer(start + index),
    );
    const now = clock.now();
    created += await db.transaction((tx) =>
      insertChunk({ tx, logger, seedProvider, today: demoToday(now), now }, chunk),
    );
  }
  // Without `analyze`, PostgreSQL would plan queries for the few rows that existed before seeding, until autovacuum
  // runs.
  if (created >= CHUNK) await db.execute(sql`analyze`);
  return { customers, created };
}
