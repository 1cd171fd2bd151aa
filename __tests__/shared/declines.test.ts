import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import { declineAdvice, isTriedAgain } from '../../src/shared/declines';

it.each([
  [5005, 'rejected', 'final'],
  [5019, 'unexplained', 'retry'],
  [5043, 'lostOrStolen', 'customerActs'],
  [5014, 'unknownCard', 'customerActs'],
  [5051, 'noMoney', 'customerActs'],
  [5096, 'unavailable', 'retry'],
  [5300, 'notAccepted', 'customerActs'],
] as const)('CloudPayments\u2019 code %d is %s: %s', (code, reason, advice) => {
  expect(cloudPaymentsDecline(code)).toEqual({ reason, code: String(code) });
  expect(declineAdvice(reason)).toBe(advice);
});

it.each([0, 4999, Number.NaN])('the code %s has no known reason', (code) =>
  expect(cloudPaymentsDecline(code)).toEqual({ reason: 'unknown', code: String(code) }),
);

it('a decline without a code has no known reason', () =>
  expect(cloudPaymentsDecline(null)).toEqual({ reason: 'unknown', code: null }));

// The source of the codes is the card provider's list at https://developers.cloudpayments.ru, section on recurring
// payments.
it('a charge is not retried after the codes that CloudPayments lists', () => {
  const isFinal = (code: number) => !isTriedAgain(cloudPaymentsDecline(code).reason);
  const codes = Array.from({ length: 400 }, (_, index) => 5000 + index);
  expect(codes.filter(isFinal)).toEqual([5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057]);
});
