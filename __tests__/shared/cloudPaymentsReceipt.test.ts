/** Tests the codes of CloudPayments in fiscal receipts, and that its fake accepts each of them. */
import { isValidReceipt } from '../../src/server/sandbox/fakeCardProvider/receiptRules';
import { cloudPaymentsReceipt } from '../../src/shared/cloudPaymentsReceipt';
import {
  DEFAULT_RECEIPT_TERMS,
  RECEIPT_METHODS,
  RECEIPT_SUBJECTS,
  type ReceiptTerms,
  TAX_SYSTEMS,
  VAT_RATES,
} from '../../src/shared/receiptTerms';

const SALE = { label: 'Подписка', amount: 449, email: 'payer@example.org' };

const receiptWith = (changes: Partial<ReceiptTerms>) =>
  cloudPaymentsReceipt(SALE, { ...DEFAULT_RECEIPT_TERMS, ...changes });

const isAccepted = (changes: Partial<ReceiptTerms>): boolean =>
  isValidReceipt(receiptWith(changes), { amountKopecks: 44_900, payerEmail: null });

test('the default terms result in the receipt of earlier versions', () => {
  expect(JSON.stringify(receiptWith({}))).toBe(
    '{"items":[{"label":"Подписка","price":449,"quantity":1,"amount":449,"vat":null,"method":4,"object":4}],"email":"payer@example.org","amounts":{"electronic":449}}',
  );
});

test.each([
  ['+79123456789', true],
  ['+375291234567', true],
  ['+12', false],
])('the phone number %s is in the receipt, and the fake accepts it: %s', (phone, accepted) => {
  const receipt = cloudPaymentsReceipt({ ...SALE, phone }, DEFAULT_RECEIPT_TERMS);
  expect(receipt.phone).toBe(phone);
  expect(isValidReceipt(receipt, { amountKopecks: 44_900, payerEmail: null })).toBe(accepted);
});

test('each VAT rate has its code', () => {
  expect(VAT_RATES.map((vat) => receiptWith({ vat }).items[0]?.vat)).toEqual([
    ...[null, 0, 5, 7, 10, 20, 22],
    ...[105, 107, 110, 120, 122],
  ]);
  expect(VAT_RATES.filter((vat) => !isAccepted({ vat }))).toEqual([]);
});

test('each tax system has its code', () => {
  expect(TAX_SYSTEMS.map((taxSystem) => receiptWith({ taxSystem }).taxationSystem)).toEqual([
    0, 1, 2, 3, 4, 5,
  ]);
  expect(TAX_SYSTEMS.filter((taxSystem) => !isAccepted({ taxSystem }))).toEqual([]);
});

test('each subject and method has the code of its tag', () => {
  expect(RECEIPT_SUBJECTS.map((subject) => receiptWith({ subject }).items[0]?.object)).toEqual([
    4, 3, 1, 10, 13,
  ]);
  expect(RECEIPT_METHODS.map((method) => receiptWith({ method }).items[0]?.method)).toEqual([4, 1, 3]);
  expect(RECEIPT_SUBJECTS.filter((subject) => !isAccepted({ subject }))).toEqual([]);
  expect(RECEIPT_METHODS.filter((method) => !isAccepted({ method, subject: 'payment' }))).toEqual([]);
});

test.each<Partial<ReceiptTerms>>([
  { vat: '22', taxSystem: 'patent' },
  { vat: '5', taxSystem: 'imputed' },
  { method: 'advance', subject: 'service' },
])('the fake rejects %j', (changes) => {
  expect(isAccepted(changes)).toBe(false);
});
