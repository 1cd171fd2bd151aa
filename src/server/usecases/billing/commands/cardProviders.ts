/**
 * Selects among several card providers. New orders use one provider. Existing orders and payments stay with the provider
 * that created them, so each piece of work gets `Deps` with that provider as `cardProvider`.
 */
import type { Deps } from '../../../deps';
import {
  type CardProvider,
  ProviderUnavailable,
  type SchedulingCardProvider,
} from '../../../ports/cardProvider';

/** Returns all card providers. The provider of new orders comes first. */
export const cardProvidersOf = (deps: Deps): CardProvider[] => [
  deps.cardProvider,
  ...deps.formerCardProviders,
];

/** Returns `Deps` for work that belongs to this provider. */
export const depsWith = (deps: Deps, cardProvider: CardProvider): Deps => ({
  ...deps,
  cardProvider,
  formerCardProviders: cardProvidersOf(deps).filter((other) => other !== cardProvider),
});

/** Returns `Deps` for the provider with this name. Throws `ProviderUnavailable` if it is no longer configured. */
export function depsOfProvider(deps: Deps, name: string): Deps {
  const cardProvider = cardProvidersOf(deps).find((provider) => provider.name === name);
  if (cardProvider === undefined)
    throw new ProviderUnavailable(`the card provider ${name} is not configured`);
  return depsWith(deps, cardProvider);
}

/** `Deps` whose card provider schedules the charges. */
export interface SchedulingDeps extends Deps {
  cardProvider: SchedulingCardProvider;
}

/**
 * Returns whether the card provider schedules the charges. Only such a provider has recurring payments that this server
 * cancels, moves and looks up.
 */
export const schedulesCharges = (deps: Deps): deps is SchedulingDeps =>
  deps.cardProvider.chargesScheduledBy === 'provider';
