/** Descriptions of how the card provider's test cards behave. */
export const CARD_BEHAVIOURS = {
  secure: 'Проходит после 3-D Secure, дальнейшие списания тоже',
  plain: 'Проходит сразу, дальнейшие списания тоже',
  onlyFirst: 'Проходит сразу, на следующем списании мало денег',
  secureDeclined: 'Отказ после 3-D Secure: мало денег',
  declined: 'Отказ сразу: мало денег',
} as const;
