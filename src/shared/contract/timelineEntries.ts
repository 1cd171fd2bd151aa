/**
 * Everything that a customer's timeline may hold: each kind and action with its details. The server
 * writes nothing else; the console has words for each, and a plain line for what it does not know.
 */
import * as v from 'valibot';
import { ORDER_KINDS } from '../orderKinds';
import { SUBSCRIPTION_STATUSES } from '../subscriptionStatus';
import { AUDIT_DETAILS, PUSH_OUTCOMES } from './auditEntries';
import { decline } from './declines';
import { instant, maybe } from './fields';
import { pushBody } from './staff';
import type { TimelineEntry, TimelineKind } from './timeline';

/** How far a message that left the server has come; `bounced`: the mail server knows no such address. */
export type MessageState = 'pending' | 'delivered' | 'failed' | 'bounced' | 'dropped';

function entry<const Kind extends TimelineKind, const Action extends string, Details extends v.ObjectEntries>(
  kind: Kind,
  action: Action | readonly Action[],
  details: Details,
) {
  const actions = typeof action === 'string' ? [action] : action;
  return v.object({ kind: v.literal(kind), action: v.picklist(actions), details: v.object(details) });
}

/** What the audit log says of who did it. */
const who = { username: v.string() };
const by = v.picklist(['customer', 'staff']);
/** Who of the staff caused it: joined to the entry when it is read. */
const username = v.optional(v.string());
const device = { deviceId: v.string(), deviceName: v.string(), platform: v.string() };
const role = v.picklist(['first', 'recurrent']);
const transactionId = v.string();
const amountKopecks = v.number();

/** Amounts are kopecks, dates ISO 8601 UTC. Never a secret, a token or a full card number. */
const knownEntry = v.variant('kind', [
  entry('signIn', 'signedIn', {
    provider: v.string(),
    way: v.picklist(['link', 'code', 'google']),
    isNew: v.boolean(),
    /** To activate one. */
    gift: v.boolean(),
  }),
  entry('signIn', 'signedOut', {}),
  entry('letter', ['signIn', 'giftSignIn'], { by, username }),
  entry(
    'letter',
    [
      'campaignSignIn',
      'paymentReceived',
      'chargeUpcoming',
      'chargeFailed',
      'subscriptionEnded',
      'subscriptionCancelled',
      'moneyReturned',
      'cardRemoved',
      'giftActivated',
      'daysGranted',
      'subscriptionMovedHere',
      'subscriptionMovedAway',
    ],
    {},
  ),
  entry('letter', 'signInRefused', { reason: v.picklist(['tooManyLetters', 'giftKey']) }),
  entry('payment', 'paid', {
    amountKopecks,
    transactionId,
    role,
    orderKind: v.picklist(ORDER_KINDS),
    cardMask: v.nullable(v.string()),
    /** A surplus or an uncalled payment buys nothing and goes back. */
    verdict: v.picklist(['counted', 'surplus', 'uncalled']),
  }),
  entry('payment', 'declined', {
    amountKopecks: v.optional(amountKopecks),
    transactionId,
    role,
    cardMask: maybe(v.string()),
    decline,
  }),
  entry('payment', 'refunded', { amountKopecks, transactionId, refundId: v.string() }),
  entry('payment', 'refundRefused', { amountKopecks, transactionId, reason: v.string() }),
  entry('payment', 'voided', { amountKopecks: v.optional(amountKopecks), transactionId }),
  /** The payer's bank took the money back. */
  entry('payment', 'chargedBack', { amountKopecks, transactionId }),
  /** Nothing was heard of a charge until its grace was over: the subscription ended. */
  entry('payment', 'lapsed', { orderId: v.string() }),
  entry('payment', 'consentGiven', {
    orderId: v.string(),
    amountKopecks,
    recurrenceAmountKopecks: v.number(),
    recurrenceStartAt: instant,
    offerEdition: v.string(),
  }),
  entry('payment', 'cardRemoved', {}),
  entry('status', 'changed', {
    from: v.picklist(SUBSCRIPTION_STATUSES),
    to: v.picklist(SUBSCRIPTION_STATUSES),
    until: v.nullable(instant),
    /** The fact behind it, or the passing of time. */
    cause: v.picklist([
      'time',
      'paymentSucceeded',
      'paymentFailed',
      'cancelled',
      'recurrenceChanged',
      'refundDecided',
      'refunded',
      'voided',
      'giftGranted',
      'daysGranted',
      'cardRemoved',
      'chargedBack',
      'lapsed',
    ]),
    /** Who cancelled. */
    by: v.optional(by),
    /** What the recurrence became at the card provider. */
    recurrence: v.optional(v.string()),
  }),
  entry('device', 'attached', device),
  entry('device', 'detached', { ...device, by, username }),
  /** An application that nobody knew got nothing by a link of the account. */
  entry('device', 'refused', {
    deviceName: v.string(),
    platform: v.string(),
    reason: v.picklist(['noSlot', 'otherDevice', 'noDeviceId', 'accessEnded', 'detached', 'stale']),
  }),
  /** Its key in the VPN network was lost there, or moved by somebody, and is made right. */
  entry('device', 'keyRestored', { ...device, reason: v.picklist(['missing', 'moved']) }),
  entry('connection', ['connected', 'failed'], device),
  entry('push', PUSH_OUTCOMES, {
    type: v.picklist(['LOGIN', 'LOGOUT', 'TURN_OFF', 'LINK_MSG']),
    deviceId: v.string(),
    deviceName: v.string(),
    messageId: v.optional(v.string()),
    /** What the push service said. */
    reason: v.optional(v.string()),
    username,
    /** Joined to the entry when it is read. */
    push: v.optional(pushBody),
  }),
  entry('gift', 'activated', { months: v.number(), giftId: v.number() }),
  entry('staff', 'refund', { ...AUDIT_DETAILS.refund.entries, ...who }),
  entry('staff', 'stopRenewal', { ...AUDIT_DETAILS.stopRenewal.entries, ...who }),
  entry('staff', 'grantDays', { ...AUDIT_DETAILS.grantDays.entries, ...who }),
  entry('staff', 'grantDaysRefused', { ...AUDIT_DETAILS.grantDaysRefused.entries, ...who }),
  entry('staff', 'moveSubscription', { ...AUDIT_DETAILS.moveSubscription.entries, ...who }),
  entry('staff', 'giveUpEmail', { ...AUDIT_DETAILS.giveUpEmail.entries, ...who }),
  entry('staff', 'moveSubscriptionRefused', { ...AUDIT_DETAILS.moveSubscriptionRefused.entries, ...who }),
  entry('staff', 'refundRefused', { ...AUDIT_DETAILS.refundRefused.entries, ...who }),
  entry('staff', 'detachDevice', { ...AUDIT_DETAILS.detachDevice.entries, ...who }),
  entry('staff', 'sendPush', { ...AUDIT_DETAILS.sendPush.entries, ...who }),
  entry('staff', 'sendPushRefused', { ...AUDIT_DETAILS.sendPushRefused.entries, ...who }),
  entry('staff', 'addNote', { ...AUDIT_DETAILS.addNote.entries, ...who }),
  entry('staff', 'changeNote', {
    ...AUDIT_DETAILS.changeNote.entries,
    /** Text and author of a removed note: joined to the entry when it is read. */
    noteText: v.optional(v.string()),
    noteBy: v.optional(v.string()),
    ...who,
  }),
  entry('staff', 'changeNoteRefused', { ...AUDIT_DETAILS.changeNoteRefused.entries, ...who }),
  entry('staff', 'changeTag', { ...AUDIT_DETAILS.changeTag.entries, ...who }),
  entry('staff', 'resendSignInLetter', { ...AUDIT_DETAILS.resendSignInLetter.entries, ...who }),
]);
export type KnownEntry = v.InferOutput<typeof knownEntry>;

/** An entry with the details that its kind and action have; null for what only a newer server knows. */
export function asKnownEntry(entry: TimelineEntry): KnownEntry | null {
  const parsed = v.safeParse(knownEntry, entry);
  return parsed.success ? parsed.output : null;
}
