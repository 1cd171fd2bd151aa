/** Inserts subscribers with their payments, sessions, devices and device links, as months of use leave them. */
import { sql } from 'drizzle-orm';
import { deriveSecret, hashOwnSecret } from '../../../src/server/secrets';
import type { Database } from '../../../src/server/store/database';
import { customerSessions } from '../../../src/server/store/schema/sessions';
import { vpnLinks } from '../../../src/server/store/schema/vpn';
import { insertInBulk } from '../bulkInsert';

/** Number of paid months of each subscriber before the benchmark. */
const MONTHS = 5;
const MONTH_KOPECKS = 44_900;
const STEP = 10_000;

export const buildEmail = (number: number): string => `subscriber${number}@shop.example`;
export const buildUid = (number: number): string => `load-${number}`;
export const buildRecurringPaymentId = (number: number): string => `sc_load_${number}`;
export const deriveSession = (number: number, key: string): string =>
  deriveSecret('customerAccess', key, `${number}`);
export const deriveLink = (number: number, key: string): string =>
  deriveSecret('vpnLink', key, `${number}:${number}`);

/** Inserts subscribers 1 to `count`. Account, device and link of a subscriber have the same number. */
export async function insertSubscribers(db: Database, count: number, key: string): Promise<void> {
  for (let from = 1; from <= count; from += STEP) {
    const to = Math.min(from + STEP - 1, count);
    const numbers = sql`generate_series(${from}::int, ${to}::int) as n`;
    await db.execute(sql`
      insert into accounts (id, uid, email, provider_id, created_at)
      select n, 'load-' || n, 'subscriber' || n || '@shop.example', 'email', now() - interval '6 months' from ${numbers}`);
    await db.execute(sql`
      insert into orders (id, account_id, provider, kind, variant, amount_kopecks, currency, recurring_payment_amount_kopecks,
        recurring_payment_start_at, recurring_payment_id, created_at, offered_at, paid_transaction_id, paid_at)
      select 'load-order-' || n, n, 'cloudPayments', 'trial', 'web', 100, 'RUB', ${MONTH_KOPECKS},
        now() - interval '5 months', 'sc_load_' || n, now() - interval '6 months', now() - interval '6 months',
        'first-' || n, now() - interval '5 months 7 days' from ${numbers}`);
    await db.execute(sql`
      insert into ledger_events (account_id, event_key, at, kind, data, recorded_at)
      select n, 'paid:cloudPayments:' || case m when 0 then 'first-' else 'month' || m || '-' end || n,
        now() - interval '5 months' + m * interval '1 month' - case m when 0 then interval '7 days' else interval '1 month' end,
        'paymentSucceeded',
        jsonb_build_object('kind', 'paymentSucceeded', 'provider', 'cloudPayments',
          'transactionId', case m when 0 then 'first-' else 'month' || m || '-' end || n, 'orderId', 'load-order-' || n,
          'role', case m when 0 then 'first' else 'recurrent' end, 'orderKind', 'trial',
          'amountKopecks', case m when 0 then 100 else ${MONTH_KOPECKS}::int end,
          'recurringPaymentAmountKopecks', ${MONTH_KOPECKS}::int,
          'recurringPaymentStartAt', to_char(now() at time zone 'utc' - interval '5 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'trialDays', 7, 'cardMask', '•••• 4242'),
        now() from ${numbers}, generate_series(0, ${MONTHS}) as m`);
    await db.execute(sql`
      insert into subscriptions (account_id, status, recurring, access_until, next_charge_at, last_grant, amount_kopecks,
        provider_recurring_payment_id, first_payment_activated, total_paid_kopecks, card_mask, updated_at)
      select n, 'ACTIVE', true, now() + interval '3 days', now(), 'payment', ${MONTH_KOPECKS}, 'sc_load_' || n, true,
        ${MONTHS * MONTH_KOPECKS}, '•••• 4242', now() from ${numbers}`);
    await db.execute(sql`
      insert into devices (id, account_id, device_id, device_name, platform, is_active, first_activation, attached_at)
      select n, n, 'device-of-subscriber-' || n, 'Pixel 9', 'android', true, now(), now() from ${numbers}`);
    await db.execute(sql`
      insert into vpn_keys (device_id, revision, applied_revision, ref, wanted_until, applied_until, applied_at, opened_at)
      select n, 1, 1, 'ref-' || n, now() + interval '3 days', now() + interval '3 days', now(), now() from ${numbers}`);
    const now = new Date();
    const subscribers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    await insertInBulk(
      db,
      vpnLinks,
      subscribers.map((number) => ({
        ...{
          accountId: number,
          system: 'android',
          createdAt: now,
          deviceId: number,
          app: 'Happ',
        },
        ...{ boundAt: now, tokenHash: hashOwnSecret('vpnLink', deriveLink(number, key)) },
      })),
    );
    await insertInBulk(
      db,
      customerSessions,
      subscribers.map((number) => ({
        ...{ accountId: number, createdAt: now, lastUsedAt: now },
        tokenHash: hashOwnSecret('customerAccess', deriveSession(number, key)),
      })),
    );
  }
  await db.execute(sql`
    select setval('accounts_id_seq', ${count}), setval('devices_id_seq', ${count})`);
}
