/**
 * The card providers side by side. New orders go to one of them; whatever has begun stays with the one that began it,
 * so each piece of work is done with `Deps` whose `cardProvider` is the one that it belongs to.
 */
import type { Deps } from '../../../deps';
import {
  type CardProvider,
  ProviderUnavailable,
  type SchedulingCardProvider,
} from '../../../ports/cardProvider';

/** The one of new orders first. */
export const cardProvidersOf = (deps: Deps): CardProvider[] => [
  deps.cardProvider,
  ...deps.formerCardProviders,
];

/** For work that belongs to one of them. */
export const depsWith = (deps: Deps, cardProvider: CardProvider): Deps => ({
  ...deps,
  cardProvider,
  formerCardProviders: cardProvidersOf(deps).filter((other) => other !== cardProvider),
});

/** Returns `Deps` for the provider of that name. Throws ProviderUnavailable if nothing connects to it any more. */
export function depsOfProvider(deps: Deps, name: string): Deps {
  const cardProvider = cardProvidersOf(deps).find((provider) => provider.name === name);
  if (cardProvider === undefined) throw new ProviderUnavailable(`nothing connects to ${name}`);
  return depsWith(deps, cardProvider);
}

/** `Deps` whose card provider schedules the charges. */
export interface SchedulingDeps extends Deps {
  cardProvider: SchedulingCardProvider;
}

/** Whether the card provider schedules the charges: only then it has recurring payments, which we end, move and learn. */
export const schedulesCharges = (deps: Deps): deps is SchedulingDeps =>
  deps.cardProvider.chargesScheduledBy === 'provider';
