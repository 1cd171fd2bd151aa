/**
 * Selects among several card providers. All new orders use one card provider. Existing orders and payments stay with
 * the card provider that created them, so code that handles an order gets `Deps` with the order's card provider as
 * `cardProvider`.
 */
import type { Deps } from '../../../deps';
import {
  type CardProvider,
  ProviderUnavailable,
  type SchedulingCardProvider,
  type UnscheduledCardProvider,
} from '../../../ports/cardProvider';

/** Returns all card providers, starting with the card provider of new orders. */
export const listCardProviders = (
  deps: Pick<Deps, 'cardProvider' | 'formerCardProviders'>,
): CardProvider[] => [deps.cardProvider, ...deps.formerCardProviders];

/** Returns `Deps` with this card provider as `cardProvider`. */
export const depsWith = (deps: Deps, cardProvider: CardProvider): Deps => ({
  ...deps,
  cardProvider,
  formerCardProviders: listCardProviders(deps).filter((other) => other !== cardProvider),
});

/**
 * Returns `Deps` for the card provider with this name. Throws `ProviderUnavailable` if no card provider with this name
 * is configured.
 */
export function depsOfProvider(deps: Deps, name: string): Deps {
  const cardProvider = listCardProviders(deps).find((provider) => provider.name === name);
  if (cardProvider === undefined)
    throw new ProviderUnavailable(`the card provider ${name} is not configured`);
  return depsWith(deps, cardProvider);
}

/** `Deps` whose card provider schedules the recurring charges itself. */
export interface SchedulingDeps extends Deps {
  cardProvider: SchedulingCardProvider;
}

/** `Deps` of a card provider for which this server schedules the charges. */
export interface ChargingDeps extends Deps {
  cardProvider: UnscheduledCardProvider;
}

/**
 * Returns whether the card provider schedules the recurring charges itself. Only a card provider that schedules charges
 * has recurring payments that this server cancels, moves and looks up.
 */
export const schedulesCharges = (deps: Deps): deps is SchedulingDeps =>
  deps.cardProvider.chargesScheduledBy === 'provider';
