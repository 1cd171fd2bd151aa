/** Values of the variable `CARD_PROVIDER`, which names the card provider of new orders. */

export const CARD_PROVIDER_CHOICES = ['cloudpayments', 'yookassa'] as const;

export type CardProviderChoice = (typeof CARD_PROVIDER_CHOICES)[number];
