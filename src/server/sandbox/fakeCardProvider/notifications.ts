/**
 * Delivers notifications to the product. Notifications are stored in the database and retried on the card provider's
 * schedule until the product responds with `{"code":0}`. The sandbox can drop, duplicate or delay notifications.
 */
import { createHmac } from 'node:crypto';
import { and, asc, eq, inArray, lte, min } from 'drizzle-orm';
import * as v from 'valibot';
import { signNotification } from '../../adapters/cloudPayments/cloudPaymentsNotifications';
import type { Database } from '../../store/database';
import { createQueue } from '../outside/queue';
import { sandboxCardKnobs, sandboxNotifications } from '../schema/cards';
import {
  type FakeCardProviderOptions,
  type NotificationRow,
  type NotificationType,
} from './fakeProviderContext';

/** Settings that drop, duplicate or delay all future notifications. */
export interface NotificationKnobs {
  /** Whether all notifications are dropped, so that they are never sent. */
  drop: boolean;
  /** Number of times that each notification is sent. */
  copies: number;
  delayMs: number;
}

export interface NotificationResult {
  /** HTTP status of the product's response, or 0 if the product did not respond. */
  status: number;
  /** Code in the body of the product's response, or null if the body contains no code. */
  code: number | null;
}

const NO_KNOBS: NotificationKnobs = { drop: false, copies: 1, delayMs: 0 };

const KNOBS_ROW = 1;
const DEADLINE_MS = 30_000;
const LEASE_MS = 60_000;
const RETRY_MINUTES: readonly number[] = [1, 2, 5, 10, 30];
const MAX_TRIES = 100;
const BATCH = 50;

const result = v.object({ code: v.number() });

export interface Notifications {
  knobs(): Promise<NotificationKnobs>;
  setKnobs(knobs: NotificationKnobs): Promise<void>;
  /** Stores a notification in the caller's transaction. `deliverDue` sends the stored notification later. */
  enqueue(
    tx: Database,
    message: {
      paymentId: number | null;
      type: NotificationRow['type'];
      body: string;
      knobs: NotificationKnobs;
    },
  ): Promise<number[]>;
  /** Sends a notification immediately and returns the product's response. */
  send(type: NotificationType, body: string): Promise<NotificationResult>;
  /** Sends all due notifications. Resolves after the product has responded to each notification. */
  deliverDue(): Promise<void>;
  nextDueAt(): Promise<Date | null>;
}

export function createNotifications(options: FakeCardProviderOptions): Notifications {
  const { db, notifyBaseUrl, apiSecret, logger } = options;
  const { clock } = options.terminal;
  const inTurn = createQueue();

  async function send(type: NotificationType, body: string): Promise<NotificationResult> {
    const bytes = new TextEncoder().encode(body);
    const decoded = decodeURIComponent(body.replaceAll('+', ' '));
    try {
      const response = await options.fetch(`${notifyBaseUrl}/${type}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-HMAC': signNotification(bytes, apiSecret),
          'X-Content-HMAC': createHmac('sha256', apiSecret).update(decoded).digest('base64'),
        },
        body: bytes,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const parsed = v.safeParse(result, await response.json().catch(() => null));
      return { status: response.status, code: parsed.success ? parsed.output.code : null };
    } catch (error) {
      logger.warn(
        { type, reason: error instanceof Error ? error.name : 'unknown' },
        'the product did not respond',
      );
      return { status: 0, code: null };
    }
  }

  async function deliver(row: NotificationRow): Promise<void> {
    const { status, code } = await send(row.type, row.body);
    const attempts = row.attempts + 1;
    const isDelivered = status === 200 && code === 0;
    const retryMinutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? 30;
    await db
      .update(sandboxNotifications)
      .set(
        isDelivered
          ? { state: 'delivered', attempts, lastError: null }
          : {
              state: attempts >= MAX_TRIES ? 'failed' : 'pending',
              attempts,
              lastError: `HTTP ${status}, code ${code ?? 'none'}`,
              dueAt: new Date(clock.now().getTime() + retryMinutes * 60_000),
            },
      )
      .where(eq(sandboxNotifications.id, row.id));
  }

  async function deliverRound(): Promise<void> {
    for (;;) {
      const now = clock.now();
      const due = await db
        .select({ id: sandboxNotifications.id })
        .from(sandboxNotifications)
        .where(and(eq(sandboxNotifications.state, 'pending'), lte(sandboxNotifications.dueAt, now)))
        .orderBy(asc(sandboxNotifications.dueAt), asc(sandboxNotifications.id))
        .limit(BATCH);
      if (due.length === 0) return;
      // Notifications are leased before they are sent. If the process crashes before a response arrives, the
      // notifications become due again after the lease.
      const claimed = await db
        .update(sandboxNotifications)
        .set({ dueAt: new Date(now.getTime() + LEASE_MS) })
        .where(
          inArray(
            sandboxNotifications.id,
            due.map(({ id }) => id),
          ),
        )
        .returning();
      for (const row of claimed.sort((a, b) => a.id - b.id)) await deliver(row);
    }
  }

  return {
    send,

    async knobs() {
      const [row] = await db.select().from(sandboxCardKnobs);
      return row === undefined ? NO_KNOBS : { drop: row.drop, copies: row.copies, delayMs: row.delayMs };
    },

    async setKnobs(knobs) {
      await db
        .insert(sandboxCardKnobs)
        .values({ id: KNOBS_ROW, ...knobs })
        .onConflictDoUpdate({ target: sandboxCardKnobs.id, set: knobs });
    },

    async enqueue(tx, { paymentId, type, body, knobs }) {
      const now = clock.now();
      const row = {
        paymentId,
        type,
        body,
        state: knobs.drop ? ('dropped' as const) : ('pending' as const),
        dueAt: new Date(now.getTime() + knobs.delayMs),
        createdAt: now,
      };
      const rows = await tx
        .insert(sandboxNotifications)
        .values(Array.from({ length: Math.max(1, knobs.copies) }, () => row))
        .returning({ id: sandboxNotifications.id });
      return rows.map(({ id }) => id);
    },

    deliverDue: () => inTurn(deliverRound),

    async nextDueAt() {
      const [row] = await db
        .select({ at: min(sandboxNotifications.dueAt) })
        .from(sandboxNotifications)
        .where(eq(sandboxNotifications.state, 'pending'));
      return row?.at ?? null;
    },
  };
}
