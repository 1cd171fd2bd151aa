/**
 * The card providers side by side. New orders go to one of them; whatever has begun stays with the one that began it,
 * so each piece of work is done with `Deps` whose `cardProvider` is the one that it belongs to.
 */
import type { Deps } from '../../deps';

/** For each provider, the one of new orders first. */
export function depsOfEachProvider(deps: Deps): Deps[] {
  const providers = [deps.cardProvider, ...deps.formerCardProviders];
  return providers.map((cardProvider) => ({
    ...deps,
    cardProvider,
    formerCardProviders: providers.filter((other) => other !== cardProvider),
  }));
}

/** For the provider of that name; null: nothing connects to it any more. */
export const depsOfProvider = (deps: Deps, name: string): Deps | null =>
  depsOfEachProvider(deps).find(({ cardProvider }) => cardProvider.name === name) ?? null;
