/**
 * Finds the payer of a recurring charge, because the card provider's notifications of charges need not contain the
 * payer id.
 */
import type { Deps } from '../../../deps';
import { findAccountById } from '../../../store/accounts';
import { findOrderOfRecurringPayment } from '../../../store/orders';
import { schedulesCharges } from '../cardProviders/cardProviders';

interface ChargeReport {
  accountId: string | null;
  recurringPaymentId: string | null;
}

/**
 * Returns the reported event with its payer id. If the event has a recurring payment but no payer id, the payer id is
 * read from the order of the recurring payment, or from the card provider. Throws `ProviderUnavailable`.
 */
export async function withPayer<Report extends object>(deps: Deps, report: Report): Promise<Report> {
  if (!isAnonymousCharge(report) || !schedulesCharges(deps)) return report;
  const { recurringPaymentId } = report;
  const order = await findOrderOfRecurringPayment(deps.db, {
    provider: deps.cardProvider.name,
    recurringPaymentId,
  });
  if (order === null) {
    const { accountId } = await deps.cardProvider.readRecurringPayment(recurringPaymentId);
    return { ...report, accountId };
  }
  const account = order.accountId === null ? null : await findAccountById(deps.db, order.accountId);
  return { ...report, accountId: order.payerId ?? account?.uid ?? null };
}

const isAnonymousCharge = <Report extends object>(
  report: Report,
): report is Report & ChargeReport & { recurringPaymentId: string } =>
  'accountId' in report &&
  report.accountId === null &&
  'recurringPaymentId' in report &&
  typeof report.recurringPaymentId === 'string';
