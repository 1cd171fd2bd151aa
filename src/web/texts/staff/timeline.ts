/** A customer's timeline in plain words: each entry is one sentence that needs no manual. */
import type { PushOutcome } from '../../../shared/contract/auditEntries';
import type { NoteChange } from '../../../shared/contract/customerNotes';
import type { Push } from '../../../shared/contract/staff';
import type { RefundReason } from '../../../shared/contract/staffPayments';
import type { TimelineEntry, TimelineKind } from '../../../shared/contract/timeline';
import { asKnownEntry, type KnownEntry, type MessageState } from '../../../shared/contract/timelineEntries';
import type { Decline, DeclineReason } from '../../../shared/declines';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import type { OrderKind } from '../../../shared/orderKinds';
import { formatAmount } from '../../../shared/russianFormats';
import { abbreviateStatus } from '../../../shared/subscriptionStatus';
import { formatDateTime } from '../dates';
import { shownDeviceId, shownDeviceName } from '../devices';
import { campaignNameOf } from './campaignName';
import { REFUND_REASON_TEXTS } from './refund';
import { GRANT_REASON_TEXTS } from './rescue';

export const TIMELINE_TEXTS = {
  title: 'Timeline',
  loading: 'Loading the timeline',
  filters: 'Show',
  all: 'All',
  kinds: {
    signIn: 'Sign-ins',
    letter: 'Letters',
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
  end: 'Nothing is earlier.',
  failed: 'The timeline could not be read',
  retry: 'Try again',
  today: 'Today',
  yesterday: 'Yesterday',
} as const;

type EntryTone = 'good' | 'bad' | 'plain';

export interface EntryWords {
  text: string;
  /** What else is worth knowing, in small print. */
  note: string | null;
  tone: EntryTone;
}

type Entry<Kind extends TimelineKind> = Extract<KnownEntry, { kind: Kind }>;
type Action<Kind extends TimelineKind> = Entry<Kind>['action'];

type Part = string | null | undefined | false;

/** The parts that say something; null when none does. */
function joined(parts: readonly Part[], by = ' · '): string | null {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(by) || null;
}

/** camelCase as words, for what this version has no sentence for. */
function spelled(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const rubles = (kopecks: number | null | undefined): string =>
  typeof kopecks === 'number' ? formatAmount(kopecks / 100) : '';

/** «Refunded 449 ₽»; without an amount the verb alone. */
const withAmount = (verb: string, kopecks: number | undefined): string =>
  joined([verb, rubles(kopecks)], ' ') ?? verb;

const quoted = (name: string): string => (name === '' ? 'a device' : `«${shownDeviceName(name)}»`);
const numbered = (transactionId: string | null): Part => transactionId && `payment ${transactionId}`;
const refundReason = (reason: RefundReason): string => REFUND_REASON_TEXTS[reason].toLowerCase();

const WAYS: Readonly<Record<Extract<Entry<'signIn'>, { action: 'signedIn' }>['details']['way'], string>> = {
  link: 'the emailed link',
  code: 'the emailed code',
  google: 'Google',
};

function signInWords({ action, details }: Entry<'signIn'>): EntryWords {
  if (action === 'signedOut') return { text: 'Signed out', note: null, tone: 'plain' };
  const note = joined([details.isNew && 'new account', details.gift && 'to activate a gift'], ', ');
  return { text: `Signed in by ${WAYS[details.way]}`, note, tone: 'good' };
}

const LETTERS: Readonly<Record<Exclude<Action<'letter'>, 'signInRefused'>, string>> = {
  signIn: 'Sign-in letter',
  giftSignIn: 'Gift sign-in letter',
  campaignSignIn: 'Sign-in letter after the campaign payment',
  paymentReceived: 'Payment letter',
  chargeUpcoming: 'Upcoming-charge letter',
  chargeFailed: 'Failed-charge letter',
  subscriptionEnded: 'End-of-subscription letter',
  subscriptionCancelled: 'Cancellation letter',
  moneyReturned: 'Refund letter',
  cardRemoved: 'Card-removed letter',
  giftActivated: 'Gift-activated letter',
  daysGranted: 'Days-given letter',
  subscriptionMovedHere: 'Letter to the new address',
  subscriptionMovedAway: 'Letter to the former address',
};

/** What a letter is called; by its own name where only another server knows it. */
export const letterName = (name: string): string =>
  (LETTERS as Readonly<Record<string, string>>)[name] ?? name;

const MESSAGE_STATES: Readonly<Record<MessageState, { words: string; tone: EntryTone }>> = {
  pending: { words: 'on its way', tone: 'plain' },
  delivered: { words: 'delivered to the mail server', tone: 'good' },
  failed: { words: 'given up', tone: 'bad' },
  bounced: { words: 'bounced: no such address', tone: 'bad' },
  dropped: { words: 'not sent, it had expired', tone: 'bad' },
};

const REFUSED_LETTERS = {
  tooManyLetters: 'too many letters to this address',
  giftKey: 'the gift key activates nothing',
} as const;

function letterWords({ action, details }: Entry<'letter'>, outcome: TimelineEntry['outcome']): EntryWords {
  if (action === 'signInRefused') {
    return { text: 'Sign-in letter was not sent', note: REFUSED_LETTERS[details.reason], tone: 'bad' };
  }
  const state = Object.entries(MESSAGE_STATES).find(([name]) => name === outcome?.state)?.[1];
  const isByStaff = 'by' in details && details.by === 'staff';
  return {
    text: joined([LETTERS[action], state?.words], ', ') ?? '',
    note: joined([isByStaff && `sent by ${details.username ?? 'staff'}`, outcome?.reason], ', '),
    tone: state?.tone ?? 'plain',
  };
}

/** In a support agent's words; the customer's are in `declines.ts`. */
const DECLINES: Readonly<Record<DeclineReason, string>> = {
  unknown: 'declined',
  refusedForGood: 'declined',
  unexplained: 'the bank refused without a reason',
  refused: 'the bank refused without a reason',
  lostOrStolen: 'card reported lost or stolen',
  unknownCard: 'wrong card number',
  notForInternet: 'card not for online payments',
  invalidForCard: 'card not for online payments',
  amount: 'the bank refused the amount',
  tryLater: 'the bank cannot do it now',
  suspicious: 'suspected fraud',
  fraud: 'suspected fraud',
  noMoney: 'not enough money',
  expired: 'card expired',
  forbidden: 'not allowed for this card',
  forbiddenForCard: 'not allowed for this card',
  limit: "the card's limit is exceeded",
  wrongCvv: 'wrong CVV',
  unavailable: 'the bank is unavailable',
  threeDs: '3-D Secure not passed',
  notAccepted: 'the bank does not take such payments',
};

const firstPaymentsOf = (terms: OfferTerms): Readonly<Record<OrderKind, string>> => ({
  trial: 'trial, verifies the card',
  campaign: campaignNameOf(terms),
  renewal: 'first payment',
});

/** Why a payment was declined, with the provider's own code. */
export const declineWords = ({ reason, code }: Decline): string =>
  code === null ? DECLINES[reason] : `${DECLINES[reason]} (code ${code})`;

function paymentWords({ action, details }: Entry<'payment'>, terms: OfferTerms): EntryWords {
  switch (action) {
    case 'paid': {
      const { amountKopecks, cardMask, role, orderKind, verdict, transactionId } = details;
      const goesBack = verdict !== 'counted';
      const kind = role === 'recurrent' ? 'monthly charge' : firstPaymentsOf(terms)[orderKind];
      return {
        text: `${withAmount('Paid', amountKopecks)}${cardMask ? `, card ${cardMask}` : ''}`,
        note: joined([kind, goesBack && 'buys nothing and goes back', numbered(transactionId)]),
        tone: goesBack ? 'bad' : 'good',
      };
    }
    case 'declined': {
      const { amountKopecks, cardMask, decline, transactionId } = details;
      return {
        text: `${withAmount('Declined', amountKopecks)}${cardMask ? `, card ${cardMask}` : ''}`,
        note: joined([declineWords(decline), numbered(transactionId)]),
        tone: 'bad',
      };
    }
    case 'refundRefused':
      return {
        text: withAmount('Refund refused by the card provider:', details.amountKopecks),
        note: joined([details.reason, numbered(details.transactionId)]),
        tone: 'bad',
      };
    case 'refunded':
    case 'voided': {
      const text = withAmount(action === 'voided' ? 'Voided' : 'Refunded', details.amountKopecks);
      return { text, note: joined([numbered(details.transactionId)]), tone: 'plain' };
    }
    case 'chargedBack': {
      const text = withAmount('Charged back by the bank', details.amountKopecks);
      return { text, note: joined([numbered(details.transactionId)]), tone: 'bad' };
    }
    case 'lapsed':
      return { text: 'Subscription lapsed', note: 'no charge was heard of in time', tone: 'bad' };
    case 'consentGiven': {
      const from = formatDateTime(details.recurrenceStartAt);
      const monthly = `${rubles(details.recurrenceAmountKopecks)} a month${from === null ? '' : ` from ${from}`}`;
      const text = withAmount('Agreed to pay', details.amountKopecks);
      return { text, note: joined([monthly, `offer of ${details.offerEdition}`]), tone: 'plain' };
    }
    case 'cardRemoved':
      return { text: 'Took the card away', note: 'nothing is charged from it any more', tone: 'bad' };
  }
}

const CAUSES: Readonly<Record<Exclude<Entry<'status'>['details']['cause'], 'cancelled'>, string>> = {
  time: 'the paid time is over',
  paymentSucceeded: 'paid',
  paymentFailed: 'a charge failed',
  recurrenceChanged: 'the card provider said so',
  refundDecided: 'refunded by staff',
  refunded: 'money went back',
  voided: 'the payment was voided',
  giftGranted: 'a gift was activated',
  daysGranted: 'staff gave days',
  cardRemoved: 'the customer took the card away',
  chargedBack: 'the bank took the money back',
  lapsed: 'no charge was heard of in time',
};

function statusWords({ details: { from, to, until, cause, by } }: Entry<'status'>): EntryWords {
  const because =
    cause === 'cancelled' ? `cancelled by ${by === 'staff' ? 'staff' : 'the customer'}` : CAUSES[cause];
  const end = formatDateTime(until);
  return {
    text: `Status ${abbreviateStatus(from)} → ${abbreviateStatus(to)}`,
    note: joined([because, end && `until ${end}`]),
    tone: to === 'ACTIVE' || to === 'GIFTED' ? 'good' : 'bad',
  };
}

/** Why an application got nothing by a link. */
const LINK_REFUSALS: Readonly<
  Record<Extract<Entry<'device'>, { action: 'refused' }>['details']['reason'], string>
> = {
  noSlot: 'no slot was left',
  otherDevice: 'the link belongs to another device',
  noDeviceId: 'the link requires the device id (HWID), and the application sent none',
  accessEnded: 'the access is over',
  detached: 'its device was detached',
  stale: 'the link was too old',
};

function deviceWords({ action, details }: Entry<'device'>): EntryWords {
  const { deviceName, platform } = details;
  if (action === 'attached') {
    return { text: `Attached ${quoted(deviceName)}`, note: joined([platform]), tone: 'good' };
  }
  if (action === 'refused') {
    return {
      text: `Refused ${quoted(deviceName)} by its link`,
      note: joined([LINK_REFUSALS[details.reason], platform]),
      tone: 'bad',
    };
  }
  if (action === 'keyRestored') {
    const because =
      details.reason === 'missing' ? 'the VPN panel had lost it' : 'it had been moved in the VPN panel';
    return {
      text: `VPN key of ${quoted(deviceName)} made right`,
      note: joined([because, platform]),
      tone: 'plain',
    };
  }
  const by = details.by === 'staff' ? (details.username ?? 'staff') : 'the customer';
  return { text: `Detached ${quoted(deviceName)}`, note: joined([`by ${by}`, platform]), tone: 'plain' };
}

function connectionWords({ action, details }: Entry<'connection'>): EntryWords {
  const note = joined([details.platform]);
  return action === 'connected'
    ? { text: `Connected from ${quoted(details.deviceName)}`, note, tone: 'good' }
    : { text: `Could not connect from ${quoted(details.deviceName)}`, note, tone: 'bad' };
}

/** What the push service answered, in the words of a note. */
const PUSH_OUTCOME_TEXTS: Readonly<Record<PushOutcome, string>> = {
  delivered: 'accepted by the push service',
  unregistered: 'not delivered, the app is gone',
  failed: 'failed',
};

/** An outcome in words; null or nothing: the server does not know it. */
export function pushOutcomeWords(outcome: PushOutcome | null | undefined): string {
  return outcome ? PUSH_OUTCOME_TEXTS[outcome] : 'outcome not known';
}

const titleOf = (push: Push | undefined): Part =>
  push?.type === 'LINK_MSG' && push.title !== '' && `“${push.title}”`;

function pushWords({ action, details }: Entry<'push'>): EntryWords {
  const { type, deviceName, username, push, reason } = details;
  return {
    text: `Push ${type} ${PUSH_OUTCOME_TEXTS[action]}`,
    note: joined([deviceName && quoted(deviceName), username && `by ${username}`, titleOf(push), reason]),
    tone: action === 'delivered' ? 'good' : 'bad',
  };
}

function giftWords({ details: { months, giftId } }: Entry<'gift'>): EntryWords {
  const text = `Gift of ${String(months)} month${months === 1 ? '' : 's'} activated`;
  return { text, note: `gift ${String(giftId)}`, tone: 'good' };
}

const NOTE_CHANGE_WORDS = {
  pin: 'pinned',
  unpin: 'unpinned',
  remove: 'removed',
  restore: 'restored',
} as const satisfies Readonly<Record<NoteChange, string>>;

/** What a refund has left as it was. */
const stayingWords = (keepsRenewal: boolean | undefined): string =>
  keepsRenewal === true ? 'access and renewal stay' : 'access stays';

/** The note of an entry, with its author where that is somebody else. */
const noteOf = (author: string | undefined, username: string): string =>
  author === undefined || author === username ? 'a note' : `${author}’s note`;

function staffWords({ action, details }: Entry<'staff'>): EntryWords {
  const { username } = details;
  switch (action) {
    case 'refund':
    case 'refundRefused': {
      const { amountKopecks, reason, comment, transactionId } = details;
      const staying =
        'keepsAccess' in details && details.keepsAccess === true && stayingWords(details.keepsRenewal);
      const parts = [rubles(amountKopecks), refundReason(reason), comment, staying, numbered(transactionId)];
      return action === 'refund'
        ? { text: `${username} decided a refund`, note: joined(parts), tone: 'plain' }
        : {
            text: `${username} was refused a refund`,
            note: joined([...parts, details.because]),
            tone: 'bad',
          };
    }
    case 'addNote':
      return { text: `${username} wrote a note`, note: null, tone: 'plain' };
    case 'changeNote':
      return {
        text: `${username} ${NOTE_CHANGE_WORDS[details.change]} ${noteOf(details.noteBy, username)}`,
        note: details.noteText ?? null,
        tone: 'plain',
      };
    case 'changeNoteRefused': {
      const wanted = `${details.change} a note`;
      return { text: `${username} tried to ${wanted}`, note: details.because, tone: 'bad' };
    }
    case 'changeTag':
      return {
        text: `${username} ${details.tagChange === 'add' ? 'added' : 'removed'} the tag “${details.tag}”`,
        note: null,
        tone: 'plain',
      };
    case 'grantDays':
    case 'grantDaysRefused': {
      const given = `${String(details.days)} ${details.days === 1 ? 'day' : 'days'}`;
      const parts = [GRANT_REASON_TEXTS[details.grantReason], details.comment];
      return action === 'grantDays'
        ? { text: `${username} gave ${given}`, note: joined(parts), tone: 'good' }
        : {
            text: `${username} was refused to give ${given}`,
            note: joined([...parts, details.because]),
            tone: 'bad',
          };
    }
    case 'moveSubscription':
      return {
        text: `${username} moved the subscription from ${details.from} to ${details.to}`,
        note: joined([
          `from here on ${details.from} is customer ${String(details.otherId)}`,
          details.comment,
        ]),
        tone: 'plain',
      };
    case 'giveUpEmail':
      return {
        text: `${username} gave ${details.from} to the subscription of customer ${String(details.otherId)}`,
        note: joined([`this account has ${details.to} now`, details.comment]),
        tone: 'plain',
      };
    case 'moveSubscriptionRefused':
      return {
        text: `${username} was refused to move the subscription`,
        note: joined([`to ${details.to}`, details.comment, details.because]),
        tone: 'bad',
      };
    case 'stopRenewal':
      return { text: `${username} stopped the renewal`, note: joined([details.comment]), tone: 'plain' };
    case 'detachDevice': {
      const did = details.success ? 'detached a device' : 'tried to detach a device that was not attached';
      return {
        text: `${username} ${did}`,
        note: joined([details.deviceId && `device ${shownDeviceId(details.deviceId)}`]),
        tone: 'plain',
      };
    }
    case 'sendPush': {
      const { push, deviceId, deviceName, outcome, reason } = details;
      const device = deviceName ? quoted(deviceName) : deviceId && `device ${shownDeviceId(deviceId)}`;
      const wentWrong = outcome === 'failed' || outcome === 'unregistered';
      return {
        text: `${username} sent a push`,
        note: joined([
          push.type,
          device,
          titleOf(push),
          outcome !== undefined && pushOutcomeWords(outcome),
          reason,
        ]),
        tone: wentWrong ? 'bad' : 'plain',
      };
    }
    case 'sendPushRefused': {
      const { push, because } = details;
      const note = joined([push.type, titleOf(push), because]);
      return { text: `${username} was refused a push`, note, tone: 'bad' };
    }
    case 'resendSignInLetter':
      return { text: `${username} sent a sign-in letter`, note: null, tone: 'plain' };
  }
}

/** One entry in words; what only a newer server knows is named as the server names it. */
export function wordsOfEntry(entry: TimelineEntry, terms: OfferTerms = OFFER_TERMS): EntryWords {
  const known = asKnownEntry(entry);
  switch (known?.kind) {
    case undefined:
      return { text: `${spelled(entry.kind)}: ${entry.action}`, note: null, tone: 'plain' };
    case 'signIn':
      return signInWords(known);
    case 'letter':
      return letterWords(known, entry.outcome);
    case 'payment':
      return paymentWords(known, terms);
    case 'status':
      return statusWords(known);
    case 'device':
      return deviceWords(known);
    case 'connection':
      return connectionWords(known);
    case 'push':
      return pushWords(known);
    case 'gift':
      return giftWords(known);
    case 'staff':
      return staffWords(known);
  }
}
