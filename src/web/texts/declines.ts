/**
 * Customer texts for declined payments. Each text says what happened and how to fix it. An unknown decline reason has a
 * generic text.
 */
import type { DeclineReason } from '../../shared/declines';

const UNEXPLAINED = 'Банк отклонил платёж и не сказал почему. Попробуй ещё раз или возьми другую карту.';
const NOT_FOR_INTERNET = 'Эта карта не подходит для оплаты в интернете. Возьми другую карту.';
const SUSPICIOUS = 'Банку платёж показался подозрительным. Подтверди его в банке или возьми другую карту.';
const FORBIDDEN = 'Банк запретил эту операцию для карты. Позвони в банк или возьми другую карту.';
const UNKNOWN = 'Платёж не прошёл. Попробуй ещё раз или возьми другую карту.';

const DECLINES: Readonly<Record<DeclineReason, string>> = {
  unknown: UNKNOWN,
  rejectedForGood: UNKNOWN,
  unexplained: UNEXPLAINED,
  rejected: UNEXPLAINED,
  lostOrStolen:
    'Банк пометил эту карту как утерянную или украденную. Возьми другую карту или позвони в банк.',
  unknownCard: 'Банк не узнал карту. Проверь номер и срок действия и попробуй ещё раз.',
  notForInternet: NOT_FOR_INTERNET,
  invalidForCard: NOT_FOR_INTERNET,
  amount: 'Банк не принял сумму платежа. Попробуй другую карту или напиши в поддержку.',
  tryLater: 'Банк сейчас не может провести платёж. Попробуй ещё раз через несколько минут.',
  suspicious: SUSPICIOUS,
  fraud: SUSPICIOUS,
  noMoney: 'На карте не хватает денег. Пополни её или возьми другую карту.',
  expired: 'Срок действия карты закончился. Возьми другую карту.',
  forbidden: FORBIDDEN,
  forbiddenForCard: FORBIDDEN,
  limit: 'Превышен лимит операций по карте. Подними лимит в приложении банка или возьми другую карту.',
  wrongCvv: 'Неверный код CVV: три цифры на обороте карты. Проверь его и попробуй ещё раз.',
  unavailable: 'Банк или платёжная система сейчас недоступны. Попробуй ещё раз через несколько минут.',
  threeDs: 'Проверка 3-D Secure не пройдена. Попробуй ещё раз и введи код из сообщения банка.',
  notAccepted: 'Этот банк не принимает такой платёж. Возьми карту другого банка.',
};

/** Returns the customer text for the reason of a declined payment. */
export const describeDecline = (reason: DeclineReason | null | undefined): string =>
  DECLINES[reason ?? 'unknown'];
