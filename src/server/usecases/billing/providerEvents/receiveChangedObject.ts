/**
 * Handles unsigned notifications of a card provider. The server stores which object changed and responds at once.
 * `readChangedObjects` later reads the object from the card provider, and only the response of the card provider has an
 * effect. Many invented notifications must not delay real ones, so objects that this server does not know are limited
 * per network, and are read at a limited rate.
 */
import type { Deps } from '../../../deps';
import type {
  ChangedObject,
  NotificationResponse,
  UnsignedNotificationReader,
} from '../../../ports/cardProvider';
import { isStoredChange, storeChange } from '../../../store/changedObjects';
import { isKnownTransaction } from '../../../store/ledger';
import { findOrder } from '../../../store/orders';
import { limitIn } from '../../../throttle/limits';
import { countTry } from '../../../throttle/throttle';
import { toNetwork } from '../../../throttle/toNetwork';
import { logIgnoredOnce, warnOfForgery } from './ignoredNotifications';

const WRONG_SENDER: NotificationResponse = { status: 403, body: {} };
/** Response after which the card provider repeats a notification. */
const LATER: NotificationResponse = { status: 503, body: {} };

/** Returns what the object belongs to according to the notification, if this server knows it: an order or a payment. */
async function findKnownOwner(
  { db, cardProvider: { name } }: Deps,
  { kind, id, claimedOrderId, claimedTransactionId }: ChangedObject,
): Promise<string | null> {
  const transactionId = kind === 'payment' ? id : claimedTransactionId;
  if (transactionId !== null && (await isKnownTransaction(db, name, transactionId))) return transactionId;
  const order = claimedOrderId === null ? null : await findOrder(db, claimedOrderId);
  return order?.provider === name ? order.id : null;
}

/**
 * Returns whether an object belongs to an order or payment of this server. A customer knows their own order, so only
 * some notifications a day are believed to belong to one owner.
 */
async function isKnown(deps: Deps, changed: ChangedObject): Promise<boolean> {
  const owner = await findKnownOwner(deps, changed);
  if (owner === null) return false;
  const limit = limitIn(deps.settings.mode, 'changedObjectsOfOwner');
  const key = ['changedObjectsOfOwner', deps.cardProvider.name, owner] as const;
  return (await countTry(deps.db, key, limit, deps.clock.now())).allowed;
}

/** Handles one unsigned notification from an IP address, and returns the response to its sender. */
export async function receiveChangedObject(
  deps: Deps,
  notifications: UnsignedNotificationReader,
  { rawBody, address }: { rawBody: Uint8Array; address: string },
): Promise<NotificationResponse> {
  const { cardProvider, clock, db, logger, metrics } = deps;
  if (!notifications.isSender(address)) {
    metrics.notificationAnswered(cardProvider.name, 'wrongSender');
    warnOfForgery(deps, {}, 'a notification from an unknown address was rejected');
    return WRONG_SENDER;
  }
  const content = notifications.read(rawBody);
  if (content.rejected !== undefined) {
    metrics.notificationAnswered(cardProvider.name, content.rejected);
    logger.error({ provider: cardProvider.name, reason: content.reason }, 'a notification is not readable');
    return content.response;
  }
  if (content.ignored !== undefined) {
    logIgnoredOnce(deps, content.ignored);
    metrics.notificationAnswered(cardProvider.name, 'ignored');
    return notifications.response();
  }
  const { event, kind, id: objectId } = content.changed;
  const name = { provider: cardProvider.name, objectId, event };
  if (!(await isStoredChange(db, name))) {
    const known = await isKnown(deps, content.changed);
    if (!known) {
      const limit = limitIn(deps.settings.mode, 'unknownObjectsFromNetwork');
      const key = ['unknownObjectsFromNetwork', toNetwork(address)] as const;
      if (!(await countTry(db, key, limit, clock.now())).allowed) {
        metrics.notificationAnswered(cardProvider.name, 'limited');
        return LATER;
      }
    }
    await storeChange(db, { ...name, kind, isKnown: known }, clock.now());
  }
  metrics.notificationAnswered(cardProvider.name, 'accepted');
  return notifications.response();
}
