/** Tests the description of what changed about a customer since a dialog was opened. */
import type { StaffUser } from '../../../src/shared/contract/staffModels';
import type { StaffPayment } from '../../../src/shared/contract/staffPayments';
import { changesBetween } from '../../../src/web/texts/staff/customerChanges';

const END = '2026-12-23T07:00:00.000Z';
const PHONE = { id: 4, deviceName: 'Pixel 8', deviceId: 'a', isActive: true, platform: 'android' };
const USER: StaffUser = {
  ...{ id: 7, email: 'a@example.com', devices: [PHONE] },
  subscription: { status: 'ACTIVE', endDate: END },
};
const PAID: StaffPayment = {
  ...{ transactionId: '43', at: END, amount: 449, currency: 'RUB', role: 'recurrent', state: 'paid' },
};
const of = (user: Partial<StaffUser>, payments: StaffPayment[] = [PAID]) => ({
  user: { ...USER, ...user },
  payments: { payments },
});
const plain = (texts: string[]) => texts.map((text) => text.replace(/\s/g, ' '));

it.each<[string, ReturnType<typeof of>, string[]]>([
  ['nothing', of({}), []],
  ['notes and tags, which concern neither money nor access', of({ tags: ['vip'] }), []],
  [
    'the status and the date',
    of({ subscription: { status: 'CANCELED', endDate: '2026-12-24T07:00:00.000Z' } }),
    ['Status: Active → Canceled', 'Access or next charge: 23.12.26 10:00 → 24.12.26 10:00'],
  ],
  ['the email', of({ email: 'b@example.com' }), ['Email: a@example.com → b@example.com']],
  ['the deletion', of({ email: undefined, deletedAt: END }), ['Account deleted']],
  ['a detached device', of({ devices: [] }), ['Device “Pixel 8” detached']],
  [
    'an attached device',
    of({ devices: [PHONE, { ...PHONE, deviceId: 'b', deviceName: 'iPad' }] }),
    ['Device “iPad” attached'],
  ],
  ['a refund', of({}, [{ ...PAID, state: 'returning' }]), ['Payment #43: Paid → Refund pending']],
  [
    'a new payment',
    of({}, [{ ...PAID, transactionId: '44', state: 'declined' }, PAID]),
    ['New payment #44: 449 ₽, failed'],
  ],
  [
    'a rejected charge, which has no payment number',
    of({}, [{ ...PAID, transactionId: 'charge:0f3a', state: 'declined' }, PAID]),
    ['New payment: 449 ₽, failed'],
  ],
])('names %s', (_name, after, changes) => {
  expect(plain(changesBetween(of({}), after))).toEqual(changes);
});

it('compares only what was loaded before and after', () => {
  expect(changesBetween({ user: undefined, payments: undefined }, of({ email: 'b@example.com' }))).toEqual(
    [],
  );
});
