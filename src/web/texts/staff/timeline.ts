/** Texts of a customer's timeline. Each entry is one self-explanatory sentence. */
import * as v from 'valibot';
import { isChargeKey } from '../../../shared/chargeKeys';
import type { AuditDetails, PushOutcome } from '../../../shared/contract/auditEntries';
import type { NoteChange } from '../../../shared/contract/customerNotes';
import type { TagChange } from '../../../shared/contract/customerTags';
import type { Push } from '../../../shared/contract/staff';
import type { TimelineEntry, TimelineKind } from '../../../shared/contract/timeline';
import {
  type MessageState,
  TIMELINE_ENTRIES,
  type TimelineAction,
  type TimelineDetails,
} from '../../../shared/contract/timelineEntries';
import type { Decline, DeclineReason } from '../../../shared/declines';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import type { OrderKind } from '../../../shared/orderKinds';
import { abbreviateStatus } from '../../../shared/subscriptionStatus';
import { formatDateTime } from '../dates';
import { shownDeviceId, shownDeviceName } from '../devices';
import { GRANT_REASON_TEXTS } from './accountRecovery';
import { formatCampaignName } from './campaignName';
import { cardProviderName, withProvider } from './cardProviderName';
import { EMAIL_NAMES, type TimelineEmail } from './emailNames';
import { ERASE_REASON_TEXTS } from './eraseCustomer';
import { pushOutcomeWords } from './pushOutcomes';
import { REFUND_REASON_TEXTS } from './refund';
import { spelled } from './spelled';
import { STAFF_ACTION_NAMES } from './staffActionNames';

export const TIMELINE_TEXTS = {
  title: 'Timeline',
  loading: 'Loading timeline',
  filters: 'Show',
  all: 'All',
  kinds: {
    signIn: 'Sign-ins',
    email: 'Emails',
    payment: 'Payments',
    status: 'Status',
    device: 'Devices',
    connection: 'Connections',
    push: 'Pushes',
    gift: 'Gifts',
    staff: 'Staff',
  } satisfies Record<TimelineKind, string>,
  empty: 'nothing was found...',
  earlier: 'Load earlier',
  loadingEarlier: 'Loading earlier',
  end: 'Start of history',
  failed: 'Couldn’t load the timeline',
  retry: 'Try again',
  today: 'Today',
  yesterday: 'Yesterday',
} as const;

type EntryTone = 'good' | 'bad' | 'plain';

export interface EntryWords {
  text: string;
  /** Additional information about the timeline entry in small print, or null. */
  note: string | null;
  tone: EntryTone;
}

const good = (text: string, note: string | null = null): EntryWords => ({ text, note, tone: 'good' });
const bad = (text: string, note: string | null = null): EntryWords => ({ text, note, tone: 'bad' });
const plain = (text: string, note: string | null = null): EntryWords => ({ text, note, tone: 'plain' });

type Part = string | null | undefined | false;

/** Joins the non-empty parts of a text. Returns null if all parts are empty. */
function joined(parts: readonly Part[], by = ' · '): string | null {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(by) || null;
}

const rubles = (kopecks: number | null | undefined): string =>
  typeof kopecks === 'number' ? formatEnglishAmount(kopecks / 100) : '';

/** Returns the verb with the amount, such as «Refunded 449 ₽», or the verb alone without an amount. */
const withAmount = (verb: string, kopecks: number | undefined): string =>
  joined([verb, rubles(kopecks)], ' ') ?? verb;

const withCard = (text: string, cardMask: string | null | undefined): string =>
  cardMask ? `${text}, card ${cardMask}` : text;

const quoted = (name: string): string => (name === '' ? 'a device' : `“${shownDeviceName(name)}”`);
const numbered = ({
  transactionId,
  provider,
}: {
  transactionId: string | null;
  provider?: string | undefined;
}): Part =>
  transactionId !== null && isChargeKey(transactionId)
    ? provider && cardProviderName(provider)
    : transactionId && `payment #${withProvider(transactionId, provider)}`;
const dayCount = (days: number): string => `${String(days)} ${days === 1 ? 'day' : 'days'}`;
const formatTitle = (push: Push | undefined): Part =>
  push?.type === 'LINK_MSG' && push.title !== '' && `“${push.title}”`;

const WAYS: Readonly<Record<TimelineDetails<'signIn', 'signedIn'>['way'], string>> = {
  link: 'the emailed link',
  code: 'the emailed code',
  google: 'Google',
};

const MESSAGE_STATES: Readonly<Record<MessageState, { words: string; tone: EntryTone }>> = {
  pending: { words: 'sending', tone: 'plain' },
  delivered: { words: 'delivered to the mail server', tone: 'good' },
  failed: { words: 'failed', tone: 'bad' },
  bounced: { words: 'bounced: no such address', tone: 'bad' },
  dropped: { words: 'skipped (out of date)', tone: 'bad' },
};

type SayEmail = Say<{ by?: 'customer' | 'staff'; username?: string | undefined }>;

function sayEmail(name: string): SayEmail {
  return ({ by, username = 'staff' }, { outcome }) => {
    const state = Object.entries(MESSAGE_STATES).find(([known]) => known === outcome?.state)?.[1];
    return {
      text: joined([name, state?.words], ', ') ?? '',
      note: joined([by === 'staff' && `sent by ${username}`, outcome?.reason], ', '),
      tone: state?.tone ?? 'plain',
    };
  };
}

const SAY_EMAILS = Object.fromEntries(
  Object.entries(EMAIL_NAMES).map(([emailMessage, name]) => [emailMessage, sayEmail(name)]),
) as Record<TimelineEmail, SayEmail>;

/** Decline reasons for support agents. The customer texts are in `declines.ts`. */
const DECLINES: Readonly<Record<DeclineReason, string>> = {
  unknown: 'declined',
  rejectedForGood: 'declined',
  unexplained: 'declined by the bank without a reason',
  rejected: 'declined by the bank without a reason',
  lostOrStolen: 'card reported lost or stolen',
  unknownCard: 'wrong card number',
  notForInternet: 'card not for online payments',
  invalidForCard: 'card not for online payments',
  amount: 'amount declined by the bank',
  tryLater: 'the bank asks to try later',
  suspicious: 'suspected fraud',
  fraud: 'suspected fraud',
  noMoney: 'insufficient funds',
  expired: 'card expired',
  forbidden: 'not allowed for this card',
  forbiddenForCard: 'not allowed for this card',
  limit: 'card limit exceeded',
  wrongCvv: 'wrong CVV',
  unavailable: 'bank unavailable',
  threeDs: '3-D Secure failed',
  notAccepted: 'payment type not supported by the bank',
};

/** Returns the reason of a declined payment in words, without the provider's code. */
export const declineReasonWords = (reason: DeclineReason): string => DECLINES[reason];

/** Returns the reason of a declined payment with the provider's code. */
export const declineWords = ({ reason, code }: Decline): string =>
  code === null ? DECLINES[reason] : `${DECLINES[reason]} (code ${code})`;

const buildFirstPayments = (terms: OfferTerms): Readonly<Record<OrderKind, string>> => ({
  trial: 'Card verification for a free trial',
  campaign: formatCampaignName(terms),
  renewal: 'First payment',
  cardChange: 'Card verification for a card change',
  cardChangeMonth: 'Monthly payment for a card change',
});

const CAUSES: Readonly<Record<Exclude<TimelineDetails<'status', 'changed'>['cause'], 'cancelled'>, string>> =
  {
    time: 'paid period ended',
    paymentSucceeded: 'paid',
    paymentFailed: 'charge failed',
    recurringPaymentChanged: 'updated by the card provider',
    refundDecided: 'refunded by staff',
    refunded: 'refunded',
    voided: 'payment voided',
    giftGranted: 'gift activated',
    daysGranted: 'days added by staff',
    cardRemoved: 'customer removed card',
    chargedBack: 'payment disputed',
    lapsed: 'no renewal payment received',
  };

/** Reasons why a VPN app received no settings through a device link. */
const LINK_REJECTIONS: Readonly<Record<TimelineDetails<'device', 'rejected'>['reason'], string>> = {
  noSlot: 'no free slot',
  otherDevice: 'link belongs to another device',
  unknownClient: 'unknown app, which sent no device ID (HWID)',
  noDeviceId: 'link requires a device ID (HWID), and the app sent none',
  accessEnded: 'access expired',
  detached: 'device was detached',
  stale: 'link expired',
  blocked: 'an admin of the VPN panel disabled the device',
};

const sayPush =
  (outcome: PushOutcome): Say<TimelineDetails<'push', PushOutcome>> =>
  ({ type, deviceName, username, push, reason }) => ({
    text: `Push ${type} ${pushOutcomeWords(outcome)}`,
    note: joined([deviceName && quoted(deviceName), username && `by ${username}`, formatTitle(push), reason]),
    tone: outcome === 'delivered' ? 'good' : 'bad',
  });

const NOTE_CHANGE_WORDS = {
  pin: 'pinned',
  unpin: 'unpinned',
  remove: 'removed',
  restore: 'restored',
} as const satisfies Readonly<Record<NoteChange, string>>;

const TAG_CHANGE_WORDS = {
  add: 'added',
  remove: 'removed',
  restore: 'restored',
} as const satisfies Readonly<Record<TagChange, string>>;

type Refund = Pick<
  AuditDetails<'refund' | 'refundRejected'>,
  'amountKopecks' | 'reason' | 'comment' | 'transactionId' | 'provider'
>;

/** Returns the parts of a refund's description. `staying` describes what the refund left unchanged. */
function refundParts({ amountKopecks, reason, comment, ...payment }: Refund, staying: Part = null): Part[] {
  return [
    rubles(amountKopecks),
    REFUND_REASON_TEXTS[reason].toLowerCase(),
    comment,
    staying,
    numbered(payment),
  ];
}

interface Context {
  /** Delivery status of the email or push that the timeline entry describes. */
  outcome: TimelineEntry['outcome'];
  terms: OfferTerms;
}

type Say<Details> = (details: Details, context: Context) => EntryWords;

const sayPayment =
  (words: typeof plain, verb: string): Say<TimelineDetails<'payment', 'voided'>> =>
  ({ amountKopecks, ...payment }) =>
    words(withAmount(verb, amountKopecks), joined([numbered(payment)]));

/** Text functions of the known timeline entries. */
const WORDS: {
  readonly [Kind in TimelineKind]: {
    readonly [Action in TimelineAction<Kind>]: Say<TimelineDetails<Kind, Action>>;
  };
} = {
  signIn: {
    signedIn: ({ way, isNew, gift }) =>
      good(
        `Signed in with ${WAYS[way]}`,
        joined([isNew && 'new account', gift && 'to activate a gift'], ', '),
      ),
    signedOut: () => plain('Signed out'),
    emailChanged: () => plain('Customer changed the email address'),
    emailRestored: () => plain('Customer undid the change of the email address'),
    deletionRequested: () => plain('Customer requested deletion after the address change'),
    deletionWithdrawn: () => plain('Requested deletion withdrawn'),
  },

  email: {
    ...SAY_EMAILS,
    signInRejected: ({ reason }) =>
      bad(
        'Sign-in email not sent',
        reason === 'giftKey' ? 'invalid gift key' : 'too many emails to this address',
      ),
  },

  payment: {
    paid: ({ amountKopecks, cardMask, role, orderKind, verdict, ...payment }, { terms }) => {
      const goesBack = verdict !== 'counted';
      const kind = role === 'recurrent' ? 'Monthly charge' : buildFirstPayments(terms)[orderKind];
      return {
        text: withCard(withAmount('Paid', amountKopecks), cardMask),
        note: joined([kind, goesBack && 'rejected, refunded', numbered(payment)]),
        tone: goesBack ? 'bad' : 'good',
      };
    },
    declined: ({ amountKopecks, cardMask, decline, ...payment }) =>
      bad(
        withCard(withAmount('Declined', amountKopecks), cardMask),
        joined([declineWords(decline), numbered(payment)]),
      ),
    refundRejected: ({ amountKopecks, reason, ...payment }) =>
      bad(
        withAmount('Refund declined by the card provider:', amountKopecks),
        joined([reason, numbered(payment)]),
      ),
    refunded: sayPayment(plain, 'Refunded'),
    voided: sayPayment(plain, 'Voided'),
    chargedBack: sayPayment(bad, 'Disputed'),
    lapsed: () => bad('Subscription lapsed', 'no renewal payment received'),
    consentGiven: ({
      amountKopecks,
      recurringPaymentAmountKopecks,
      recurringPaymentStartAt,
      offerEdition,
    }) => {
      const from = formatDateTime(recurringPaymentStartAt);
      const monthly = `${rubles(recurringPaymentAmountKopecks)} a month${from === null ? '' : ` from ${from}`}`;
      return plain(
        joined(['Accepted terms', rubles(amountKopecks)]) ?? '',
        joined([monthly, `terms v${offerEdition}`]),
      );
    },
    cardRemoved: () => bad('Removed card', 'no further charges'),
  },

  status: {
    changed: ({ from, to, until, cause, by }) => {
      const because =
        cause === 'cancelled' ? `canceled by ${by === 'staff' ? 'staff' : 'the customer'}` : CAUSES[cause];
      const end = formatDateTime(until);
      return {
        text: `Status ${abbreviateStatus(from)} → ${abbreviateStatus(to)}`,
        note: joined([because, end && `until ${end}`]),
        tone: to === 'ACTIVE' || to === 'GIFTED' ? 'good' : 'bad',
      };
    },
  },

  device: {
    attached: ({ deviceName, platform }) => good(`Attached ${quoted(deviceName)}`, joined([platform])),
    detached: ({ deviceName, platform, by, username = 'staff' }) =>
      plain(
        `Detached ${quoted(deviceName)}`,
        joined([`by ${by === 'staff' ? username : 'the customer'}`, platform]),
      ),
    rejected: ({ deviceName, platform, reason, app }) =>
      bad(
        `Connection link rejected: ${quoted(deviceName)}`,
        joined([LINK_REJECTIONS[reason], app && `User-Agent ${quoted(app)}`, platform]),
      ),
    keyRestored: ({ deviceName, platform, reason }) =>
      plain(
        `VPN key restored: ${quoted(deviceName)}`,
        joined([
          reason === 'missing' ? 'it was missing in the VPN panel' : 'it was changed in the VPN panel',
          platform,
        ]),
      ),
  },

  connection: {
    connected: ({ deviceName, platform }) => good(`Connected from ${quoted(deviceName)}`, joined([platform])),
    failed: ({ deviceName, platform }) =>
      bad(`Couldn’t connect from ${quoted(deviceName)}`, joined([platform])),
  },

  push: {
    delivered: sayPush('delivered'),
    unregistered: sayPush('unregistered'),
    failed: sayPush('failed'),
  },

  gift: {
    activated: ({ months, giftId }) =>
      good(`Gift of ${String(months)} month${months === 1 ? '' : 's'} activated`, `gift ${String(giftId)}`),
  },

  staff: {
    refund: ({ username, keepsAccess, keepsRenewal, ...refund }) => {
      const staying =
        keepsAccess === true && (keepsRenewal === true ? 'access and renewal kept' : 'access kept');
      return plain(`${username} issued a refund`, joined(refundParts(refund, staying)));
    },
    refundRejected: ({ username, because, ...refund }) =>
      bad(`${username}’s refund was rejected`, joined([...refundParts(refund), because])),
    addNote: ({ username }) => plain(`${username} added a note`),
    changeNote: ({ username, change, noteBy = username, noteText }) =>
      plain(
        `${username} ${NOTE_CHANGE_WORDS[change]} ${noteBy === username ? 'a note' : `${noteBy}’s note`}`,
        noteText,
      ),
    changeNoteRejected: ({ username, change, because }) =>
      bad(`${username} tried to ${change} a note`, because),
    changeTag: ({ username, tag, tagChange }) =>
      plain(`${username} ${TAG_CHANGE_WORDS[tagChange]} the tag “${tag}”`),
    eraseCustomer: ({ username, eraseReason }) =>
      plain(`${username} deleted the account`, ERASE_REASON_TEXTS[eraseReason]),
    eraseCustomerRejected: ({ username, eraseReason, because }) =>
      bad(
        `${username}’s request to delete the account was rejected`,
        joined([ERASE_REASON_TEXTS[eraseReason], because]),
      ),
    grantDays: ({ username, days, grantReason, comment }) =>
      good(`${username} added ${dayCount(days)}`, joined([GRANT_REASON_TEXTS[grantReason], comment])),
    grantDaysRejected: ({ username, days, grantReason, comment, because }) =>
      bad(
        `${username}’s request to add ${dayCount(days)} was rejected`,
        joined([GRANT_REASON_TEXTS[grantReason], comment, because]),
      ),
    moveSubscription: ({ username, from, to, otherId, comment }) =>
      plain(
        `${username} moved the subscription from ${from} to ${to}`,
        joined([`${from} now belongs to customer ${String(otherId)}`, comment]),
      ),
    giveUpEmail: ({ username, from, to, otherId, comment }) =>
      plain(
        `${username} reassigned ${from} to customer ${String(otherId)}`,
        joined([`this account is now ${to}`, comment]),
      ),
    moveSubscriptionRejected: ({ username, to, comment, because }) =>
      bad(
        `${username}’s request to move the subscription was rejected`,
        joined([`to ${to}`, comment, because]),
      ),
    stopRenewal: ({ username, provider, comment }) =>
      plain(`${username} canceled the renewal`, joined([provider && cardProviderName(provider), comment])),
    detachDevice: ({ username, success, deviceId }) =>
      plain(
        `${username} ${success ? 'detached a device' : 'tried to detach a device that was already detached'}`,
        joined([deviceId && `device ${shownDeviceId(deviceId)}`]),
      ),
    sendPush: ({ username, push, deviceId, deviceName, outcome, reason }) => ({
      text: `${username} sent a push`,
      note: joined([
        push.type,
        deviceName ? quoted(deviceName) : deviceId && `device ${shownDeviceId(deviceId)}`,
        formatTitle(push),
        outcome !== undefined && pushOutcomeWords(outcome),
        reason,
      ]),
      tone: outcome === 'failed' || outcome === 'unregistered' ? 'bad' : 'plain',
    }),
    sendPushRejected: ({ username, push, because }) =>
      bad(`${username}’s push was rejected`, joined([push.type, formatTitle(push), because])),
    resendSignInEmail: ({ username }) => plain(`${username} sent a sign-in email`),
  },
};

type Table<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>;

function findRow<Row>(table: Table<Row>, { kind, action }: TimelineEntry): Row | undefined {
  const ofKind = Object.hasOwn(table, kind) ? table[kind] : undefined;
  return ofKind !== undefined && Object.hasOwn(ofKind, action) ? ofKind[action] : undefined;
}

/**
 * Text of an entry without its details: the deletion of an account removes the texts of staff actions, and a newer server
 * may write other entries. An unknown entry is shown by its identifier, split into words.
 */
function wordsWithoutDetails({ kind, action, details }: TimelineEntry): EntryWords {
  const names: Readonly<Record<string, string>> = kind === 'staff' ? STAFF_ACTION_NAMES : {};
  const name = Object.hasOwn(names, action) ? names[action] : undefined;
  if (name === undefined) return plain(`${spelled(kind)}: ${spelled(action).toLowerCase()}`);
  const { username } = details;
  return plain(name, typeof username === 'string' ? `by ${username}` : null);
}

/** Returns the text of a timeline entry. */
export function wordsOfEntry(entry: TimelineEntry, terms: OfferTerms = OFFER_TERMS): EntryWords {
  const schema = findRow<v.GenericSchema>(TIMELINE_ENTRIES, entry);
  const say = findRow<Say<never>>(WORDS, entry);
  const details = schema && v.safeParse(schema, entry.details);
  if (say === undefined || details?.success !== true) return wordsWithoutDetails(entry);
  // The type assertion is safe, because the schema of this kind and action has validated the details.
  return say(details.output as never, { outcome: entry.outcome, terms });
}
