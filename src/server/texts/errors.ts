/** Russian error messages for customers, by the error code of the rejected request. */
import type { ErrorCode } from '../../shared/contract/errors';

export const CUSTOMER_ERROR_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  MALFORMED_JSON: 'Запрос не удалось прочитать. Обнови страницу и попробуй снова.',
  INVALID_REQUEST: 'В запросе есть ошибка. Проверь введённое и попробуй снова.',
  BODY_TOO_LARGE: 'Запрос слишком большой.',
  UNSUPPORTED_MEDIA_TYPE: 'Запрос не удалось прочитать. Обнови страницу и попробуй снова.',
  NO_TOKEN: 'Войди в аккаунт, чтобы продолжить.',
  INVALID_TOKEN: 'Вход устарел. Войди в аккаунт снова.',
  FORBIDDEN: 'Это действие недоступно для твоего аккаунта.',
  NOT_FOUND: 'Ничего не найдено.',
  METHOD_NOT_ALLOWED: 'Так обратиться к этому адресу нельзя.',
  CONFLICT: 'Данные уже изменились. Обнови страницу и попробуй снова.',
  TOO_MANY_REQUESTS: 'Слишком много попыток. Подожди немного и попробуй снова.',
  SIGN_IN_REJECTED: 'Войти не удалось. Проверь данные и попробуй снова.',
  TOTP_REQUIRED: 'Нужен код из приложения.',
  TOTP_SETUP_REQUIRED: 'Сначала нужно настроить второй фактор.',
  TOTP_REJECTED: 'Код не подошёл.',
  PASSWORD_REJECTED: 'Пароль не подошёл.',
  REFUND_REJECTED: 'Вернуть деньги не удалось.',
  PUSH_FAILED: 'Уведомление не доставлено.',
  PROVIDER_UNAVAILABLE: 'Внешняя служба сейчас не отвечает. Попробуй через несколько минут.',
  UNAVAILABLE: 'Технические работы: сервис скоро вернётся. Попробуй ещё раз через минуту.',
  INTERNAL: 'Что-то сломалось у нас. Попробуй позже.',
};
