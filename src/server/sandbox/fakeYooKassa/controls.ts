/**
 * Controls of the fake YooKassa for the sandbox page: a list of payments and refunds, and everything that payers, banks and
 * the operator can do there.
 */
import { desc, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { formatCardMask } from '../../adapters/providerText';
import type { Database } from '../../store/database';
import {
  yooKassaMethods,
  yooKassaPayments,
  yooKassaRefunds,
  type YooKassaSettings,
} from '../schema/yooKassa';
import type { FakeYooKassa } from './fakeYooKassa';
import type { PaymentRow, RefundRow } from './objects';

const LISTED_MAX = 200;

/** Cancellation reason of charges after the payer has withdrawn the permission. */
const REVOKED = 'permission_revoked';

/** Payment at the fake YooKassa. */
interface ListedPayment extends Pick<
  PaymentRow,
  'status' | 'amountKopecks' | 'refundedKopecks' | 'description' | 'reason'
> {
  id: string;
  at: string;
  cardMask: string | null;
  /** Id of the saved card, or null if no card is saved or charges of the card are not permitted. */
  methodId: string | null;
}

/** Refund at the fake YooKassa. */
interface ListedRefund extends Pick<RefundRow, 'status' | 'amountKopecks' | 'paymentId' | 'reason'> {
  id: string;
  at: string;
}

/** Settings of the shop that the sandbox page changes. */
export type ShopChoices = Pick<
  YooKassaSettings,
  | 'autopayments'
  | 'retriesInWidget'
  | 'refundsPend'
  | 'nextChargeReason'
  | 'skewMs'
  | 'drop'
  | 'copies'
  | 'delayMs'
>;

export interface YooKassaState {
  settings: ShopChoices;
  /** Newest payments and refunds, newest first. */
  payments: ListedPayment[];
  refunds: ListedRefund[];
}

/**
 * Actions on a payment or a refund. `revoke` withdraws the permission to charge a saved card. `refund` refunds the rest of
 * a payment in the provider's dashboard. `settle` and `reject` end a pending refund.
 */
export const YOOKASSA_ACTIONS = ['revoke', 'refund', 'settle', 'reject'] as const;

export interface YooKassaControls {
  read(): Promise<YooKassaState>;
  change(settings: Partial<ShopChoices>): Promise<void>;
  /** Returns whether the state of the payment, refund or saved card permits the action. */
  act(id: string, action: (typeof YOOKASSA_ACTIONS)[number]): Promise<boolean>;
  /** Cancels expired payments and sends due notifications. Resolves after the product has responded to all. */
  runDue(): Promise<void>;
  /** Returns the time of the next expiry or notification on the fake's clock, which may be in the past, or null. */
  nextDueAt(): Promise<Date | null>;
}

/** The fake YooKassa as the sandbox uses it. */
export interface ControlledYooKassa extends YooKassaControls {
  /** HTTP routes of the REST API and of the payment widget. */
  app: Hono;
}

export function createYooKassaControls(db: Database, yooKassa: FakeYooKassa): YooKassaControls {
  return {
    async read() {
      const payments = await db
        .select()
        .from(yooKassaPayments)
        .orderBy(desc(yooKassaPayments.createdAt), desc(yooKassaPayments.id))
        .limit(LISTED_MAX);
      const refunds = await db
        .select()
        .from(yooKassaRefunds)
        .orderBy(desc(yooKassaRefunds.createdAt), desc(yooKassaRefunds.id))
        .limit(LISTED_MAX);
      const methods = await db.select().from(yooKassaMethods);
      const revoked = new Set(
        methods.filter(({ chargeReason }) => chargeReason === REVOKED).map(({ id }) => id),
      );
      const { autopayments, retriesInWidget, refundsPend, nextChargeReason } = yooKassa.settings();
      const { skewMs, drop, copies, delayMs } = yooKassa.settings();
      return {
        settings: {
          autopayments,
          retriesInWidget,
          refundsPend,
          nextChargeReason,
          skewMs,
          drop,
          copies,
          delayMs,
        },
        payments: payments.map(({ createdAt, card, methodId, saved, ...payment }) => ({
          id: payment.id,
          status: payment.status,
          amountKopecks: payment.amountKopecks,
          refundedKopecks: payment.refundedKopecks,
          description: payment.description,
          reason: payment.reason,
          at: createdAt.toISOString(),
          cardMask: card === null || !('last4' in card) ? null : formatCardMask(card.last4),
          methodId: saved && methodId !== null && !revoked.has(methodId) ? methodId : null,
        })),
        refunds: refunds.map(({ id, status, amountKopecks, paymentId, reason, createdAt }) => ({
          id,
          status,
          amountKopecks,
          paymentId,
          reason,
          at: createdAt.toISOString(),
        })),
      };
    },

    change: (settings) => yooKassa.change(settings),

    runDue: () => yooKassa.runDue(),
    nextDueAt: () => yooKassa.nextDueAt(),

    async act(id, action) {
      switch (action) {
        case 'settle':
          return yooKassa.settleRefund(id, null);
        case 'reject':
          return yooKassa.settleRefund(id, 'rejected_by_payee');
        case 'revoke': {
          const [method] = await db.select().from(yooKassaMethods).where(eq(yooKassaMethods.id, id));
          if (method === undefined || method.chargeReason === REVOKED) return false;
          await yooKassa.revokeMethod(id);
          return true;
        }
        case 'refund': {
          const [payment] = await db.select().from(yooKassaPayments).where(eq(yooKassaPayments.id, id));
          const restKopecks = payment === undefined ? 0 : payment.amountKopecks - payment.refundedKopecks;
          return restKopecks > 0 && yooKassa.refundAtDashboard(id, restKopecks);
        }
      }
    },
  };
}
