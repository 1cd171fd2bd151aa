/**
 * Handles signed notifications of the card provider: answers payment authorization requests, and records reported events in the
 * ledger.
 */
import type { Deps } from '../../../deps';
import type { NotificationResponse, SignedNotificationReader } from '../../../ports/cardProvider';
import { recordReceipt } from '../receipts/recordReceipt';
import { decideOnQuestion } from './decideOnQuestion';
import { logIgnoredOnce, warnOfForgery } from './ignoredNotifications';
import { withPayer } from './payerOfCharge';
import { recordProviderEvent } from './recordProviderEvent';

const REJECTED = {
  wrongSignature: 'a notification with a wrong signature was rejected',
  malformed: 'a signed notification is not readable',
};

/**
 * Handles one signed notification and returns the response to the card provider. Changes nothing if the notification is forged
 * or malformed. If this function throws, the card provider sends the notification again.
 */
export async function receiveNotification(
  deps: Deps,
  notifications: SignedNotificationReader,
  { kind, rawBody, headers }: { kind: string; rawBody: Uint8Array; headers: Headers },
): Promise<NotificationResponse> {
  const { metrics } = deps;
  const message = notifications.read(kind, rawBody, headers);
  if (message.rejected !== undefined) {
    const { rejected, reason, response } = message;
    metrics.notificationAnswered(deps.cardProvider.name, rejected);
    if (rejected === 'wrongSignature') warnOfForgery(deps, { notification: kind }, REJECTED[rejected]);
    if (rejected === 'malformed') deps.logger.error({ notification: kind, reason }, REJECTED[rejected]);
    return response;
  }
  if (message.question !== undefined) {
    const rejection = await decideOnQuestion(deps, message.question);
    const { transactionId } = message.question;
    metrics.notificationAnswered(deps.cardProvider.name, rejection === null ? 'accepted' : 'paymentRejected');
    if (rejection !== null)
      deps.logger.warn({ notification: kind, transactionId, rejection }, 'a payment was rejected');
    return notifications.response(rejection);
  }
  if (message.ignored !== undefined) {
    logIgnoredOnce(deps, message.ignored);
    metrics.notificationAnswered(deps.cardProvider.name, 'ignored');
    return notifications.response(null);
  }
  if (message.receipt !== undefined) {
    await recordReceipt(deps, message.receipt);
  } else {
    await recordProviderEvent(deps, 'notification', await withPayer(deps, message.event));
    deps.wakeOutbox();
  }
  metrics.notificationAnswered(deps.cardProvider.name, 'accepted');
  return notifications.response(null);
}
