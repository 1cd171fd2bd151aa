/** Decides whether the staff console names the card provider of a payment. */
import type { Deps } from '../../deps';

/**
 * Returns the name of a payment's card provider if staff need it: if several card providers are configured, or if the
 * payment is of another card provider than new orders. Otherwise returns null.
 */
export const providerForStaff = (
  deps: Pick<Deps, 'cardProvider' | 'formerCardProviders'>,
  provider: string | undefined,
): string | null =>
  provider !== undefined && (deps.formerCardProviders.length > 0 || provider !== deps.cardProvider.name)
    ? provider
    : null;
