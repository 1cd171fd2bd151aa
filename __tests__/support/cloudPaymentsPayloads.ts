/**
 * Notifications of CloudPayments with every documented field, as a CloudPayments terminal sends them in JSON format.
 * `encodeForm` converts a notification to form encoding. The values contain Cyrillic, plus signs and escaped JSON, which
 * parsers often get wrong.
 */

const PAYMENT = {
  TransactionId: 2_504_270_117,
  Amount: 449.0,
  Currency: 'RUB',
  PaymentAmount: 449.0,
  PaymentCurrency: 'RUB',
  DateTime: '2026-11-28 09:00:05',
  CardId: '6f1d3c2b9a',
  CardFirstSix: '220000',
  CardLastFour: '0004',
  CardType: 'Mir',
  CardExpDate: '12/30',
  TestMode: false,
  OperationType: 'Payment',
  InvoiceId: 'o-0123456789abcdef',
  AccountId: 'prosvet-uid-1',
  SubscriptionId: null,
  Name: 'ВАСИЛИСА ПРЕМУДРАЯ',
  Email: 'vasilisa+vpn@example.org',
  IpAddress: '203.0.113.7',
  IpCountry: 'RU',
  IpCity: 'Нижний Новгород',
  IpRegion: 'Нижегородская область',
  Issuer: 'ПАО «Банк + Ко»',
  IssuerBankCountry: 'RU',
  Description: 'Подписка «Просвет», 1 месяц & 50 % света',
  Data: '{"CloudPayments":{"recurrent":{"interval":"Month","period":1}},"note":"\\"да\\" + нет"}',
  PaymentMethod: null,
} as const;

export const PAYLOADS = {
  check: { ...PAYMENT, Status: 'Completed' },
  pay: {
    ...PAYMENT,
    Status: 'Completed',
    GatewayName: 'Tinkoff',
    AuthCode: 'A1B2C3',
    Token: 'tk_477BBA133C182267FE5F086924ABDC5DB71F77BFC27F01F2843F2CDC69D89F05',
    TotalFee: 12.35,
    Rrn: '123456789012',
    CustomFields: '[{"Name":"ребёнок","Value":"+1"}]',
  },
  fail: {
    ...PAYMENT,
    Reason: 'InsufficientFunds',
    ReasonCode: 5051,
    RetryAfter: '2026-11-29 09:00:05',
    ProviderMessage: 'Недостаточно средств',
  },
  confirm: {
    ...PAYMENT,
    Status: 'Completed',
    GatewayName: 'Tinkoff',
    AuthCode: 'A1B2C3',
    Rrn: '123456789012',
  },
  refund: {
    TransactionId: 2_504_280_000,
    PaymentTransactionId: 2_504_270_117,
    Amount: 100.5,
    DateTime: '2026-11-29 10:00:00',
    OperationType: 'Refund',
    InvoiceId: 'o-0123456789abcdef',
    AccountId: 'prosvet-uid-1',
    Email: 'vasilisa+vpn@example.org',
    Data: '{"причина":"по просьбе + ещё"}',
    Rrn: '123456789013',
  },
  cancel: {
    TransactionId: 2_504_270_117,
    Amount: 1,
    DateTime: '2026-11-21 09:01:00',
    InvoiceId: 'o-0123456789abcdef',
    AccountId: 'prosvet-uid-1',
    Email: 'vasilisa+vpn@example.org',
    Data: '{}',
  },
  recurrent: {
    Id: 'sc_8cf8a9338fb8ebf7202b08d09c938',
    AccountId: 'prosvet-uid-1',
    Description: 'Подписка «Просвет»',
    Email: 'vasilisa+vpn@example.org',
    Amount: 449.0,
    Currency: 'RUB',
    RequireConfirmation: false,
    StartDate: '2026-11-28 09:00:00',
    Interval: 'Month',
    Period: 1,
    Status: 'PastDue',
    SuccessfulTransactionsNumber: 2,
    FailedTransactionsNumber: 1,
    MaxPeriods: null,
    LastTransactionDate: '2027-01-28 09:00:04',
    NextTransactionDate: '2027-01-29 09:00:04',
  },
  receipt: {
    Id: 'rq4dgrWS',
    DocumentNumber: 53,
    SessionNumber: 12,
    Number: 7,
    FiscalSign: '2124438805',
    DeviceNumber: '00106900000001',
    RegNumber: '0000000001002292',
    FiscalNumber: '9999078900001341',
    Inn: '7700000000',
    Type: 'Income',
    Ofd: 'Такском',
    Url: 'https://receipts.ofd.example/v1/2124438805?a=1&b=2',
    QrCodeUrl: 'https://qr.ofd.example/2124438805',
    TransactionId: 2_504_270_117,
    Amount: 449.0,
    DateTime: '2026-11-28 09:00:30',
    InvoiceId: 'o-0123456789abcdef',
    AccountId: 'prosvet-uid-1',
    Receipt: '{"Items":[{"label":"Подписка","vat":null}]}',
  },
} as const;

/**
 * Encodes a notification as a CloudPayments terminal does by default: amounts have two decimals, flags are digits, and
 * empty fields are omitted.
 */
export function encodeForm(payload: Record<string, string | number | boolean | null>): string {
  const fields = Object.entries(payload).flatMap(([name, value]): [string, string][] => {
    if (value === null) return [];
    if (typeof value === 'number' && /Amount|Fee/.test(name)) return [[name, value.toFixed(2)]];
    if (name === 'TestMode') return [[name, value === true ? '1' : '0']];
    return [[name, String(value)]];
  });
  return new URLSearchParams(fields).toString();
}
