/** The name of a card provider in the console. */

/** Returns the name of a card provider, which is its id with a capital letter. */
export const cardProviderName = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1);
