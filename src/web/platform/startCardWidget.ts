/** Adapter of `start`, the current API of the card provider's payment widget. It is loaded before the first payment. */
import { cloudPaymentsDecline } from '../../shared/cloudPaymentsDeclines';
import type { Order } from '../../shared/contract/shop';
import type { CardWidgetOutcome } from './platform';
import { firstReceiptOf, receiptAddressOf, recurringReceiptOf } from './widgetReceipts';
import { codeOf, fieldOf, type Method, type Skin } from './widgetValues';

/**
 * Payment methods other than cards. All of these payment methods are disabled, because «one trial per card» and
 * recurring payments require a card.
 */
const OTHER_MEANS = ['TcsInstallment', 'Sbp', 'TinkoffPay', 'MirPay', 'Dolyame', 'SberPay'] as const;

/** Returns the parameters of `start`, the current API of the payment widget. */
export function startParameters(order: Order, publicTerminalId: string, skin: Skin) {
  const { recurringPayment } = order;
  const receiptEmail = receiptAddressOf(order);
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
      receipt: recurringReceiptOf(order),
    },
    receipt: firstReceiptOf(order),
  };
}

/** Converts the result of `start` to an outcome. */
export function outcomeOfStart(result: unknown): CardWidgetOutcome {
  const type = fieldOf(result, 'type');
  const status = fieldOf(result, 'status');
  const data = fieldOf(result, 'data');
  if (status === 'success') {
    const id = fieldOf(data, 'transactionId');
    return {
      kind: 'completed',
      transactionId: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
    };
  }
  if (type === 'error' || status === 'fail' || status === 'reject') {
    const reason = fieldOf(data, 'ReasonCode') ?? fieldOf(data, 'reasonCode');
    return { kind: 'declined', reason: cloudPaymentsDecline(codeOf(reason)).reason };
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
