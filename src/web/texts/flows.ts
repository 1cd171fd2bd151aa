/** Toasts of the flows (spec section 8, exact). */
export const FLOW_TEXTS = {
  emailLinkFailed:
    'К сожалению отправить проверочное письмо не удалось. Перезагрузи страницу и попробуй снова.',
  restoreRefused: 'Войти не удалось, попробуйте зарегистрироваться снова.',
  restoreFailed: 'Ошибка при входе, попробуйте зарегистрироваться снова.',
} as const;
