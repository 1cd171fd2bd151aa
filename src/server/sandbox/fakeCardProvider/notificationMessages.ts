/** Formats notifications like the real card provider: form-encoded, with times in UTC and amounts with two decimals. */
import { toRubles } from '../../../shared/money';
import { writeMoment } from '../../adapters/cloudPayments/cloudPaymentsFields';
import type { CardRow, PaymentRow, RecurringPaymentRow } from './fakeProviderContext';

type Fields = Record<string, string | number | null>;

const rubles = (kopecks: number): string => toRubles(kopecks).toFixed(2);

function encode(fields: Fields): string {
  const known = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(known).toString();
}

/**
 * Returns the order id that the card provider reports. The notification of a recurring charge does not contain the
 * order id of the first payment.
 */
export const reportedOrder = (payment: PaymentRow): string | null =>
  payment.role === 'first' ? payment.invoiceId : null;

function paymentFields(payment: PaymentRow, card: CardRow): Fields {
  return {
    TransactionId: payment.id,
    Amount: rubles(payment.amountKopecks),
    Currency: payment.currency,
    PaymentAmount: rubles(payment.amountKopecks),
    PaymentCurrency: payment.currency,
    DateTime: writeMoment(payment.createdAt),
    CardId: card.cardId,
    CardFirstSix: card.firstSix,
    CardLastFour: card.lastFour,
    CardType: card.brand,
    CardExpDate: card.expires,
    TestMode: 1,
    OperationType: 'Payment',
    InvoiceId: reportedOrder(payment),
    AccountId: payment.accountId,
    SubscriptionId: payment.role === 'recurrent' ? payment.recurringPaymentId : null,
    Email: payment.email,
    IpAddress: '127.0.0.1',
    Issuer: 'SANDBOX BANK',
    Description: payment.description,
    PaymentMethod: 'Card',
  };
}

export function checkMessage(payment: PaymentRow, card: CardRow): string {
  return encode({ ...paymentFields(payment, card), Status: 'Completed' });
}

/** Formats the body of Pay and Confirm notifications. */
export function payMessage(payment: PaymentRow, card: CardRow): string {
  return encode({
    ...paymentFields(payment, card),
    Status: 'Completed',
    GatewayName: 'Sandbox',
    AuthCode: 'A1B2C3',
    Token: card.token,
    TotalFee: '0.00',
  });
}

export function failMessage(payment: PaymentRow, card: CardRow): string {
  return encode({
    ...paymentFields(payment, card),
    Reason: payment.reasonCode === 5051 ? 'InsufficientFunds' : 'Declined',
    ReasonCode: payment.reasonCode,
  });
}

/**
 * Formats the body of a Refund notification. A Refund notification contains no order id and no account id, because the
 * card provider's documentation declares both optional.
 */
export function refundMessage(refund: PaymentRow): string {
  return encode({
    TransactionId: refund.id,
    PaymentTransactionId: refund.originalId,
    Amount: rubles(refund.amountKopecks),
    DateTime: writeMoment(refund.createdAt),
    OperationType: 'Refund',
    Email: refund.email,
  });
}

/** Formats the notification that the cash register issued a receipt for a payment or refund. */
export function receiptMessage(payment: PaymentRow, receiptBaseUrl: string): string {
  const url = `${receiptBaseUrl}/${payment.id}`;
  return encode({
    Id: receiptId(payment),
    DocumentNumber: payment.id,
    SessionNumber: 1,
    Number: payment.id,
    FiscalSign: fiscalSign(payment),
    DeviceNumber: '00106900000001',
    RegNumber: '0000000001002292',
    FiscalNumber: '9999078900001341',
    Inn: '7700000000',
    Type: payment.operation === 'Refund' ? 'IncomeReturn' : 'Income',
    Ofd: 'sandbox',
    Url: url,
    QrCodeUrl: `${url}/qr`,
    TransactionId: payment.id,
    Amount: rubles(payment.amountKopecks),
    DateTime: writeMoment(payment.createdAt),
    InvoiceId: reportedOrder(payment),
    AccountId: payment.accountId,
  });
}

export const receiptId = (payment: Pick<PaymentRow, 'id'>): string => `rc-${payment.id}`;

/** Returns a ten-digit fiscal sign that is derived from the payment id. */
export const fiscalSign = (payment: Pick<PaymentRow, 'id'>): string =>
  String((payment.id * 2_654_435_761) % 10_000_000_000).padStart(10, '0');

export function recurrentMessage(recurringPayment: RecurringPaymentRow): string {
  return encode({
    Id: recurringPayment.id,
    AccountId: recurringPayment.accountId,
    Description: recurringPayment.description,
    Email: recurringPayment.email,
    Amount: rubles(recurringPayment.amountKopecks),
    Currency: recurringPayment.currency,
    RequireConfirmation: 'false',
    StartDate: writeMoment(recurringPayment.startAt),
    Interval: recurringPayment.interval,
    Period: recurringPayment.period,
    Status: recurringPayment.status,
    SuccessfulTransactionsNumber: recurringPayment.successes,
    FailedTransactionsNumber: recurringPayment.failures,
    LastTransactionDate: recurringPayment.lastAt === null ? null : writeMoment(recurringPayment.lastAt),
    NextTransactionDate: recurringPayment.nextAt === null ? null : writeMoment(recurringPayment.nextAt),
  });
}
