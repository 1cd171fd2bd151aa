/**
 * Notifications of the card provider, copied from the provider's documentation. Tests change single fields of these
 * notifications.
 */
import { MONTH_IN_FORM } from './offer';

export const PAYMENT_FIELDS = {
  TransactionId: '504270',
  Amount: '1.00',
  Currency: 'RUB',
  PaymentAmount: '1.00',
  PaymentCurrency: 'RUB',
  DateTime: '2026-11-21 09:00:30',
  CardFirstSix: '424242',
  CardLastFour: '4242',
  CardType: 'Visa',
  CardExpDate: '12/30',
  TestMode: '1',
  OperationType: 'Payment',
  Name: 'IVAN PETROV',
  Email: 'payer@example.org',
  IpAddress: '123.123.123.123',
  IpCountry: 'RU',
  Issuer: 'Sberbank of Russia',
  IssuerBankCountry: 'RU',
  Description: 'Подписка',
  PaymentMethod: 'Card',
} as const;

export const CHECK = { ...PAYMENT_FIELDS, Status: 'Completed' } as const;

export const PAY = {
  ...PAYMENT_FIELDS,
  Status: 'Completed',
  GatewayName: 'Tinkoff',
  AuthCode: 'A1B2C3',
  Token: '477BBA133C182267FE5F086924ABDC5DB71F77BFC27F01F2843F2CDC69D89F05',
  TotalFee: '0.05',
  Rrn: '123456789012',
} as const;

export const FAIL = { ...PAYMENT_FIELDS, Reason: 'InsufficientFunds', ReasonCode: '5051' } as const;

export const RECURRENT = {
  Id: 'sc_8cf8a9338fb8ebf7202b08d09c938',
  Description: 'Подписка',
  Email: 'payer@example.org',
  Amount: MONTH_IN_FORM,
  Currency: 'RUB',
  RequireConfirmation: 'false',
  Interval: 'Month',
  Period: '1',
  Status: 'Active',
  SuccessfulTransactionsNumber: '0',
  FailedTransactionsNumber: '0',
} as const;

export const REFUND = {
  TransactionId: '504280',
  PaymentTransactionId: '504270',
  Amount: '1.00',
  DateTime: '2026-11-21 10:00:00',
  OperationType: 'Refund',
  Email: 'payer@example.org',
} as const;

export const CANCEL = { TransactionId: '504270', Amount: '1.00', DateTime: '2026-11-21 09:01:00' } as const;

export const RECEIPT = {
  Id: 'rq4dgrWS',
  DocumentNumber: '53',
  SessionNumber: '12',
  Number: '7',
  FiscalSign: '2124438805',
  DeviceNumber: '00106900000001',
  RegNumber: '0000000001002292',
  FiscalNumber: '9999078900001341',
  Inn: '7700000000',
  Type: 'Income',
  Ofd: 'Taxcom',
  Url: 'https://receipts.ofd.example/v1/2124438805',
  QrCodeUrl: 'https://qr.ofd.example/2124438805',
  Amount: '1.00',
  DateTime: '2026-11-21 09:00:40',
} as const;
