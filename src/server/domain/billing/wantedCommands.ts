/** Decides which commands the server must send to the card provider in a subscription state. */
import type { WantedCommand } from './commands';
import { type Agreement, isVerification, type Payment } from './subscriptionState';

function commandsForPayment(payment: Payment): WantedCommand[] {
  const { provider, transactionId, returnedKopecks } = payment;
  // Payments that bought nothing and the 1-ruble card verification are refunded automatically.
  const hasBoughtAccess = payment.verdict === 'counted' && !isVerification(payment);
  const targetKopecks = hasBoughtAccess ? (payment.refundTargetKopecks ?? 0) : payment.amountKopecks;
  // A part of the payment may have been refunded in the card provider's dashboard in the meantime.
  const amountKopecks = targetKopecks - returnedKopecks;
  return amountKopecks > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks }] : [];
}

function commandsForAgreement(agreement: Agreement): WantedCommand[] {
  const { provider, chargedBy, orderId, recurringPaymentId, ended, movedTo, resumesAt } = agreement;
  if (ended !== null) {
    return ended.by === 'provider'
      ? []
      : [{ kind: 'cancelRecurringPayment', provider, orderId, recurringPaymentId }];
  }
  if (movedTo === null || chargedBy === 'merchant') return [];
  const nextChargeAt = movedTo.toISOString();
  if (resumesAt === null)
    return [{ kind: 'moveRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt }];
  const notBefore = resumesAt.toISOString();
  return [
    { kind: 'pauseRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt },
    { kind: 'resumeRecurringPayment', provider, orderId, nextChargeAt, notBefore },
  ];
}

/**
 * Returns the commands that the payments and subscription agreements of an account require, including commands that
 * were already sent.
 */
export const wantedCommands = (
  payments: readonly Payment[],
  agreements: readonly Agreement[],
): WantedCommand[] => [...payments.flatMap(commandsForPayment), ...agreements.flatMap(commandsForAgreement)];
