/** Tests that recorded notifications of the card provider are parsed identically from a form body and from JSON. */
import {
  isSignedBy,
  type NotificationKind,
  parseNotification,
  signNotification,
} from '../../../../src/server/adapters/cloudPayments/cloudPaymentsNotifications';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { encodeForm, PAYLOADS } from '../../../support/cloudPaymentsPayloads';

const SECRET = 'a secret of the terminal';
const bytes = (text: string) => new TextEncoder().encode(text);

const PAYMENT = {
  transactionId: '2504270117',
  amountKopecks: 44_900,
  currency: 'RUB',
  at: new Date('2026-11-28T09:00:05Z'),
  isTest: false,
  orderId: 'o-0123456789abcdef',
  accountId: 'prosvet-uid-1',
  email: 'vasilisa+vpn@example.org',
  recurringPaymentId: null,
  cardMask: '•••• 0004',
};

const EXPECTED: Record<NotificationKind, object> = {
  check: { question: { ...PAYMENT, isPayment: true } },
  pay: { event: { kind: 'paid', ...PAYMENT } },
  confirm: { event: { kind: 'paid', ...PAYMENT } },
  fail: { event: { kind: 'failed', decline: cloudPaymentsDecline(5051), ...PAYMENT } },
  refund: {
    event: {
      kind: 'refunded',
      refundId: '2504280000',
      transactionId: '2504270117',
      amountKopecks: 10_050,
      at: new Date('2026-11-29T10:00:00Z'),
      accountId: 'prosvet-uid-1',
    },
  },
  cancel: {
    event: {
      kind: 'voided',
      transactionId: '2504270117',
      at: new Date('2026-11-21T09:01:00Z'),
      accountId: 'prosvet-uid-1',
    },
  },
  recurrent: {
    event: {
      kind: 'recurringPayment',
      recurringPaymentId: 'sc_8cf8a9338fb8ebf7202b08d09c938',
      accountId: 'prosvet-uid-1',
      amountKopecks: 44_900,
      currency: 'RUB',
      startAt: new Date('2026-11-28T09:00:00Z'),
      state: 'pastDue',
      successes: 2,
      failures: 1,
      nextChargeAt: new Date('2027-01-29T09:00:04Z'),
    },
  },
  receipt: {
    receipt: {
      providerId: 'rq4dgrWS',
      transactionId: '2504270117',
      orderId: 'o-0123456789abcdef',
      kind: 'income',
      amountKopecks: 44_900,
      url: 'https://receipts.ofd.example/v1/2124438805?a=1&b=2',
      operator: 'Такском',
      documentNumber: '53',
      fiscalSign: '2124438805',
      at: new Date('2026-11-28T09:00:30Z'),
    },
  },
};

const KINDS = Object.keys(PAYLOADS) as NotificationKind[];

describe.each(KINDS)('%s', (kind) => {
  const form = encodeForm(PAYLOADS[kind]);
  const json = JSON.stringify(PAYLOADS[kind]);

  test('is parsed from a form body', () => {
    const parsed = parseNotification(kind, bytes(form), 'application/x-www-form-urlencoded; charset=utf-8');
    expect(parsed).toMatchObject(EXPECTED[kind]);
  });

  test('is parsed from JSON', () => {
    expect(parseNotification(kind, bytes(json), 'application/json; charset=utf-8')).toMatchObject(
      EXPECTED[kind],
    );
  });

  test.each([
    ['a form', form],
    ['JSON', json],
  ])(
    'the signature of a %s body covers its bytes: the same fields in another encoding are rejected',
    (_what, message) => {
      const signature = signNotification(bytes(message), SECRET);
      expect(isSignedBy(bytes(message), signature, SECRET)).toBe(true);
      const rewritings = [
        message.replaceAll('+', '%20'),
        message.replaceAll(',', ', '),
        `${message} `,
        message.replaceAll('%D0', '%d0'),
        decodeURIComponent(message.replaceAll('%', '%25')).toUpperCase(),
      ].filter((rewritten) => rewritten !== message);
      expect(rewritings.length).toBeGreaterThan(1);
      for (const rewritten of rewritings) expect(isSignedBy(bytes(rewritten), signature, SECRET)).toBe(false);
      expect(isSignedBy(bytes(message), signature, 'another secret')).toBe(false);
    },
  );
});

test.each([
  ['Completed', 'paid'],
  ['Authorized', 'authorized'],
])('Pay with the status %s results in %s', (Status, kind) => {
  const message = encodeForm({ ...PAYLOADS.pay, Status });
  expect(parseNotification('pay', bytes(message), null)).toMatchObject({ event: { kind } });
});
