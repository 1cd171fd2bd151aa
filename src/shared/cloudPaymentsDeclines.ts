/**
 * Maps CloudPayments reason codes of declined payments to `DeclineReason`. The server maps the reason codes in
 * notifications and API responses, and the web application maps the reason codes in widget results. Source:
 * https://developers.cloudpayments.ru, section «Коды ошибок».
 */
import { type Decline, type DeclineReason, UNKNOWN_DECLINE } from './declines';

/**
 * CloudPayments reason codes by decline reason. According to its documentation, CloudPayments does not retry a
 * recurring payment if the reason code has the advice `final`.
 */
const CODES: Readonly<Partial<Record<DeclineReason, readonly number[]>>> = {
  unexplained: [5019],
  rejected: [5001, 5005],
  rejectedForGood: [5003, 5017, 5033],
  lostOrStolen: [5004, 5007, 5041, 5043],
  unknownCard: [5006, 5014, 5015],
  notForInternet: [5036, 5062],
  invalidForCard: [5012],
  amount: [5013],
  tryLater: [5030],
  suspicious: [5059],
  fraud: [5034],
  noMoney: [5051],
  expired: [5054],
  forbidden: [5058],
  forbiddenForCard: [5057],
  limit: [5061],
  wrongCvv: [5082],
  unavailable: [5091, 5092, 5096],
  threeDs: [5206],
  notAccepted: [5300],
};

const REASONS: ReadonlyMap<number, DeclineReason> = new Map(
  (Object.entries(CODES) as [DeclineReason, readonly number[]][]).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason] as const),
  ),
);

/** Returns the decline of a CloudPayments `ReasonCode`, or `UNKNOWN_DECLINE` if the code is null because it is missing. */
export function cloudPaymentsDecline(code: number | null): Decline {
  if (code === null) return UNKNOWN_DECLINE;
  return { reason: REASONS.get(code) ?? 'unknown', code: String(code) };
}
