/**
 * Schemas of the timeline entries. The table has one row per kind and action, with the details of the entry. The server
 * writes only timeline entries that match these schemas. The staff console has a text for each row, and a generic text
 * for an unknown entry of a newer server.
 */
import * as v from 'valibot';
import { ORDER_KINDS } from '../orderKinds';
import { SUBSCRIPTION_STATUSES } from '../subscriptionStatus';
import { AUDIT_DETAILS, type PushOutcome } from './auditEntries';
import { decline } from './declines';
import { instant, maybe } from './fields';
import { pushBody } from './staff';
import type { TimelineKind } from './timeline';

/** Delivery result of an email or push. `bounced` means that the mail server does not know the address. */
export type MessageState = 'pending' | 'delivered' | 'failed' | 'bounced' | 'dropped';

const text = v.string();
const number = v.number();
const none = v.object({});

const by = v.picklist(['customer', 'staff']);
/** Username of the staff member who caused the timeline entry. The server adds the username when it reads the entry. */
const username = v.optional(text);
const device = { deviceId: text, deviceName: text, platform: text };
const role = v.picklist(['first', 'recurrent']);
/**
 * Amount in kopecks and id of a payment. The server adds the name of the payment's card provider when it reads the entry,
 * if staff need the name.
 */
const money = { amountKopecks: number, transactionId: text, provider: v.optional(text) };

const requestedEmail = v.object({ by, username });
const connection = v.object(device);

const push = v.object({
  type: v.picklist(['LOGIN', 'LOGOUT', 'TURN_OFF', 'LINK_MSG']),
  deviceId: text,
  deviceName: text,
  messageId: v.optional(text),
  /** Error of the push service. */
  reason: v.optional(text),
  username,
  /** Content of the push. The server adds the content when it reads the timeline entry. */
  push: v.optional(pushBody),
});

/** Returns the schema of a staff action, which contains the details of the action in the audit log and the username. */
const byStaff = <const Entries extends v.ObjectEntries>({ entries }: v.ObjectSchema<Entries, undefined>) =>
  v.object({ ...entries, username: text });

/**
 * Schemas of all timeline entries, by kind and action. Amounts are in kopecks, and dates are ISO 8601 UTC. Timeline
 * entries must not contain a secret, a token or a full card number.
 */
export const TIMELINE_ENTRIES = {
  signIn: {
    signedIn: v.object({
      provider: text,
      way: v.picklist(['link', 'code', 'google']),
      isNew: v.boolean(),
      /** Whether the sign-in also activates a gift. */
      gift: v.boolean(),
    }),
    signedOut: none,
    emailChanged: none,
    emailRestored: none,
    deletionRequested: none,
    deletionWithdrawn: none,
  },
  email: {
    signIn: requestedEmail,
    giftSignIn: requestedEmail,
    campaignSignIn: none,
    paymentReceived: none,
    chargeUpcoming: none,
    chargeFailed: none,
    providerGone: none,
    subscriptionEnded: none,
    subscriptionCancelled: none,
    moneyReturned: none,
    cardChanged: none,
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
      /**
       * Whether the payment counts for the subscription. A payment with the verdict `surplus` (a duplicate payment or a
       * repeated trial) or `uncalled` (a payment after a cancellation) buys no access and is refunded.
       */
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
    /** Chargeback by the payer's bank. */
    chargedBack: v.object(money),
    /** The subscription expired because no charge was reported until the end of its grace period. */
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
      /**
       * Ledger event that changed the subscription status, or `time` if the status changed because an access period
       * expired.
       */
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
      /** Kind of user who cancelled the subscription. */
      by: v.optional(by),
      /** New state of the recurring payment at the card provider. */
      recurringPayment: v.optional(text),
    }),
  },
  device: {
    attached: v.object(device),
    detached: v.object({ ...device, by, username }),
    /** An unknown VPN app fetched a device link of the account and got no configuration. */
    rejected: v.object({
      deviceName: text,
      platform: text,
      /** Name of the program in its User-Agent, if the reason depends on the name. */
      app: v.optional(text),
      reason: v.picklist([
        'noSlot',
        'otherDevice',
        'noDeviceId',
        'unknownClient',
        'accessEnded',
        'detached',
        'stale',
        'blocked',
      ]),
    }),
    /** The server repaired the VPN credential of the device, because it was missing or modified on the VPN panel. */
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
    eraseCustomer: byStaff(AUDIT_DETAILS.eraseCustomer),
    eraseCustomerRejected: byStaff(AUDIT_DETAILS.eraseCustomerRejected),
    moveSubscriptionRejected: byStaff(AUDIT_DETAILS.moveSubscriptionRejected),
    detachDevice: byStaff(AUDIT_DETAILS.detachDevice),
    sendPush: byStaff(AUDIT_DETAILS.sendPush),
    sendPushRejected: byStaff(AUDIT_DETAILS.sendPushRejected),
    addNote: byStaff(AUDIT_DETAILS.addNote),
    changeNote: v.object({
      ...byStaff(AUDIT_DETAILS.changeNote).entries,
      /**
       * Text and author of a removed note. The server adds the text and the author when it reads the timeline entry.
       */
      noteText: v.optional(text),
      noteBy: v.optional(text),
    }),
    changeNoteRejected: byStaff(AUDIT_DETAILS.changeNoteRejected),
    changeTag: byStaff(AUDIT_DETAILS.changeTag),
    resendSignInEmail: byStaff(AUDIT_DETAILS.resendSignInEmail),
  },
} as const satisfies Record<TimelineKind, Record<string, v.GenericSchema>>;

type Entries = typeof TIMELINE_ENTRIES;

/** Actions of one kind of timeline entry. */
export type TimelineAction<Kind extends TimelineKind> = keyof Entries[Kind];

/** Details of one action in the timeline. */
export type TimelineDetails<
  Kind extends TimelineKind,
  Action extends TimelineAction<Kind>,
> = Entries[Kind][Action] extends v.GenericSchema ? v.InferOutput<Entries[Kind][Action]> : never;

/** Actions of one kind of timeline entry whose details have the given type. */
type ActionsLike<Kind extends TimelineKind, Details> = {
  [Action in TimelineAction<Kind>]: [Details, TimelineDetails<Kind, Action>] extends [
    TimelineDetails<Kind, Action>,
    Details,
  ]
    ? Action
    : never;
}[TimelineAction<Kind>];

/** Timeline entry of a known kind and action, with its details. */
export type KnownEntry = {
  [Kind in TimelineKind]: {
    [Action in TimelineAction<Kind>]: {
      kind: Kind;
      action: ActionsLike<Kind, TimelineDetails<Kind, Action>>;
      details: TimelineDetails<Kind, Action>;
    };
  }[TimelineAction<Kind>];
}[TimelineKind];
