/** Tests the codes of YooKassa in fiscal receipts, and that its fake accepts each of them for a sale and a refund. */
import { yooKassaReceipt } from '../../../../src/server/adapters/yooKassa/receipts';
import { invalidReceiptPart } from '../../../../src/server/sandbox/fakeYooKassa/receiptRules';
import {
  DEFAULT_RECEIPT_TERMS,
  RECEIPT_METHODS,
  RECEIPT_SUBJECTS,
  type ReceiptTerms,
  TAX_SYSTEMS,
  VAT_RATES,
} from '../../../../src/shared/receiptTerms';

const receiptWith = (changes: Partial<ReceiptTerms>) =>
  yooKassaReceipt(
    {
      label: 'Подписка',
      amountKopecks: 44_900,
      email: 'payer@example.org',
      terms: { ...DEFAULT_RECEIPT_TERMS, ...changes },
    },
    'RUB',
  );

const rejectedPart = (changes: Partial<ReceiptTerms>) => invalidReceiptPart(receiptWith(changes), 44_900);

test('the default terms result in the receipt of earlier versions', () => {
  expect(JSON.stringify(receiptWith({}))).toBe(
    '{"customer":{"email":"payer@example.org"},"items":[{"description":"Подписка","quantity":1,"measure":"piece","amount":{"value":"449.00","currency":"RUB"},"vat_code":1,"payment_subject":"service","payment_mode":"full_payment"}]}',
  );
});

test.each([
  ['+79123456789', '79123456789'],
  ['+375291234567', '375291234567'],
])('the phone number %s has no plus sign', (phone, sent) => {
  const money = { label: 'Подписка', amountKopecks: 44_900, email: 'payer@example.org' };
  const receipt = yooKassaReceipt({ ...money, phone, terms: DEFAULT_RECEIPT_TERMS }, 'RUB');
  expect(receipt.customer).toEqual({ email: 'payer@example.org', phone: sent });
  expect(invalidReceiptPart(receipt, 44_900)).toBeNull();
});

test.each(['+79123456789', '8 912 345-67-89', '', '1234567', '1234567890123456'])(
  'the fake rejects the phone number %p',
  (phone) => {
    const { customer, ...receipt } = receiptWith({});
    const withPhone = { ...receipt, customer: { ...customer, phone } };
    expect(invalidReceiptPart(withPhone, 44_900)).toBe('receipt.customer.phone');
  },
);

test('each VAT rate has its code', () => {
  expect(Object.fromEntries(VAT_RATES.map((vat) => [vat, receiptWith({ vat }).items[0]?.vat_code]))).toEqual({
    ...{ none: 1, '0': 2, '10': 3, '20': 4, '10/110': 5, '20/120': 6 },
    ...{ '5': 7, '7': 8, '5/105': 9, '7/107': 10, '22': 11, '22/122': 12 },
  });
  expect(VAT_RATES.map((vat) => rejectedPart({ vat }))).toEqual(VAT_RATES.map(() => null));
});

test('each tax system has its code', () => {
  expect(TAX_SYSTEMS.map((taxSystem) => receiptWith({ taxSystem }))).toMatchObject(
    [1, 2, 3, 4, 5, 6].map((code) => ({ tax_system_code: code })),
  );
  expect(TAX_SYSTEMS.map((taxSystem) => rejectedPart({ taxSystem }))).toEqual(TAX_SYSTEMS.map(() => null));
});

test('each subject and method has its name', () => {
  expect(RECEIPT_SUBJECTS.map((subject) => receiptWith({ subject }).items[0]?.payment_subject)).toEqual([
    ...RECEIPT_SUBJECTS,
  ]);
  expect(RECEIPT_METHODS.map((method) => receiptWith({ method }).items[0]?.payment_mode)).toEqual([
    'full_payment',
    'full_prepayment',
    'advance',
  ]);
  expect(RECEIPT_SUBJECTS.map((subject) => rejectedPart({ subject }))).toEqual(
    RECEIPT_SUBJECTS.map(() => null),
  );
  expect(RECEIPT_METHODS.map((method) => rejectedPart({ method, subject: 'payment' }))).toEqual(
    RECEIPT_METHODS.map(() => null),
  );
});

test.each<Partial<ReceiptTerms>>([
  { vat: '22', taxSystem: 'patent' },
  { vat: '5', taxSystem: 'imputed' },
  { method: 'advance', subject: 'service' },
])('the fake rejects %j', (changes) => {
  expect(rejectedPart(changes)).toBe('receipt.items');
});
