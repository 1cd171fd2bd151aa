/** Adapter of `start`, the current API of the card provider's payment widget. It is loaded before the first payment. */
import { cloudPaymentsDecline } from '../../shared/cloudPaymentsDeclines';
import type { Order } from '../../shared/contract/shop';
import type { CardWidgetOutcome } from './platform';
import { buildFirstReceipt, buildRecurringReceipt, findReceiptAddress } from './widgetReceipts';
import { type Method, parseCode, readField, type Skin } from './widgetValues';

/**
 * Payment methods other than cards. All of these payment methods are disabled, because «one trial per card» and
 * recurring payments require a card.
 */
const OTHER_MEANS = ['TcsInstallment', 'Sbp', 'TinkoffPay', 'MirPay', 'Dolyame', 'SberPay'] as const;

/** Returns the parameters of `start`, the current API of the payment widget. */
export function startParameters(order: Order, publicTerminalId: string, skin: Skin) {
  const { recurringPayment } = order;
  const receiptEmail = findReceiptAddress(order);
  const { receiptPhone: phone } = order;
  return {
    publicTerminalId,
    amount: order.amount,
    currency: order.currency,
    paymentSchema: 'Single' as const,
    culture: 'ru-RU',
    skin,
    description: order.description,
    externalId: order.id,
    restrictedPaymentMethods: OTHER_MEANS,
    tokenize: true,
    ...(receiptEmail ? { receiptEmail } : {}),
    emailBehavior: receiptEmail ? ('Hidden' as const) : ('Required' as const),
    userInfo: {
      accountId: order.accountId,
      ...(receiptEmail ? { email: receiptEmail } : {}),
      ...(phone ? { phone } : {}),
    },
    recurrent: {
      interval: recurringPayment.interval,
      period: recurringPayment.period,
      amount: recurringPayment.amount,
      startDate: recurringPayment.startDate,
      receipt: buildRecurringReceipt(order),
    },
    receipt: buildFirstReceipt(order),
  };
}

/** Converts the result of `start` to an outcome. */
export function outcomeOfStart(result: unknown): CardWidgetOutcome {
  const type = readField(result, 'type');
  const status = readField(result, 'status');
  const data = readField(result, 'data');
  if (status === 'success') {
    const id = readField(data, 'transactionId');
    return {
      kind: 'completed',
      transactionId: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
    };
  }
  if (type === 'error' || status === 'fail' || status === 'reject') {
    const reason = readField(data, 'ReasonCode') ?? readField(data, 'reasonCode');
    return { kind: 'declined', reason: cloudPaymentsDecline(parseCode(reason)).reason };
  }
  return { kind: 'closed' };
}

/** Opens the card dialog with the function `start` of the widget. */
export async function payByStart(
  start: Method,
  order: Order,
  terminalId: string,
  skin: Skin,
): Promise<CardWidgetOutcome> {
  return outcomeOfStart(await start(startParameters(order, terminalId, skin)));
}
