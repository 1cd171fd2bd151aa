/**
 * Explains why a monthly charge failed and what the cardholder can do. A monthly charge is made without the
 * cardholder's participation, so no text asks the cardholder to enter card data again.
 */
import type { DeclineReason } from '../../shared/declines';

const PASSES_BY_ITSELF =
  'Банк или платёжная система были недоступны. Скорее всего, следующая попытка пройдёт сама.';
const OTHER_BANK = 'Банк не принимает такой платёж. Для подписки понадобится карта другого банка.';
const UNEXPLAINED = 'Банк отклонил платёж и не сказал почему. Обычно помогает звонок в банк.';
const NOT_FOR_INTERNET =
  'Эта карта не подходит для оплаты в интернете. Разреши такие платежи в приложении банка или возьми другую карту.';
const SUSPICIOUS = 'Банку платёж показался подозрительным. Подтверди в банке, что он твой.';
const FORBIDDEN = 'Банк запретил эту операцию для карты. Узнай в банке, как её разрешить.';
const UNKNOWN = 'Банк не принял платёж. Проверь, что на карте есть деньги и платежи в интернете разрешены.';

const FAILURES: Readonly<Record<DeclineReason, string>> = {
  unknown: UNKNOWN,
  rejectedForGood: UNKNOWN,
  unexplained: UNEXPLAINED,
  rejected: UNEXPLAINED,
  lostOrStolen: 'Банк считает эту карту утерянной или украденной. Для подписки понадобится другая карта.',
  unknownCard: 'Банк не узнал карту. Возможно, её перевыпустили: тогда понадобится новая.',
  notForInternet: NOT_FOR_INTERNET,
  invalidForCard: NOT_FOR_INTERNET,
  amount: 'Банк не принял сумму платежа.',
  tryLater: PASSES_BY_ITSELF,
  suspicious: SUSPICIOUS,
  fraud: SUSPICIOUS,
  noMoney: 'На карте не хватило денег. Пополни её до следующей попытки.',
  expired: 'Срок действия карты закончился. Для подписки понадобится новая.',
  forbidden: FORBIDDEN,
  forbiddenForCard: FORBIDDEN,
  limit: 'Превышен лимит операций по карте. Подними лимит в приложении банка.',
  wrongCvv: 'Банк не принял данные карты. Для подписки понадобится другая карта.',
  unavailable: PASSES_BY_ITSELF,
  threeDs: OTHER_BANK,
  notAccepted: OTHER_BANK,
};

/** Returns a sentence that explains why the charge failed. */
export const describeFailedCharge = (reason: DeclineReason): string => FAILURES[reason];
