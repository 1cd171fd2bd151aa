/** Switch of the card provider of new orders, which the sandbox page shows. */

/** Values of the switch of the card provider of new orders. */
export const NEW_ORDERS = ['cloudpayments', 'yookassa'] as const;

/** Switch of the card provider of new orders. The choice lasts until the server restarts. */
export interface NewOrdersSwitch {
  current(): (typeof NEW_ORDERS)[number];
  choose(provider: (typeof NEW_ORDERS)[number]): Promise<void>;
}
