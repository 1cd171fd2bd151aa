/** Determines the effect of a payment of a known account: taken, held or declined. */
import { verifiesCard } from '../../../../shared/orderKinds';
import { storedTerms } from '../../../../shared/receiptTerms';
import type { Deps } from '../../../deps';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import { derivePaidAt, rejectPaymentTerms } from '../../../domain/billing/orders';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { AccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { findOrder, linkRecurringPayment, type OrderRow, updateOrder } from '../../../store/orders';
import { findChargeDate } from '../../../store/requestedPayments';
import { recordConsentByPayment } from '../campaigns/campaignOrders';
import { schedulesCharges } from '../cardProviders/cardProviders';
import { findOrigin, payableOrder, paymentEventData } from '../ledger/orderRecords';
import { saleTerms } from '../receipts/saleTerms';
import { storeMethod } from '../savedMethods/savedMethods';
import { takeCardTrial } from '../trials/trialCards';
import { recordDecline } from './declinedAttempts';
import { type Effect, rejectedFor } from './effect';
import { enqueueExplaining } from './explainingCommands';

type PaymentEvent = Extract<ProviderEvent, { kind: 'paid' | 'authorized' | 'failed' }>;

/**
 * Delay in ms between a payment and reading its recurring payment, because the card provider lists a new recurring
 * payment only some seconds after the payment.
 */
const LEARN_AFTER_MS = 10_000;

/**
 * Returns the effect of a charge of a recurring payment without a known order. The order of such a charge is determined
 * later by reading the recurring payment from the card provider.
 */
function effectOfUnknownCharge(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: PaymentEvent & { recurringPaymentId: string },
): Effect {
  const unknown = rejectedFor('unknownRecurringPayment', null);
  if (event.kind === 'authorized') return unknown;
  const { recurringPaymentId, transactionId, amountKopecks, cardMask } = event;
  const decline = event.kind === 'failed' ? event.decline : null;
  const at = event.at.toISOString();
  const charge = { provider, recurringPaymentId, transactionId, amountKopecks, cardMask, at, decline };
  return { ...unknown, apply: () => enqueueExplaining(tx, account.id, { kind: 'explainCharge', ...charge }) };
}

async function orderOfPayment(
  tx: Database,
  provider: string,
  account: AccountRow,
  event: PaymentEvent,
): Promise<OrderRow | null> {
  const { orderId, recurringPaymentId, accountId: payerId } = event;
  if (recurringPaymentId === null) return orderId === null ? null : findOrder(tx, orderId);
  const names = { provider, recurringPaymentId, payerId, startAt: null, orderId };
  const origin = await findOrigin(tx, account, names);
  return origin.kind === 'order' ? origin.order : null;
}

/**
 * Returns the effect of a payment that is reported after the deletion of its account. Such a payment is refunded, and
 * its recurring payment ends, because the payer has no access any more.
 */
async function effectAfterDeletion(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: Extract<PaymentEvent, { kind: 'paid' }>,
): Promise<Effect> {
  const { recurringPaymentId, orderId } = event;
  const provider = deps.cardProvider.name;
  // A second recurring payment of an order is refunded with the receipt of that order.
  const named = orderId === null ? null : await findOrder(tx, orderId);
  const order = (await orderOfPayment(tx, provider, account, event)) ?? named;
  const ownOrderId = order?.accountId === account.id ? order.id : null;
  if (event.isTest && !deps.settings.acceptTestPayments) return rejectedFor('testPayment', ownOrderId);
  const command = { kind: 'explainRecurringPayment' as const, provider };
  return {
    ...rejectedFor('accountDeleted', ownOrderId),
    apply: async () => {
      if (recurringPaymentId !== null)
        await enqueueExplaining(tx, account.id, { ...command, recurringPaymentId });
    },
  };
}

/**
 * Returns whether the payment is a hold that verified the card of an order. Such a hold counts as the payment of the
 * order, and is released.
 */
const isVerifyingHold = (deps: Deps, order: OrderRow, event: PaymentEvent): boolean =>
  event.kind === 'authorized' &&
  (event.chargeKey ?? null) === null &&
  deps.cardProvider.capabilities.cardVerification === 'releasedHold' &&
  verifiesCard(order.kind);

export async function effectOfPayment(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  event: PaymentEvent,
): Promise<Effect> {
  const { name: provider } = deps.cardProvider;
  const { recurringPaymentId } = event;
  const role = recurringPaymentId === null && (event.chargeKey ?? null) === null ? 'first' : 'recurrent';
  if (account.erasedAt !== null && event.kind === 'paid')
    return effectAfterDeletion(tx, deps, account, event);
  const order = await orderOfPayment(tx, provider, account, event);
  if (order === null) {
    return recurringPaymentId === null
      ? rejectedFor('unknownOrder', event.orderId)
      : effectOfUnknownCharge(tx, provider, account, { ...event, recurringPaymentId });
  }
  if (order.accountId !== account.id) return rejectedFor('foreignOrder', order.id);
  const key = reportKey(provider, event);
  if (event.kind === 'failed') {
    const { transactionId, decline, amountKopecks, cardMask } = event;
    const attempt = { provider, transactionId, orderId: order.id, decline, amountKopecks, cardMask };
    return {
      verdict: 'applied',
      orderId: order.id,
      ledgerEvents: [{ key, at: event.at, data: { kind: 'paymentFailed', role, ...attempt } }],
      apply: async () => {
        if (role === 'first') await recordDecline(tx, order, event);
      },
    };
  }
  const money = rejectPaymentTerms(payableOrder(order), role, event, deps.settings.acceptTestPayments);
  if (money === 'wrongAmount' || money === 'testPayment') return rejectedFor(money, order.id);
  const isHold = isVerifyingHold(deps, order, event);
  if (event.kind === 'authorized' && !isHold) return rejectedFor('held', order.id);
  const isCharging = deps.cardProvider.chargesScheduledBy === 'merchant';
  // A hold that is reported after the deletion of its account buys nothing, so that it is released.
  const isErased = account.erasedAt !== null;
  const savedToken = isCharging && role === 'first' && !isErased ? (event.card?.token ?? null) : null;
  const { chargeKey } = event;
  const chargeAt =
    isCharging && typeof chargeKey === 'string' ? await findChargeDate(tx, provider, chargeKey) : null;
  const terms = storedTerms(await saleTerms(tx, { provider, ...event }, order, role));
  // A deleted account gets no trial.
  const rejection =
    role === 'recurrent'
      ? null
      : isErased
        ? 'trialUsed'
        : await takeCardTrial(tx, deps, { ...order, accountId: account.id }, event);
  const learn = (): Promise<boolean> => {
    const { transactionId } = event;
    const command = { kind: 'learnRecurringPayment' as const, provider, orderId: order.id, transactionId };
    return enqueueExplaining(tx, account.id, command, new Date(deps.clock.now().getTime() + LEARN_AFTER_MS));
  };
  return {
    verdict: 'applied',
    orderId: order.id,
    ledgerEvents: [
      {
        key,
        at: role === 'first' ? derivePaidAt(order, event.at) : event.at,
        data: paymentEventData(
          order,
          role,
          { provider, ...event },
          {
            ...(rejection === null ? {} : { trialUsed: true }),
            ...(rejection === 'cardNeeded' ? { cardMissing: true } : {}),
            ...(isCharging ? { chargedBy: 'merchant' } : {}),
            ...(chargeAt === null ? {} : { chargeAt: chargeAt.toISOString() }),
            ...(terms === null ? {} : { receiptTerms: terms }),
            ...(isHold ? { isHold: true } : {}),
            ...(isCharging && role === 'first' && savedToken === null ? { isUnsaved: true } : {}),
          },
        ),
      },
    ],
    apply: async () => {
      if (schedulesCharges(deps)) await learn();
      if (recurringPaymentId !== null) {
        if (order.recurringPaymentId === null)
          await linkRecurringPayment(tx, order.id, { provider, recurringPaymentId });
        return;
      }
      if (role === 'recurrent') return;
      if (savedToken !== null)
        await storeMethod(tx, deps, { orderId: order.id, accountId: account.id, token: savedToken });
      await recordConsentByPayment(tx, deps, order, event.payerIp ?? null);
      await updateOrder(tx, order.id, {
        provider,
        paidTransactionId: order.paidTransactionId ?? event.transactionId,
        paidAt: order.paidAt ?? event.at,
        declineReason: null,
        rejection,
        reconcileAt: null,
      });
    },
  };
}
