/** What the provider's test cards do. */
export const CARD_BEHAVIOURS = {
  secure: '3-D Secure, потом проходит; списания проходят',
  plain: 'Сразу проходит; списания проходят',
  onlyFirst: 'Сразу проходит; следующее списание: мало денег',
  secureDeclined: '3-D Secure, потом отказ: мало денег',
  declined: 'Сразу отказ: мало денег',
} as const;
