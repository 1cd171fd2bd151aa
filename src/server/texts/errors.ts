/** What customers read when a call is refused, by the code of the error body. */
import type { ErrorCode } from '../../shared/contract/errors';

export const CUSTOMER_ERROR_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  MALFORMED_JSON: 'Запрос не удалось прочитать. Обновите страницу и попробуйте снова.',
  INVALID_REQUEST: 'В запросе есть ошибка. Проверьте введённое и попробуйте снова.',
  BODY_TOO_LARGE: 'Запрос слишком большой.',
  UNSUPPORTED_MEDIA_TYPE: 'Запрос не удалось прочитать. Обновите страницу и попробуйте снова.',
  NO_TOKEN: 'Войдите в аккаунт, чтобы продолжить.',
  INVALID_TOKEN: 'Вход устарел. Войдите в аккаунт снова.',
  FORBIDDEN: 'Это действие недоступно для вашего аккаунта.',
  NOT_FOUND: 'Ничего не найдено.',
  METHOD_NOT_ALLOWED: 'Так обратиться к этому адресу нельзя.',
  CONFLICT: 'Данные уже изменились. Обновите страницу и попробуйте снова.',
  TOO_MANY_REQUESTS: 'Слишком много попыток. Подождите немного и попробуйте снова.',
  SIGN_IN_REFUSED: 'Войти не удалось. Проверьте данные и попробуйте снова.',
  TOTP_REQUIRED: 'Нужен код из приложения.',
  TOTP_SETUP_REQUIRED: 'Сначала нужно настроить второй фактор.',
  TOTP_REFUSED: 'Код не подошёл.',
  PASSWORD_REFUSED: 'Пароль не подошёл.',
  REFUND_REFUSED: 'Вернуть деньги не удалось.',
  PUSH_FAILED: 'Уведомление не доставлено.',
  PROVIDER_UNAVAILABLE: 'Внешняя служба сейчас не отвечает. Попробуйте через несколько минут.',
  INTERNAL: 'Что-то сломалось у нас. Попробуйте позже.',
};
