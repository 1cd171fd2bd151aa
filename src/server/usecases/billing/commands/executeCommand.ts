/** Carries out a command to the card provider, which waited in the outbox. */
import type { Deps } from '../../../deps';
import type { ProviderCommand } from '../../../domain/billing/commands';
import { ProviderRefused, ProviderUnavailable } from '../../../ports/cardProvider';
import { addressReceipts } from './addressReceipts';
import { cancelRecurrence } from './cancelRecurrence';
import { depsOfProvider, schedulesCharges, type SchedulingDeps } from './cardProviders';
import type { Try } from './commandTry';
import { explainCharge } from './explainCharge';
import { explainRecurrence } from './explainRecurrence';
import { learnRecurrence } from './learnRecurrence';
import { moveRecurrence } from './moveRecurrence';
import { pauseRecurrence } from './pauseRecurrence';
import { refund } from './refund';
import { returnUnaccepted } from './returnUnaccepted';

/** Carries a command about a recurring payment out. */
async function executeOnRecurrence(
  deps: SchedulingDeps,
  command: Exclude<ProviderCommand, { kind: 'refund' | 'returnUnaccepted' }>,
  attempt: Try,
): Promise<void> {
  switch (command.kind) {
    case 'cancelRecurrence':
      return cancelRecurrence(deps, command, attempt);
    case 'moveRecurrence':
    case 'resumeRecurrence':
      return moveRecurrence(deps, command, attempt);
    case 'pauseRecurrence':
      return pauseRecurrence(deps, command, attempt);
    case 'learnRecurrence':
      return learnRecurrence(deps, command, attempt);
    case 'addressReceipts':
      return addressReceipts(deps, command, attempt);
    case 'explainRecurrence':
      return explainRecurrence(deps, command, attempt);
    case 'explainCharge':
      return explainCharge(deps, command, attempt);
  }
}

/**
 * Carries a command out, unless it is no longer wanted. If the provider schedules no charges, nothing has to be ended,
 * moved or learnt there. Throws ProviderUnavailable when it is to be retried (with the same key, so that it has one
 * effect), ProviderRefused when the provider would not.
 */
export async function executeCommand(
  everyProvider: Deps,
  command: ProviderCommand,
  attempt: Try,
): Promise<void> {
  const deps = depsOfProvider(everyProvider, command.provider);
  if (deps === null) throw new ProviderUnavailable(`nothing connects to ${command.provider}`);
  switch (command.kind) {
    case 'refund':
      return refund(deps, command, attempt);
    case 'returnUnaccepted':
      return returnUnaccepted(deps, command, attempt);
    default:
      if (schedulesCharges(deps)) return executeOnRecurrence(deps, command, attempt);
      if (command.kind === 'explainRecurrence' || command.kind === 'explainCharge')
        throw new ProviderRefused(
          `${command.provider} schedules no charges, and reported a recurring payment`,
        );
  }
}
