/** Toasts of the flows: the first three are exact; the others say why somebody was led away. */
export const FLOW_TEXTS = {
  emailLinkFailed:
    'К сожалению отправить проверочное письмо не удалось. Перезагрузи страницу и попробуй снова.',
  restoreRefused: 'Войти не удалось, попробуйте зарегистрироваться снова.',
  restoreFailed: 'Ошибка при входе, попробуйте зарегистрироваться снова.',
  registerFailed: 'Вход не завершился: что-то сломалось у нас. Попробуй ещё раз.',
  detachFailed: 'Открепить устройство не получилось. Проверь интернет и попробуй ещё раз.',
  cancelFailed:
    'Отменить подписку не получилось. Проверь интернет и попробуй ещё раз или напиши в поддержку.',
} as const;
