/** Texts of the field for an email address. */
export const EMAIL_FIELD_TEXTS = {
  placeholder: 'Введите email',
  /** The trailing space is required by the specification. */
  invalid: '* почта введена с ошибкой ',
} as const;
