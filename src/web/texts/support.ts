/** Texts of `/support`. */
export const SUPPORT_TEXTS = {
  title: 'Поддержка',
  lead: 'Напиши, что случилось и с какой почтой ты входишь: так мы разберёмся быстрее.',
  chat: 'Написать в чат',
  chatNote: 'Так быстрее всего.',
  emailLabel: 'Или на почту',
  copy: 'Скопировать почту',
  copied: 'Почта скопирована',
  /** Label of the button after the address was copied. */
  copiedLabel: 'Скопировано',
  copyFailed: 'Скопировать не получилось. Выдели адрес и скопируй его сам.',
  check: { before: 'VPN не\u00a0работает?', link: 'Проверь подключение' },
  status: { before: 'Не\u00a0получается войти или оплатить?', link: 'Состояние сервиса' },
  refund: { before: 'Об отмене и возврате денег рассказывает', link: 'публичная оферта' },
} as const;
