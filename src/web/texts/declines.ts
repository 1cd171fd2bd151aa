/**
 * A declined payment in plain words, by the card provider's reason code: what happened and what
 * helps. A code without a sentence of its own gets the general one.
 */
import { type DeclineKind, declineKind } from '../../shared/declines';

const DECLINES: Readonly<Record<DeclineKind, string>> = {
  unexplained: 'Банк отклонил платёж и не сказал почему. Попробуй ещё раз или возьми другую карту.',
  lostOrStolen:
    'Банк пометил эту карту как утерянную или украденную. Возьми другую карту или позвони в банк.',
  unknownCard: 'Банк не узнал карту. Проверь номер и срок действия и попробуй ещё раз.',
  notForInternet: 'Эта карта не подходит для оплаты в интернете. Возьми другую карту.',
  amount: 'Банк не принял сумму платежа. Попробуй другую карту или напиши в поддержку.',
  tryLater: 'Банк сейчас не может провести платёж. Попробуй ещё раз через несколько минут.',
  suspicious: 'Банку платёж показался подозрительным. Подтверди его в банке или возьми другую карту.',
  noMoney: 'На карте не хватает денег. Пополни её или возьми другую карту.',
  expired: 'Срок действия карты закончился. Возьми другую карту.',
  forbidden: 'Банк запретил эту операцию для карты. Позвони в банк или возьми другую карту.',
  limit: 'Превышен лимит операций по карте. Подними лимит в приложении банка или возьми другую карту.',
  wrongCvv: 'Неверный код CVV: три цифры на обороте карты. Проверь его и попробуй ещё раз.',
  unavailable: 'Банк или платёжная система сейчас недоступны. Попробуй ещё раз через несколько минут.',
  threeDs: 'Проверка 3-D Secure не пройдена. Попробуй ещё раз и введи код из сообщения банка.',
  notAccepted: 'Этот банк не принимает такой платёж. Возьми карту другого банка.',
};

const UNKNOWN_DECLINE = 'Платёж не прошёл. Попробуй ещё раз или возьми другую карту.';

/** What to tell the customer about a declined attempt. */
export function describeDecline(reasonCode: number | null | undefined): string {
  const kind = declineKind(reasonCode);
  return kind === null ? UNKNOWN_DECLINE : DECLINES[kind];
}
