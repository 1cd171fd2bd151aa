/**
 * Everything that a customer's timeline may hold: one row per kind and action with its details. The server writes
 * nothing else. The console has words for each row, and a plain line for an entry of a newer server.
 */
import * as v from 'valibot';
import { ORDER_KINDS } from '../orderKinds';
import { SUBSCRIPTION_STATUSES } from '../subscriptionStatus';
import { AUDIT_DETAILS, type PushOutcome } from './auditEntries';
import { decline } from './declines';
import { instant, maybe } from './fields';
import { pushBody } from './staff';
import type { TimelineKind } from './timeline';

/** How far a message that left the server has come; `bounced`: the mail server knows no such address. */
export type MessageState = 'pending' | 'delivered' | 'failed' | 'bounced' | 'dropped';

const text = v.string();
const number = v.number();
const none = v.object({});

const by = v.picklist(['customer', 'staff']);
/** Who of the staff caused it: joined to the entry when it is read. */
const username = v.optional(text);
const device = { deviceId: text, deviceName: text, platform: text };
const role = v.picklist(['first', 'recurrent']);
/** In kopecks. */
const money = { amountKopecks: number, transactionId: text };

const requestedEmail = v.object({ by, username });
const connection = v.object(device);

const push = v.object({
  type: v.picklist(['LOGIN', 'LOGOUT', 'TURN_OFF', 'LINK_MSG']),
  deviceId: text,
  deviceName: text,
  messageId: v.optional(text),
  /** What the push service said. */
  reason: v.optional(text),
  username,
  /** Joined to the entry when it is read. */
  push: v.optional(pushBody),
});

/** An action of staff: its details in the audit log, and who did it. */
const byStaff = <const Entries extends v.ObjectEntries>({ entries }: v.ObjectSchema<Entries, undefined>) =>
  v.object({ ...entries, username: text });

/** Amounts are kopecks, dates ISO 8601 UTC. Never a secret, a token or a full card number. */
export const TIMELINE_ENTRIES = {
  signIn: {
    signedIn: v.object({
      provider: text,
      way: v.picklist(['link', 'code', 'google']),
      isNew: v.boolean(),
      /** To activate one. */
      gift: v.boolean(),
    }),
    signedOut: none,
  },
  email: {
    signIn: requestedEmail,
    giftSignIn: requestedEmail,
    campaignSignIn: none,
    paymentReceived: none,
    chargeUpcoming: none,
    chargeFailed: none,
    subscriptionEnded: none,
    subscriptionCancelled: none,
    moneyReturned: none,
    cardRemoved: none,
    giftActivated: none,
    daysGranted: none,
    subscriptionMovedHere: none,
    subscriptionMovedAway: none,
    signInRejected: v.object({ reason: v.picklist(['tooManyEmails', 'giftKey']) }),
  },
  payment: {
    paid: v.object({
      ...money,
      role,
      orderKind: v.picklist(ORDER_KINDS),
      cardMask: v.nullable(text),
      /** A surplus or an uncalled payment buys nothing and goes back. */
      verdict: v.picklist(['counted', 'surplus', 'uncalled']),
    }),
    declined: v.object({
      ...money,
      amountKopecks: v.optional(number),
      role,
      cardMask: maybe(text),
      decline,
    }),
    refunded: v.object({ ...money, refundId: text }),
    refundRejected: v.object({ ...money, reason: text }),
    voided: v.object({ ...money, amountKopecks: v.optional(number) }),
    /** The payer's bank took the money back. */
    chargedBack: v.object(money),
    /** Nothing was heard of a charge until its grace was over: the subscription ended. */
    lapsed: v.object({ orderId: text }),
    consentGiven: v.object({
      orderId: text,
      amountKopecks: number,
      recurringPaymentAmountKopecks: number,
      recurringPaymentStartAt: instant,
      offerEdition: text,
    }),
    cardRemoved: none,
  },
  status: {
    changed: v.object({
      from: v.picklist(SUBSCRIPTION_STATUSES),
      to: v.picklist(SUBSCRIPTION_STATUSES),
      until: v.nullable(instant),
      /** The fact behind it, or the passing of time. */
      cause: v.picklist([
        'time',
        'paymentSucceeded',
        'paymentFailed',
        'cancelled',
        'recurringPaymentChanged',
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
      /** What the recurring payment became at the card provider. */
      recurringPayment: v.optional(text),
    }),
  },
  device: {
    attached: v.object(device),
    detached: v.object({ ...device, by, username }),
    /** An application that nobody knew got nothing by a link of the account. */
    rejected: v.object({
      deviceName: text,
      platform: text,
      reason: v.picklist(['noSlot', 'otherDevice', 'noDeviceId', 'accessEnded', 'detached', 'stale']),
    }),
    /** Its key in the VPN network was lost there, or moved by somebody, and is made right. */
    keyRestored: v.object({ ...device, reason: v.picklist(['missing', 'moved']) }),
  },
  connection: { connected: connection, failed: connection },
  push: { delivered: push, unregistered: push, failed: push } satisfies Record<PushOutcome, unknown>,
  gift: { activated: v.object({ months: number, giftId: number }) },
  staff: {
    refund: byStaff(AUDIT_DETAILS.refund),
    refundRejected: byStaff(AUDIT_DETAILS.refundRejected),
    stopRenewal: byStaff(AUDIT_DETAILS.stopRenewal),
    grantDays: byStaff(AUDIT_DETAILS.grantDays),
    grantDaysRejected: byStaff(AUDIT_DETAILS.grantDaysRejected),
    moveSubscription: byStaff(AUDIT_DETAILS.moveSubscription),
    giveUpEmail: byStaff(AUDIT_DETAILS.giveUpEmail),
    moveSubscriptionRejected: byStaff(AUDIT_DETAILS.moveSubscriptionRejected),
    detachDevice: byStaff(AUDIT_DETAILS.detachDevice),
    sendPush: byStaff(AUDIT_DETAILS.sendPush),
    sendPushRejected: byStaff(AUDIT_DETAILS.sendPushRejected),
    addNote: byStaff(AUDIT_DETAILS.addNote),
    changeNote: v.object({
      ...byStaff(AUDIT_DETAILS.changeNote).entries,
      /** Text and author of a removed note: joined to the entry when it is read. */
      noteText: v.optional(text),
      noteBy: v.optional(text),
    }),
    changeNoteRejected: byStaff(AUDIT_DETAILS.changeNoteRejected),
    changeTag: byStaff(AUDIT_DETAILS.changeTag),
    resendSignInEmail: byStaff(AUDIT_DETAILS.resendSignInEmail),
  },
} as const satisfies Record<TimelineKind, Record<string, v.GenericSchema>>;

type Entries = typeof TIMELINE_ENTRIES;

/** The actions of a kind. */
export type TimelineAction<Kind extends TimelineKind> = keyof Entries[Kind];

/** The details of an action. */
export type TimelineDetails<
  Kind extends TimelineKind,
  Action extends TimelineAction<Kind>,
> = Entries[Kind][Action] extends v.GenericSchema ? v.InferOutput<Entries[Kind][Action]> : never;

/** The actions of a kind that have the same details as this one. */
type ActionsLike<Kind extends TimelineKind, Details> = {
  [Action in TimelineAction<Kind>]: [Details, TimelineDetails<Kind, Action>] extends [
    TimelineDetails<Kind, Action>,
    Details,
  ]
    ? Action
    : never;
}[TimelineAction<Kind>];

/** An entry of any kind and action, with its details. */
export type KnownEntry = {
  [Kind in TimelineKind]: {
    [Action in TimelineAction<Kind>]: {
      kind: Kind;
      action: ActionsLike<Kind, TimelineDetails<Kind, Action>>;
      details: TimelineDetails<Kind, Action>;
    };
  }[TimelineAction<Kind>];
}[TimelineKind];
