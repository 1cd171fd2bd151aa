/** Executes a command to the card provider from the outbox. */
import type { Deps } from '../../../deps';
import type { ProviderCommand } from '../../../domain/billing/commands';
import { ProviderRejected } from '../../../ports/cardProvider';
import { isGone } from '../../../store/goneProviders';
import { forgetMethod, retryPutAside } from '../../../store/requestedPayments';
import { depsOfProvider, schedulesCharges, type SchedulingDeps } from '../cardProviders/cardProviders';
import type { Try } from '../cardProviders/commandTry';
import { addressReceipts } from '../recurringPayments/addressReceipts';
import { cancelRecurringPayment } from '../recurringPayments/cancelRecurringPayment';
import { learnRecurringPayment } from '../recurringPayments/learnRecurringPayment';
import { moveRecurringPayment } from '../recurringPayments/moveRecurringPayment';
import { pauseRecurringPayment } from '../recurringPayments/pauseRecurringPayment';
import { refund } from '../refunds/refund';
import { returnUnaccepted } from '../refunds/returnUnaccepted';
import { explainCharge } from './explainCharge';
import { explainRecurringPayment } from './explainRecurringPayment';

/** Thrown if the card provider is marked as gone, so that the command waits until the mark is taken back. */
export class ProviderGone extends Error {
  override readonly name = 'ProviderGone';
}

/** Executes a command to the card provider that concerns a recurring payment. */
async function executeOnRecurringPayment(
  deps: SchedulingDeps,
  command: Exclude<ProviderCommand, { kind: 'refund' | 'returnUnaccepted' }>,
  attempt: Try,
): Promise<void> {
  switch (command.kind) {
    case 'cancelRecurringPayment':
      return cancelRecurringPayment(deps, command, attempt);
    case 'moveRecurringPayment':
    case 'resumeRecurringPayment':
      return moveRecurringPayment(deps, command, attempt);
    case 'pauseRecurringPayment':
      return pauseRecurringPayment(deps, command, attempt);
    case 'learnRecurringPayment':
      return learnRecurringPayment(deps, command, attempt);
    case 'addressReceipts':
      return addressReceipts(deps, command, attempt);
    case 'explainRecurringPayment':
      return explainRecurringPayment(deps, command, attempt);
    case 'explainCharge':
      return explainCharge(deps, command, attempt);
  }
}

/**
 * Executes a command to the card provider, unless the command is no longer needed. If the card provider schedules no
 * charges, the end of a recurring payment deletes the saved payment method, and other commands about recurring payments
 * are skipped. Throws `ProviderUnavailable` if the command must be retried
 * with the same idempotency key, `ProviderRejected` if the card provider rejected the command, and `ProviderGone`.
 */
export async function executeCommand(
  everyProvider: Deps,
  command: ProviderCommand,
  attempt: Try,
): Promise<void> {
  const deps = depsOfProvider(everyProvider, command.provider);
  // This command sends no request to the card provider.
  if (command.kind === 'cancelRecurringPayment' && !schedulesCharges(deps))
    return forgetMethod(deps.db, command.orderId);
  // This server sends the address with each charge, so a charge whose address was rejected may be made again.
  if (command.kind === 'addressReceipts' && !schedulesCharges(deps))
    return retryPutAside(deps.db, command.accountId);
  if (await isGone(deps.db, command.provider))
    throw new ProviderGone(`the card provider ${command.provider} is marked as gone`);
  switch (command.kind) {
    case 'refund':
      return refund(deps, command, attempt);
    case 'returnUnaccepted':
      return returnUnaccepted(deps, command, attempt);
    default:
      if (schedulesCharges(deps)) return executeOnRecurringPayment(deps, command, attempt);
      if (command.kind === 'explainRecurringPayment' || command.kind === 'explainCharge')
        throw new ProviderRejected(
          `${command.provider} schedules no charges, and reported a recurring payment`,
        );
  }
}
