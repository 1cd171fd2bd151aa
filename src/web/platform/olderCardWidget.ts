/** Adapter of the older API of the card provider's payment widget, which is loaded only if it is needed. */
import { cloudPaymentsDecline } from '../../shared/cloudPaymentsDeclines';
import type { Order } from '../../shared/contract/shop';
import type { CardWidgetOutcome } from './platform';
import { buildFirstReceipt, buildRecurringReceipt, findReceiptAddress } from './widgetReceipts';
import { findMethod, parseCode, readField, type Skin } from './widgetValues';

/** Returns the options of `pay('charge', …)` and `charge(…)`, the older API of the payment widget. */
export function chargeOptions(order: Order, publicTerminalId: string, skin: Skin) {
  const { recurringPayment } = order;
  const receiptEmail = findReceiptAddress(order);
  const { receiptPhone: phone } = order;
  return {
    publicId: publicTerminalId,
    description: order.description,
    amount: order.amount,
    currency: order.currency,
    accountId: order.accountId,
    invoiceId: order.id,
    ...(receiptEmail ? { email: receiptEmail } : {}),
    requireEmail: !receiptEmail,
    ...(phone ? { payer: { phone } } : {}),
    skin,
    data: {
      CloudPayments: {
        CustomerReceipt: buildFirstReceipt(order),
        recurrent: {
          interval: recurringPayment.interval,
          period: recurringPayment.period,
          amount: recurringPayment.amount,
          startDate: recurringPayment.startDate,
          customerReceipt: buildRecurringReceipt(order),
        },
      },
    },
  };
}

/** Converts the value that the older API passes to `onComplete` to an outcome. */
export function outcomeOfCharge(result: unknown): CardWidgetOutcome {
  if (readField(result, 'success') === true) return { kind: 'completed', transactionId: null };
  const code = parseCode(readField(result, 'code'));
  const message = readField(result, 'message');
  const isCancelled = typeof message === 'string' && /cancel/i.test(message);
  return code === null && isCancelled
    ? { kind: 'closed' }
    : { kind: 'declined', reason: cloudPaymentsDecline(code).reason };
}

/** Opens the card dialog by the older API. Rejects if the widget supports neither of its functions. */
export function openByCharge(
  widget: object,
  order: Order,
  terminalId: string,
  skin: Skin,
): Promise<CardWidgetOutcome> {
  const options = chargeOptions(order, terminalId, skin);
  return new Promise((resolve, reject) => {
    const pay = findMethod(widget, 'pay');
    const charge = findMethod(widget, 'charge');
    if (pay !== null) {
      pay('charge', options, { onComplete: (result: unknown) => resolve(outcomeOfCharge(result)) });
    } else if (charge !== null) {
      charge(
        options,
        () => resolve({ kind: 'completed', transactionId: null }),
        (reason: unknown) => resolve(outcomeOfCharge({ success: false, message: reason })),
      );
    } else {
      reject(new Error('the card widget has neither a pay nor a charge function'));
    }
  });
}
