/** Payments, saved payment methods and refunds of the fake YooKassa. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lte, min } from 'drizzle-orm';
import type { Database } from '../../store/database';
import { type YooKassaMeans, yooKassaMethods, yooKassaPayments, yooKassaRefunds } from '../schema/yooKassa';
import type { Notifications } from './notifications';
import { buildPaymentObject, buildRefundObject, type PaymentRow, type RefundRow } from './objects';
import type { Shop } from './shop';
import { type CardExpiry, findTestCard, storedCard, type TestCard, WALLET_PAYS } from './testCards';

const HOUR_MS = 3_600_000;
/** Time in ms after which an unpaid payment is canceled. */
const PENDING_FOR_MS = HOUR_MS;
/** Time in ms after which a card hold is canceled. */
const HELD_FOR_MS = 7 * 24 * HOUR_MS;
/** Maximum age of a payment that can be refunded, in years. */
const REFUNDABLE_YEARS = 3;
/** Expiry date of a card if the payer typed none. */
const LATE_EXPIRY: CardExpiry = { expiryMonth: '12', expiryYear: '2040' };

/** Number of the wallet that pays in the sandbox. */
const WALLET_NUMBER = '410011758831136';

type Party = NonNullable<PaymentRow['party']>;

/** Terms of a payment that the product requests. */
export interface PaymentTerms {
  amountKopecks: number;
  capture: boolean;
  saveMethod: boolean | null;
  description: string | null;
  metadata: Record<string, string>;
  hasReceipt: boolean;
}

/** Result of a payment attempt in the widget. `invalidToken` means that the token was used, has expired or is unknown. */
export type WidgetResult = 'paid' | 'threeDs' | 'declined' | 'invalidToken';

/** Reason why a refund request is rejected. */
export type RefundRejection = 'unknown' | 'notPaid' | 'tooMuch' | 'tooOld' | 'noReceipt';

export interface Payments {
  /** Creates a payment that the payer makes in the payment widget. */
  open(terms: PaymentTerms): Promise<PaymentRow>;
  /** Charges a saved payment method. Returns null if no such method is saved. */
  charge(terms: PaymentTerms, methodId: string): Promise<PaymentRow | null>;
  /** Returns the pending payment that the payment widget shows for a token, or null if the token is not valid. */
  findShown(token: string): Promise<PaymentRow | null>;
  /** Pays in the payment widget. The test card with these digits determines the result. */
  pay(
    token: string,
    digits: string,
    options?: { save?: boolean; expiry?: CardExpiry },
  ): Promise<WidgetResult>;
  /**
   * Pays in the payment widget with a YooMoney wallet, which has no card. YooKassa imitates only cards and YooMoney
   * wallets in a test shop.
   */
  payByWallet(token: string, options?: { save?: boolean }): Promise<WidgetResult>;
  /** Ends 3-D Secure of the payment with this token. */
  endThreeDs(token: string, isConfirmed: boolean): Promise<WidgetResult>;
  /** Captures a hold. Returns null if the payment is not a hold of at least this amount. */
  capture(id: string, amountKopecks: number | null): Promise<PaymentRow | null>;
  /** Releases a hold. Returns null if the payment is not a hold. */
  cancel(id: string): Promise<PaymentRow | null>;
  refund(
    paymentId: string,
    amountKopecks: number,
    options: { hasReceipt: boolean; isDashboard?: boolean },
  ): Promise<{ refund: RefundRow } | { rejected: RefundRejection }>;
  /** Ends a pending refund, with a cancellation reason or successfully. Returns false if the refund is not pending. */
  settleRefund(id: string, reason: string | null): Promise<boolean>;
  /**
   * Ends a pending or held charge of a saved method, with a cancellation reason or successfully. Returns false if the
   * charge is neither pending nor held.
   */
  settleCharge(id: string, reason: string | null): Promise<boolean>;
  /** Ends the pending charges of saved methods successfully. */
  settleCharges(): Promise<void>;
  /** Declines all later charges of a saved method, because the payer has withdrawn the permission at the bank. */
  revokeMethod(id: string): Promise<void>;
  /** Cancels unpaid payments and holds that have expired. */
  expire(): Promise<void>;
  nextDueAt(): Promise<Date | null>;
}

export function createPayments(db: Database, shop: Shop, notifications: Notifications): Payments {
  const { clock } = shop;

  async function find(tx: Database, id: string): Promise<PaymentRow | null> {
    const [payment] = await tx.select().from(yooKassaPayments).where(eq(yooKassaPayments.id, id));
    return payment ?? null;
  }

  async function insert(terms: PaymentTerms, values: Partial<PaymentRow>): Promise<PaymentRow> {
    const row = { id: randomUUID(), status: 'pending' as const, createdAt: clock.now(), ...terms, ...values };
    const [payment] = await db.insert(yooKassaPayments).values(row).returning();
    if (payment === undefined) throw new Error('the payment was not stored');
    return payment;
  }

  /** Changes a payment if its status is unchanged, and enqueues the notification of a new status. */
  async function move(payment: PaymentRow, values: Partial<PaymentRow>): Promise<PaymentRow | null> {
    return db.transaction(async (tx) => {
      const [changed] = await tx
        .update(yooKassaPayments)
        .set(values)
        .where(and(eq(yooKassaPayments.id, payment.id), eq(yooKassaPayments.status, payment.status)))
        .returning();
      if (changed === undefined) return null;
      if (changed.status !== payment.status) {
        const object = buildPaymentObject(changed);
        await notifications.enqueue(tx, { event: `payment.${changed.status}`, objectId: changed.id, object });
      }
      if (changed.saved && changed.card !== null && changed.methodId === changed.id) {
        const method = { id: changed.id, card: changed.card, chargeReason: null };
        await tx.insert(yooKassaMethods).values(method).onConflictDoNothing();
      }
      return changed;
    });
  }

  const canceled = (party: Party, reason: string): Partial<PaymentRow> => ({
    status: 'canceled',
    party,
    reason,
    expiresAt: null,
    threeDsCard: null,
    confirmationToken: null,
  });

  /** Returns the values of a paid payment: captured, or held until the capture. */
  function paid(payment: PaymentRow): Partial<PaymentRow> {
    const now = clock.now();
    const isHeld = !payment.capture;
    return {
      status: isHeld ? 'waiting_for_capture' : 'succeeded',
      capturedAt: isHeld ? null : now,
      expiresAt: isHeld ? new Date(now.getTime() + HELD_FOR_MS) : null,
      threeDsCard: null,
      confirmationToken: null,
    };
  }

  async function findByToken(token: string): Promise<PaymentRow | null> {
    const [payment] = await db
      .select()
      .from(yooKassaPayments)
      .where(and(eq(yooKassaPayments.confirmationToken, token), eq(yooKassaPayments.status, 'pending')));
    if (payment === undefined || payment.expiresAt === null) return null;
    return payment.expiresAt > clock.now() ? payment : null;
  }

  /** Returns a hold that has not expired, or null. */
  async function findHold(id: string): Promise<PaymentRow | null> {
    const payment = await find(db, id);
    if (payment?.status !== 'waiting_for_capture' || payment.expiresAt === null) return null;
    return payment.expiresAt > clock.now() ? payment : null;
  }

  async function finish(
    payment: PaymentRow,
    { behaviour, card }: { behaviour: TestCard; card: YooKassaMeans },
    { isConfirmed, save }: { isConfirmed: boolean; save: boolean },
  ): Promise<WidgetResult> {
    const reason = isConfirmed ? behaviour.reason : '3d_secure_failed';
    const method = { card, methodId: payment.id };
    if (reason === null) {
      const saved = shop.settings().savesMethods && (payment.saveMethod ?? save);
      await move(payment, { ...paid(payment), ...method, saved });
      if (saved && behaviour.chargeReason !== null) {
        const { chargeReason } = behaviour;
        await db.update(yooKassaMethods).set({ chargeReason }).where(eq(yooKassaMethods.id, payment.id));
      }
      return 'paid';
    }
    if (shop.settings().retriesInWidget) await move(payment, { threeDsCard: null, card: null });
    else await move(payment, { ...canceled(behaviour.party, reason), ...method });
    return 'declined';
  }

  async function endRefund(
    tx: Database,
    refund: RefundRow,
    values: Pick<RefundRow, 'status'> & Partial<RefundRow>,
  ): Promise<RefundRow | null> {
    const [ended] = await tx
      .update(yooKassaRefunds)
      .set(values)
      .where(and(eq(yooKassaRefunds.id, refund.id), eq(yooKassaRefunds.status, 'pending')))
      .returning();
    if (ended === undefined) return null;
    if (ended.status === 'canceled') {
      const payment = await find(tx, ended.paymentId);
      const refundedKopecks = (payment?.refundedKopecks ?? 0) - ended.amountKopecks;
      await tx
        .update(yooKassaPayments)
        .set({ refundedKopecks })
        .where(eq(yooKassaPayments.id, ended.paymentId));
    }
    // No notification reports a refund that fails.
    if (ended.status === 'succeeded') {
      const object = buildRefundObject(ended);
      await notifications.enqueue(tx, { event: 'refund.succeeded', objectId: ended.id, object });
    }
    return ended;
  }

  return {
    open: (terms) =>
      insert(terms, {
        confirmationToken: `ct-${randomUUID()}`,
        expiresAt: new Date(clock.now().getTime() + PENDING_FOR_MS),
      }),

    async charge(terms, methodId) {
      const [method] = await db.select().from(yooKassaMethods).where(eq(yooKassaMethods.id, methodId));
      if (method === undefined) return null;
      const payment = await insert(terms, { methodId, saved: true, card: method.card });
      const reason = (await shop.takeChargeReason()) ?? method.chargeReason;
      if (reason !== null) return (await move(payment, canceled('payment_network', reason))) ?? payment;
      const { chargesPend, chargesHeld } = shop.settings();
      if (chargesPend) return payment;
      if (chargesHeld) return (await move(payment, paid({ ...payment, capture: false }))) ?? payment;
      return (await move(payment, paid(payment))) ?? payment;
    },

    findShown: findByToken,

    async pay(token, digits, { save = false, expiry = LATE_EXPIRY } = {}) {
      const payment = await findByToken(token);
      if (payment === null) return 'invalidToken';
      const card = storedCard(digits, expiry);
      const behaviour = findTestCard(digits);
      if (!behaviour.threeDs) return finish(payment, { behaviour, card }, { isConfirmed: true, save });
      await move(payment, { threeDsCard: digits, card });
      return 'threeDs';
    },

    async payByWallet(token, { save = false } = {}) {
      const payment = await findByToken(token);
      if (payment === null) return 'invalidToken';
      const card = { accountNumber: WALLET_NUMBER };
      return finish(payment, { behaviour: WALLET_PAYS, card }, { isConfirmed: true, save });
    },

    async endThreeDs(token, isConfirmed) {
      const payment = await findByToken(token);
      if (payment === null || payment.threeDsCard === null || payment.card === null) return 'invalidToken';
      const { threeDsCard, card } = payment;
      return finish(payment, { behaviour: findTestCard(threeDsCard), card }, { isConfirmed, save: false });
    },

    async capture(id, amountKopecks) {
      const payment = await findHold(id);
      if (payment === null) return null;
      const captured = amountKopecks ?? payment.amountKopecks;
      if (captured > payment.amountKopecks) return null;
      return move(payment, { ...paid({ ...payment, capture: true }), amountKopecks: captured });
    },

    async cancel(id) {
      const payment = await findHold(id);
      return payment === null ? null : move(payment, canceled('merchant', 'canceled_by_merchant'));
    },

    refund: (paymentId, amountKopecks, { hasReceipt, isDashboard = false }) =>
      db.transaction(async (tx) => {
        const payment = await find(tx, paymentId);
        if (payment === null) return { rejected: 'unknown' as const };
        if (payment.status !== 'succeeded') return { rejected: 'notPaid' as const };
        const oldest = clock.now();
        oldest.setUTCFullYear(oldest.getUTCFullYear() - REFUNDABLE_YEARS);
        if (payment.createdAt < oldest) return { rejected: 'tooOld' as const };
        const refundedKopecks = payment.refundedKopecks + amountKopecks;
        if (refundedKopecks > payment.amountKopecks) return { rejected: 'tooMuch' as const };
        const isPartial = amountKopecks < payment.amountKopecks;
        if (payment.hasReceipt && isPartial && !hasReceipt && !isDashboard)
          return { rejected: 'noReceipt' as const };
        await tx.update(yooKassaPayments).set({ refundedKopecks }).where(eq(yooKassaPayments.id, payment.id));
        const [made] = await tx
          .insert(yooKassaRefunds)
          .values({ id: randomUUID(), paymentId, status: 'pending', amountKopecks, createdAt: clock.now() })
          .returning();
        if (made === undefined) throw new Error('the refund was not stored');
        const { balanceKopecks, refundsPend } = shop.settings();
        if (refundsPend) return { refund: made };
        const hasBalance = balanceKopecks === null || balanceKopecks >= amountKopecks;
        const ended = await endRefund(
          tx,
          made,
          // The documentation does not say when this reason is used. A short balance is an assumption.
          hasBalance
            ? { status: 'succeeded' }
            : { status: 'canceled', party: 'yoo_money', reason: 'insufficient_funds' },
        );
        return { refund: ended ?? made };
      }),

    settleRefund: (id, reason) =>
      db.transaction(async (tx) => {
        const [refund] = await tx.select().from(yooKassaRefunds).where(eq(yooKassaRefunds.id, id));
        if (refund === undefined) return false;
        const values =
          reason === null
            ? { status: 'succeeded' as const }
            : { status: 'canceled' as const, party: 'refund_network' as const, reason };
        return (await endRefund(tx, refund, values)) !== null;
      }),

    async settleCharge(id, reason) {
      const payment = await find(db, id);
      const isOpen = payment?.status === 'pending' || payment?.status === 'waiting_for_capture';
      if (payment === null || !isOpen || payment.confirmationToken !== null) return false;
      const values =
        reason === null ? paid({ ...payment, capture: true }) : canceled('payment_network', reason);
      return (await move(payment, values)) !== null;
    },

    async settleCharges() {
      const pending = await db
        .select()
        .from(yooKassaPayments)
        .where(and(eq(yooKassaPayments.status, 'pending'), isNull(yooKassaPayments.expiresAt)))
        .orderBy(asc(yooKassaPayments.createdAt));
      for (const payment of pending) await move(payment, paid(payment));
    },

    async revokeMethod(id) {
      await db
        .update(yooKassaMethods)
        .set({ chargeReason: 'permission_revoked' })
        .where(eq(yooKassaMethods.id, id));
    },

    async expire() {
      const expired = await db
        .select()
        .from(yooKassaPayments)
        .where(
          and(
            inArray(yooKassaPayments.status, ['pending', 'waiting_for_capture']),
            lte(yooKassaPayments.expiresAt, clock.now()),
          ),
        )
        .orderBy(asc(yooKassaPayments.expiresAt));
      for (const payment of expired) {
        const reason = payment.status === 'pending' ? 'expired_on_confirmation' : 'expired_on_capture';
        await move(payment, canceled('yoo_money', reason));
      }
    },

    async nextDueAt() {
      const [row] = await db
        .select({ at: min(yooKassaPayments.expiresAt) })
        .from(yooKassaPayments)
        .where(inArray(yooKassaPayments.status, ['pending', 'waiting_for_capture']));
      return row?.at ?? null;
    },
  };
}
