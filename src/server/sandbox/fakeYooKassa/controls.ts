/**
 * Controls of the fake YooKassa for the sandbox page: a list of payments and refunds, and everything that payers, banks and
 * the operator can do there.
 */
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { cardMaskOf } from '../../adapters/providerText';
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
  'autopayments' | 'retriesInWidget' | 'refundsPend' | 'nextChargeReason'
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
const ACTIONS = ['revoke', 'refund', 'settle', 'reject'] as const;

export const yooKassaActionBody = v.object({ action: v.picklist(ACTIONS) });

export const yooKassaSettingsBody = v.object({
  autopayments: v.exactOptional(v.boolean()),
  retriesInWidget: v.exactOptional(v.boolean()),
  refundsPend: v.exactOptional(v.boolean()),
  nextChargeReason: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
});

export interface YooKassaControls {
  readYooKassa(): Promise<YooKassaState>;
  changeYooKassa(settings: v.InferOutput<typeof yooKassaSettingsBody>): Promise<void>;
  /** Returns whether the state of the payment, refund or saved card permits the action. */
  actAtYooKassa(id: string, action: (typeof ACTIONS)[number]): Promise<boolean>;
}

export function createYooKassaControls(db: Database, yooKassa: FakeYooKassa): YooKassaControls {
  return {
    async readYooKassa() {
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
        methods.filter(({ chargeReason }) => chargeReason === 'permission_revoked').map(({ id }) => id),
      );
      const { autopayments, retriesInWidget, refundsPend, nextChargeReason } = yooKassa.settings();
      return {
        settings: { autopayments, retriesInWidget, refundsPend, nextChargeReason },
        payments: payments.map(({ createdAt, card, methodId, saved, ...payment }) => ({
          id: payment.id,
          status: payment.status,
          amountKopecks: payment.amountKopecks,
          refundedKopecks: payment.refundedKopecks,
          description: payment.description,
          reason: payment.reason,
          at: createdAt.toISOString(),
          cardMask: card === null ? null : cardMaskOf(card.last4),
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

    changeYooKassa: (settings) => yooKassa.change(settings),

    async actAtYooKassa(id, action) {
      switch (action) {
        case 'settle':
          return yooKassa.settleRefund(id, null);
        case 'reject':
          return yooKassa.settleRefund(id, 'rejected_by_payee');
        case 'revoke':
          await yooKassa.revokeMethod(id);
          return true;
        case 'refund': {
          const [payment] = await db.select().from(yooKassaPayments).where(eq(yooKassaPayments.id, id));
          if (payment === undefined) return false;
          return yooKassa.refundAtDashboard(id, payment.amountKopecks - payment.refundedKopecks);
        }
      }
    },
  };
}
