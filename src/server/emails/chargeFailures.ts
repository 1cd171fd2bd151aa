/**
 * Why a monthly charge failed and what its owner can do about it, by the card provider's reason
 * code. The card was charged without its owner, so nothing here asks to type anything again.
 */
import { type DeclineKind, declineKind } from '../../shared/declines';

const PASSES_BY_ITSELF =
  'Банк или платёжная система были недоступны. Скорее всего, следующая попытка пройдёт сама.';
const OTHER_BANK = 'Банк не принимает такой платёж. Для подписки понадобится карта другого банка.';

const FAILURES: Readonly<Record<DeclineKind, string>> = {
  unexplained: 'Банк отклонил платёж и не сказал почему. Обычно помогает звонок в банк.',
  lostOrStolen: 'Банк считает эту карту утерянной или украденной. Для подписки понадобится другая карта.',
  unknownCard: 'Банк не узнал карту. Возможно, её перевыпустили: тогда понадобится новая.',
  notForInternet:
    'Эта карта не подходит для оплаты в интернете. Разреши такие платежи в приложении банка или возьми другую карту.',
  amount: 'Банк не принял сумму платежа.',
  tryLater: PASSES_BY_ITSELF,
  suspicious: 'Банку платёж показался подозрительным. Подтверди в банке, что он твой.',
  noMoney: 'На карте не хватило денег. Пополни её до следующей попытки.',
  expired: 'Срок действия карты закончился. Для подписки понадобится новая.',
  forbidden: 'Банк запретил эту операцию для карты. Узнай в банке, как её разрешить.',
  limit: 'Превышен лимит операций по карте. Подними лимит в приложении банка.',
  wrongCvv: 'Банк не принял данные карты. Для подписки понадобится другая карта.',
  unavailable: PASSES_BY_ITSELF,
  threeDs: OTHER_BANK,
  notAccepted: OTHER_BANK,
};

const UNKNOWN = 'Банк не принял платёж. Проверь, что на карте есть деньги и платежи в интернете разрешены.';

/** `reasonCode` null: the provider named none. */
export function describeFailedCharge(reasonCode: number | null): string {
  const kind = declineKind(reasonCode);
  return kind === null ? UNKNOWN : FAILURES[kind];
}
