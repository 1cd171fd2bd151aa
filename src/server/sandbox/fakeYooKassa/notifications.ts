/**
 * Delivers the notifications of the fake YooKassa, which carry no signature. A notification is repeated until the product
 * responds with exactly HTTP 200, for 24 hours from its event. The real intervals are not published, so the intervals
 * here are assumptions.
 */
import { and, asc, desc, eq, lte, min } from 'drizzle-orm';
import type { Logger } from '../../ports/logger';
import type { Database } from '../../store/database';
import { createQueue } from '../outside/queue';
import { yooKassaNotifications } from '../schema/yooKassa';
import type { Shop } from './shop';

export interface NotificationOptions {
  db: Database;
  /** Function that sends requests to the product. */
  fetch: typeof fetch;
  /** URL of the product's webhook, as set in the provider's dashboard. */
  notifyUrl: string;
  logger: Logger;
}

const RETRY_MINUTES: readonly number[] = [1, 2, 5, 10, 30];
const REPEATED_FOR_MS = 24 * 3_600_000;
const DEADLINE_MS = 10_000;
const LEASE_MS = 60_000;

export interface Notifications {
  /** Stores a notification in the caller's transaction. `deliverDue` sends the stored notification later. */
  enqueue(tx: Database, notification: { event: string; objectId: string; object: object }): Promise<void>;
  /** Sends all due notifications. Resolves after the product has responded to each notification. */
  deliverDue(): Promise<void>;
  nextDueAt(): Promise<Date | null>;
}

type Row = typeof yooKassaNotifications.$inferSelect;

export function createNotifications(options: NotificationOptions, shop: Shop): Notifications {
  const { db, notifyUrl, logger } = options;
  const { clock } = shop;
  const inTurn = createQueue();

  async function send({ event, body }: Row): Promise<number> {
    try {
      const response = await options.fetch(notifyUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return response.status;
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      logger.warn({ event, reason }, 'the product did not respond');
      return 0;
    }
  }

  async function deliver(row: Row): Promise<void> {
    const status = await send(row);
    const attempts = row.attempts + 1;
    const pauseMinutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 30;
    const dueAt = new Date(clock.now().getTime() + pauseMinutes * 60_000);
    const isOver = dueAt.getTime() > row.createdAt.getTime() + REPEATED_FOR_MS;
    await db
      .update(yooKassaNotifications)
      .set(
        status === 200
          ? { state: 'delivered', attempts }
          : { state: isOver ? 'failed' : 'pending', attempts, dueAt },
      )
      .where(eq(yooKassaNotifications.id, row.id));
  }

  /**
   * Leases the next due notification. If the process crashes before a response arrives, the notification becomes due
   * again after the lease.
   */
  async function takeDue(): Promise<Row | null> {
    const now = clock.now();
    const { dueAt, id, state } = yooKassaNotifications;
    const isReversed = shop.settings().reversed;
    const [row] = await db
      .select()
      .from(yooKassaNotifications)
      .where(and(eq(state, 'pending'), lte(dueAt, now)))
      .orderBy(...(isReversed ? [desc(id)] : [asc(dueAt), asc(id)]))
      .limit(1);
    if (row === undefined) return null;
    const leased = { dueAt: new Date(now.getTime() + LEASE_MS) };
    await db.update(yooKassaNotifications).set(leased).where(eq(id, row.id));
    return row;
  }

  async function deliverRound(): Promise<void> {
    for (let row = await takeDue(); row !== null; row = await takeDue()) await deliver(row);
  }

  return {
    async enqueue(tx, { event, objectId, object }) {
      const { drop, copies, delayMs } = shop.settings();
      const now = clock.now();
      const row = {
        event,
        objectId,
        body: JSON.stringify({ type: 'notification', event, object }),
        state: drop ? ('dropped' as const) : ('pending' as const),
        dueAt: new Date(now.getTime() + delayMs),
        createdAt: now,
      };
      await tx.insert(yooKassaNotifications).values(Array.from({ length: Math.max(1, copies) }, () => row));
    },

    // Calls wait for each other, because the process of the fake and the server both ask for due notifications.
    deliverDue: () => inTurn(deliverRound),

    async nextDueAt() {
      const [row] = await db
        .select({ at: min(yooKassaNotifications.dueAt) })
        .from(yooKassaNotifications)
        .where(eq(yooKassaNotifications.state, 'pending'));
      return row?.at ?? null;
    },
  };
}
