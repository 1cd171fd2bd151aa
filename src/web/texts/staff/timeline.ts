/** A customer's timeline in plain words: each happening is one sentence that needs no manual. */
import * as v from 'valibot';
import type { RefundReason } from '../../../shared/contract/staffPayments';
import type { TimelineEntry, TimelineKind } from '../../../shared/contract/timeline';
import { declineKind, type DeclineKind } from '../../../shared/declines';
import { abbreviateStatus } from '../../../shared/subscriptionStatus';
import { formatAmount } from '../../../shared/amounts';
import { formatDateTime } from '../dates';
import { shownDeviceId, shownDeviceName } from '../devices';
import { REFUND_REASON_TEXTS } from './refund';

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

export type EntryTone = 'good' | 'bad' | 'plain';

export interface EntryWords {
  text: string;
  /** What else is worth knowing, in small print. */
  note: string | null;
  tone: EntryTone;
}

type Details = TimelineEntry['details'];

const text = (details: Details, name: string): string | null => {
  const value = details[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const kopecks = (details: Details): string | null => {
  const value = details['amountKopecks'];
  return v.is(v.pipe(v.number(), v.finite()), value) ? formatAmount(value / 100) : null;
};

const number = (details: Details, name: string): number | null => {
  const value = details[name];
  return typeof value === 'number' ? value : null;
};

const joined = (parts: readonly (string | null | undefined | false)[], by = ', '): string | null => {
  const kept = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return kept.length === 0 ? null : kept.join(by);
};

/** camelCase as words, for what this version has no sentence for. */
function spelled(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who of the staff, or only that they were. */
const staffName = (details: Details): string => text(details, 'username') ?? 'staff';

const quoted = (name: string | null): string => (name === null ? 'a device' : `«${shownDeviceName(name)}»`);

const PROVIDERS: Readonly<Record<string, string>> = {
  link: 'the emailed link',
  code: 'the emailed code',
  google: 'Google',
};

function signInWords({ action, details }: TimelineEntry): EntryWords {
  if (action === 'signedOut') return { text: 'Signed out', note: null, tone: 'plain' };
  if (action !== 'signedIn') return { text: spelled(action), note: null, tone: 'plain' };
  const way = text(details, 'way');
  const by = PROVIDERS[way ?? ''] ?? text(details, 'provider') ?? 'unknown means';
  const note = joined([
    details['isNew'] === true && 'new account',
    details['gift'] === true && 'to activate a gift',
  ]);
  return { text: `Signed in by ${by}`, note, tone: 'good' };
}

const LETTERS: Readonly<Record<string, string>> = {
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
};

const OUTCOMES: Readonly<Record<string, { words: string; tone: EntryTone }>> = {
  pending: { words: 'on its way', tone: 'plain' },
  delivered: { words: 'delivered to the mail server', tone: 'good' },
  failed: { words: 'given up', tone: 'bad' },
  dropped: { words: 'not sent, it had expired', tone: 'bad' },
};

const REFUSED_LETTERS: Readonly<Record<string, string>> = {
  tooManyLetters: 'too many letters to this address',
  giftKey: 'the gift key activates nothing',
};

function letterWords({ action, details, outcome }: TimelineEntry): EntryWords {
  if (action === 'signInRefused') {
    const reason = text(details, 'reason');
    return {
      text: 'Sign-in letter was not sent',
      note: REFUSED_LETTERS[reason ?? ''] ?? reason,
      tone: 'bad',
    };
  }
  const name = LETTERS[action] ?? `Letter: ${spelled(action).toLowerCase()}`;
  const state = outcome ? OUTCOMES[outcome.state] : undefined;
  const note = joined([details['by'] === 'staff' && `sent by ${staffName(details)}`, outcome?.reason]);
  return { text: state ? `${name}, ${state.words}` : name, note, tone: state?.tone ?? 'plain' };
}

/** In a support agent's words; the customer's are in `declines.ts`. */
const DECLINES: Readonly<Record<DeclineKind, string>> = {
  unexplained: 'the bank refused without a reason',
  lostOrStolen: 'card reported lost or stolen',
  unknownCard: 'wrong card number',
  notForInternet: 'card not for online payments',
  amount: 'the bank refused the amount',
  tryLater: 'the bank cannot do it now',
  suspicious: 'suspected fraud',
  noMoney: 'not enough money',
  expired: 'card expired',
  forbidden: 'not allowed for this card',
  limit: "the card's limit is exceeded",
  wrongCvv: 'wrong CVV',
  unavailable: 'the bank is unavailable',
  threeDs: '3-D Secure not passed',
  notAccepted: 'the bank does not take such payments',
};

function paymentWords({ action, details }: TimelineEntry): EntryWords {
  const amount = kopecks(details);
  const card = text(details, 'cardMask');
  const transaction = text(details, 'transactionId');
  const numbered = transaction === null ? null : `payment ${transaction}`;
  const withCard = (verb: string) => joined([joined([verb, amount], ' '), card && `card ${card}`]) ?? verb;
  switch (action) {
    case 'paid': {
      const goesBack = details['verdict'] === 'surplus' || details['verdict'] === 'uncalled';
      const kind =
        details['role'] === 'recurrent'
          ? 'monthly charge'
          : details['orderKind'] === 'trial'
            ? 'trial, verifies the card'
            : details['orderKind'] === 'campaign'
              ? 'campaign week'
              : 'first payment';
      const note = joined([kind, goesBack && 'buys nothing and goes back', numbered], ' · ');
      return { text: withCard('Paid'), note, tone: goesBack ? 'bad' : 'good' };
    }
    case 'declined': {
      const code = number(details, 'reasonCode');
      const kind = declineKind(code);
      const why = code === null ? null : `${kind ? DECLINES[kind] : 'declined'} (code ${String(code)})`;
      return { text: withCard('Declined'), note: joined([why, numbered], ' · '), tone: 'bad' };
    }
    case 'refundDecided':
      return {
        text: joined(['Refund decided:', amount], ' ') ?? '',
        note: joined(
          [
            text(details, 'by') && `by ${text(details, 'by') ?? ''}`,
            refundReason(text(details, 'reason')),
            numbered,
          ],
          ' · ',
        ),
        tone: 'plain',
      };
    case 'refundRefused':
      return {
        text: joined(['Refund refused by the card provider:', amount], ' ') ?? '',
        note: joined([text(details, 'reason'), numbered], ' · '),
        tone: 'bad',
      };
    case 'refunded':
    case 'refundReturned':
      return { text: joined(['Refunded', amount], ' ') ?? '', note: numbered, tone: 'plain' };
    case 'voided':
      return { text: joined(['Voided', amount], ' ') ?? '', note: numbered, tone: 'plain' };
    case 'consentGiven':
      return {
        text: joined(['Agreed to pay', amount], ' ') ?? '',
        note: consentNote(details),
        tone: 'plain',
      };
    case 'cardRemoved':
      return { text: 'Took the card away', note: 'nothing is charged from it any more', tone: 'bad' };
    default:
      return { text: withCard(spelled(action)), note: numbered, tone: 'plain' };
  }
}

function consentNote(details: Details): string | null {
  const monthly = number(details, 'recurrenceAmountKopecks');
  const from = formatDateTime(text(details, 'recurrenceStartAt'));
  const edition = text(details, 'offerEdition');
  return joined(
    [
      monthly !== null && `${formatAmount(monthly / 100)} a month${from === null ? '' : ` from ${from}`}`,
      edition && `offer of ${edition}`,
    ],
    ' · ',
  );
}

const CAUSES: Readonly<Record<string, string>> = {
  time: 'the paid time is over',
  paymentSucceeded: 'paid',
  paymentFailed: 'a charge failed',
  recurrenceChanged: 'the card provider said so',
  refundDecided: 'refunded by staff',
  refunded: 'money went back',
  voided: 'the payment was voided',
  giftGranted: 'a gift was activated',
  cardRemoved: 'the customer took the card away',
};

function statusWords({ details }: TimelineEntry): EntryWords {
  const from = abbreviateStatus(text(details, 'from') ?? '');
  const to = abbreviateStatus(text(details, 'to') ?? '');
  const cause = text(details, 'cause') ?? '';
  const because =
    cause === 'cancelled'
      ? `cancelled by ${details['by'] === 'staff' ? 'staff' : 'the customer'}`
      : (CAUSES[cause] ?? (cause === '' ? null : spelled(cause).toLowerCase()));
  const until = formatDateTime(text(details, 'until'));
  const good = to === 'ACT' || to === 'GIF';
  return {
    text: `Status ${from} → ${to}`,
    note: joined([because, until && `until ${until}`], ' · '),
    tone: good ? 'good' : 'bad',
  };
}

function deviceWords({ action, details }: TimelineEntry): EntryWords {
  const device = quoted(text(details, 'deviceName'));
  const note = text(details, 'platform');
  if (action === 'attached') return { text: `Attached ${device}`, note, tone: 'good' };
  if (action !== 'detached') return { text: `${spelled(action)} ${device}`, note, tone: 'plain' };
  const by = details['by'] === 'staff' ? staffName(details) : 'the customer';
  return { text: `Detached ${device}`, note: joined([`by ${by}`, note], ' · '), tone: 'plain' };
}

function connectionWords({ action, details }: TimelineEntry): EntryWords {
  const device = quoted(text(details, 'deviceName'));
  return action === 'connected'
    ? { text: `Connected from ${device}`, note: text(details, 'platform'), tone: 'good' }
    : { text: `Could not connect from ${device}`, note: text(details, 'platform'), tone: 'bad' };
}

/** What the push service answered, in the words of a note. */
const PUSH_OUTCOMES: Readonly<Record<string, string>> = {
  delivered: 'accepted by the push service',
  unregistered: 'not delivered, the app is gone',
  failed: 'failed',
};

/** An outcome in words; null, the server does not know it. */
export function pushOutcomeWords(outcome: unknown): string {
  if (typeof outcome !== 'string') return 'outcome not known';
  return PUSH_OUTCOMES[outcome] ?? spelled(outcome).toLowerCase();
}

function pushTitle({ push }: Details): string | null {
  return typeof push === 'object' && push !== null && 'title' in push && typeof push.title === 'string'
    ? push.title && `“${push.title}”`
    : null;
}

function pushWords({ action, details }: TimelineEntry): EntryWords {
  const type = text(details, 'type') ?? '';
  const deviceName = text(details, 'deviceName');
  const username = text(details, 'username');
  const note = joined(
    [
      deviceName && quoted(deviceName),
      username && `by ${username}`,
      pushTitle(details),
      text(details, 'reason'),
    ],
    ' · ',
  );
  switch (action) {
    case 'delivered':
      return { text: `Push ${type} ${PUSH_OUTCOMES['delivered'] ?? ''}`, note, tone: 'good' };
    case 'unregistered':
      return { text: `Push ${type} not delivered, the app is gone`, note, tone: 'bad' };
    case 'failed':
      return { text: `Push ${type} failed`, note, tone: 'bad' };
    default:
      return { text: `Push ${type} ${spelled(action).toLowerCase()}`, note, tone: 'bad' };
  }
}

function giftWords({ action, details }: TimelineEntry): EntryWords {
  const months = number(details, 'months');
  const what = months === null ? 'Gift' : `Gift of ${String(months)} month${months === 1 ? '' : 's'}`;
  const giftId = number(details, 'giftId');
  return {
    text: `${what} ${spelled(action).toLowerCase()}`,
    note: giftId === null ? null : `gift ${String(giftId)}`,
    tone: 'good',
  };
}

const STAFF_ACTIONS: Readonly<Record<string, string>> = {
  refund: 'decided a refund',
  refundRefused: 'was refused a refund',
  detachDevice: 'detached a device',
  sendPush: 'sent a push',
  sendPushRefused: 'was refused a push',
  resendSignInLetter: 'sent a sign-in letter',
};

const refundReason = (reason: string | null): string | null =>
  reason !== null && Object.hasOwn(REFUND_REASON_TEXTS, reason)
    ? REFUND_REASON_TEXTS[reason as RefundReason].toLowerCase()
    : reason;

/** The type of the push that an entry tells of; the audit log holds the whole push of a try. */
function pushTypeOf(details: Details): string | null {
  const { push } = details;
  return typeof push === 'object' && push !== null && 'type' in push && typeof push.type === 'string'
    ? push.type
    : text(details, 'type');
}

function staffWords({ action, details }: TimelineEntry): EntryWords {
  const who = text(details, 'username') ?? 'Staff';
  const did =
    action === 'detachDevice' && details['success'] === false
      ? 'tried to detach a device that was not attached'
      : (STAFF_ACTIONS[action] ?? `did: ${spelled(action).toLowerCase()}`);
  const deviceId = text(details, 'deviceId');
  const deviceName = text(details, 'deviceName');
  const transaction = text(details, 'transactionId');
  const outcome = text(details, 'outcome');
  const note = joined(
    [
      pushTypeOf(details),
      kopecks(details),
      deviceName ? quoted(deviceName) : deviceId && `device ${shownDeviceId(deviceId)}`,
      pushTitle(details),
      action === 'sendPush' && 'outcome' in details && pushOutcomeWords(outcome),
      refundReason(text(details, 'reason')),
      text(details, 'comment'),
      transaction && `payment ${transaction}`,
      text(details, 'because'),
    ],
    ' · ',
  );
  const wentWrong = action.endsWith('Refused') || ['failed', 'unregistered'].includes(outcome ?? '');
  return { text: `${who} ${did}`, note, tone: wentWrong ? 'bad' : 'plain' };
}

const WORDS: Readonly<Record<TimelineKind, (entry: TimelineEntry) => EntryWords>> = {
  signIn: signInWords,
  letter: letterWords,
  payment: paymentWords,
  status: statusWords,
  device: deviceWords,
  connection: connectionWords,
  push: pushWords,
  gift: giftWords,
  staff: staffWords,
};

/** One entry in words; a kind or an action that a newer server knows is spelled out. */
export function wordsOfEntry(entry: TimelineEntry): EntryWords {
  const words = Object.hasOwn(WORDS, entry.kind) ? WORDS[entry.kind as TimelineKind] : undefined;
  return words?.(entry) ?? { text: `${spelled(entry.kind)}: ${entry.action}`, note: null, tone: 'plain' };
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** «Today», «Yesterday», «Sat, 21 November 2026», in the viewer's time zone. */
export function dayOfEntry(iso: string, now: Date): string {
  const day = dayFormat.format(new Date(iso));
  if (day === dayFormat.format(now)) return TIMELINE_TEXTS.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === dayFormat.format(yesterday) ? TIMELINE_TEXTS.yesterday : day;
}

export function timeOfEntry(iso: string): string {
  return timeFormat.format(new Date(iso));
}
