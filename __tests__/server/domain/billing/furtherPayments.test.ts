/** Tests how many payments of one order may be opened. */
import { furtherPaymentInMs } from '../../../../src/server/domain/billing/furtherPayments';

const at = (seconds: number): Date => new Date(seconds * 1000);

test('beyond the first, three payments may be opened at once and then one per minute', () => {
  const opened: Date[] = [];
  const times: number[] = [];
  for (let second = 0; second <= 300; second += 1)
    while (furtherPaymentInMs(opened, at(second)) === 0) {
      opened.push(at(second));
      times.push(second);
    }
  expect(times).toEqual([0, 0, 0, 0, 60, 120, 180, 240, 300]);
});

test('names the pause, and permits three at once again after three quiet minutes', () => {
  const opened = [at(0), at(0), at(0), at(0)];
  expect(furtherPaymentInMs(opened, at(45))).toBe(15_000);
  expect(furtherPaymentInMs([...opened, at(180), at(180)], at(180))).toBe(0);
  expect(furtherPaymentInMs([...opened, at(180), at(180), at(180)], at(180))).toBe(60_000);
});
