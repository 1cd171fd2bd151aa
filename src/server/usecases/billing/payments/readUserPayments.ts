/** Reads a customer's payments for staff, together with the effect that refunding each payment would have. */
import type { Deps } from '../../../deps';
import { deriveFailedCharge, type FailedCharge } from '../../../domain/billing/failedCharge';
import { paymentKey } from '../../../domain/billing/ledgerEvents';
import {
  accessAfterRefund,
  computeRefundableKopecks,
  computeUnusedKopecks,
  rejectPayment,
  rejectUnused,
} from '../../../domain/billing/refunds';
import { statusAt, summarize } from '../../../domain/billing/status';
import type { StaffOrigin } from '../../../domain/caller';
import { type DecidedRefund, listRefunds } from '../../../store/refunds';
import { providerForStaff } from '../../audit/providerForStaff';
import { readCustomer } from '../../audit/readAccess';
import { readState } from '../ledger/change';
import { type PaymentView, readPayments } from './readPayments';

export interface UserPayment extends Omit<PaymentView, 'provider'> {
  /** Name of the card provider; null if staff do not need it (`providerForStaff`). */
  provider: string | null;
  refund: DecidedRefund | null;
  /**
   * Refundable amount of the payment and the end of access after the refund; null if the payment cannot be refunded
   * now.
   */
  refundable: { amountKopecks: number; accessUntil: Date | null } | null;
  /** Access period that the payment bought and that was not withdrawn; null if there is no such period. */
  bought: { from: Date; until: Date } | null;
  /** Refundable amount for the unused days of the payment; null if the unused days cannot be refunded now. */
  unused: { amountKopecks: number; accessUntil: Date | null } | null;
}

export interface UserPayments {
  /** Payments of the customer, newest first. */
  payments: UserPayment[];
  /** End of the customer's current access; null if the customer has no access. */
  accessUntil: Date | null;
  /** Next charge of the customer, which a refund would cancel; null if no charge is scheduled. */
  nextCharge: { at: Date; amountKopecks: number } | null;
  /** End of the paid or granted time, also if it has passed; null if the customer never had access. */
  paidUntil: Date | null;
  /** Time at which VPN access ends, including the grace period of an overdue charge; null without access. */
  worksUntil: Date | null;
  /** Failure of the charge that is due; null if no due charge has failed. */
  failedCharge: FailedCharge | null;
}

/**
 * Returns the customer's payments, newest first, and writes an audit entry. Throws NOT_FOUND for an unknown account.
 */
export async function readUserPayments(
  deps: Deps,
  staff: StaffOrigin,
  accountId: number,
): Promise<UserPayments> {
  return readCustomer(deps, staff, accountId, async (tx, _account, now) => {
    const account = await readState(tx, accountId);
    const { history, state } = account;
    const summary = summarize(state);
    const refunds = await listRefunds(tx, accountId);
    const payments = (await readPayments(tx, accountId, account)).map((view): UserPayment => {
      const payment = state.payments.find((known) => paymentKey(known) === paymentKey(view));
      return {
        ...view,
        provider: providerForStaff(deps, view.provider),
        refund: (payment && refunds.find((refund) => paymentKey(refund) === paymentKey(payment))) ?? null,
        bought: state.segments.find(({ key }) => payment && key === paymentKey(payment)) ?? null,
        unused:
          payment === undefined || rejectUnused(state, payment, now) !== null
            ? null
            : {
                amountKopecks: computeUnusedKopecks(state, payment, now),
                accessUntil: accessAfterRefund(history, payment, now),
              },
        refundable:
          payment === undefined || rejectPayment(state, payment, now) !== null
            ? null
            : {
                amountKopecks: computeRefundableKopecks(payment),
                accessUntil: accessAfterRefund(history, payment, now),
              },
      };
    });
    const { status, isActive, changesAt } = statusAt(summary, now);
    const { agreement } = state;
    const { nextChargeAt } = summary;
    return {
      payments,
      // The next charge date of an ACTIVE subscription differs from the end of its access.
      accessUntil: state.accessUntil !== null && state.accessUntil > now ? state.accessUntil : null,
      nextCharge:
        status === 'ACTIVE' && nextChargeAt !== null
          ? { at: nextChargeAt, amountKopecks: summary.amountKopecks }
          : null,
      paidUntil: state.accessUntil,
      worksUntil: isActive ? changesAt : null,
      failedCharge:
        agreement !== null && nextChargeAt !== null ? deriveFailedCharge(agreement, nextChargeAt, now) : null,
    };
  });
}
