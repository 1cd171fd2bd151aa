/** The name of a card provider in the console. */

/** Returns the name of a card provider, which is its id with a capital letter. */
export const cardProviderName = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1);

/** Returns a text about a payment, such as its number, with the name of the card provider if the server sends one. */
export const withProvider = (payment: string, provider: string | null | undefined): string =>
  provider ? `${payment} (${cardProviderName(provider)})` : payment;
