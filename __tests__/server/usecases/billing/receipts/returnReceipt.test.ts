/** Tests the label and the terms of a refund receipt, which must equal those of the payment's receipt. */
import type { Payment } from '../../../../../src/server/domain/billing/subscriptionState';
import { monthLabel, orderLabel } from '../../../../../src/server/texts/payments';
import { returnReceipt } from '../../../../../src/server/usecases/billing/receipts/returnReceipt';
import { OFFER_TERMS } from '../../../../../src/shared/offerTerms';
import { DEFAULT_RECEIPT_TERMS } from '../../../../../src/shared/receiptTerms';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

const TERMS = { ...DEFAULT_RECEIPT_TERMS, vat: '22' } as const;
const MONEY = { amountKopecks: 500, email: 'payer@example.org', phone: null };
const buildLabel = (payment: Pick<Payment, 'role' | 'orderKind' | 'amountKopecks' | 'trialDays'>) => {
  const { label, ...money } = returnReceipt(server.deps, { ...payment, receiptTerms: TERMS }, MONEY);
  expect(money).toEqual({ ...MONEY, terms: TERMS });
  return label;
};
const product = () => server.deps.settings.brand.product;

test.each(['trial', 'cardChange'] as const)('of a card check (%s) names its amount', (orderKind) => {
  expect(buildLabel({ role: 'first', orderKind, amountKopecks: 500, trialDays: 7 })).toBe(
    orderLabel(product(), orderKind, { ...OFFER_TERMS, cardCheckRub: 5 }),
  );
});

test.each([
  [14, 14],
  [null, OFFER_TERMS.campaignTrialDays],
])('of a campaign payment with a trial of %s days names %s days', (trialDays, named) => {
  expect(buildLabel({ role: 'first', orderKind: 'campaign', amountKopecks: 100, trialDays })).toBe(
    orderLabel(product(), 'campaign', { ...OFFER_TERMS, campaignTrialDays: named }),
  );
});

test.each(['renewal', 'cardChangeMonth'] as const)('of a first month (%s) names the month', (orderKind) => {
  expect(buildLabel({ role: 'first', orderKind, amountKopecks: 44_900, trialDays: null })).toBe(
    orderLabel(product(), orderKind, OFFER_TERMS),
  );
});

test('of a monthly charge names the month, whichever order started the subscription', () => {
  expect(buildLabel({ role: 'recurrent', orderKind: 'trial', amountKopecks: 44_900, trialDays: 7 })).toBe(
    monthLabel(product()),
  );
});
