/** The name of a card provider in the console. */

/** Returns the name of a card provider, which is its id with a capital letter. */
export const cardProviderName = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1);

/** Returns the number of a payment, with the name of its card provider if the server sends one. */
export const numberWithProvider = (transactionId: string, provider: string | null | undefined): string =>
  provider ? `${transactionId} (${cardProviderName(provider)})` : transactionId;
