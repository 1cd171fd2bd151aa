/** Counts the requests to the API of a card provider in the metrics. */
import {
  type CardProvider,
  CredentialsRejected,
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../ports/cardProvider';
import type { Metrics, ProviderRequestOutcome } from '../ports/metrics';

/** Returns the outcome of a failed request, or null if the error does not come from the card provider. */
function classifyOutcome(error: unknown): ProviderRequestOutcome | null {
  if (error instanceof ProviderNotReady) return 'answered';
  if (error instanceof CredentialsRejected || error instanceof TooManyProviderRequests) return 'rejected';
  if (error instanceof ProviderUnavailable) return 'unavailable';
  return error instanceof ProviderRejected ? 'rejected' : null;
}

/**
 * Returns the card provider with methods that count their outcome. All methods of a card provider send requests. Its other
 * properties, such as the notification reader, are unchanged.
 */
export function countedProvider<Provider extends CardProvider>(
  provider: Provider,
  metrics: Pick<Metrics, 'providerRequested'>,
): Provider {
  const count = (outcome: ProviderRequestOutcome | null): void => {
    if (outcome !== null) metrics.providerRequested(provider.name, outcome);
  };
  const counted =
    (method: (...input: unknown[]) => Promise<unknown>) =>
    async (...input: unknown[]): Promise<unknown> => {
      try {
        const result = await method.apply(provider, input);
        count('answered');
        return result;
      } catch (error) {
        count(classifyOutcome(error));
        throw error;
      }
    };
  return new Proxy(provider, {
    get(target, name) {
      const { withoutRepeats } = target;
      if (name === 'withoutRepeats' && withoutRepeats !== undefined)
        return countedProvider(withoutRepeats, metrics);
      const property: unknown = Reflect.get(target, name);
      return typeof property === 'function'
        ? counted(property as (...input: unknown[]) => Promise<unknown>)
        : property;
    },
  });
}
