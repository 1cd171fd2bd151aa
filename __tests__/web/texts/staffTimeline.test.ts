/** A customer's timeline in plain words. */
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../src/shared/contract/timeline';
import type { LetterName } from '../../../src/server/billing/rules/letters';
import type { SubscriptionFact } from '../../../src/server/billing/rules/facts';
import { STAFF_ACTIONS } from '../../../src/server/store/audit';
import { wordsOfEntry } from '../../../src/web/texts/staff/timeline';

// The compiler sees to it that none is forgotten.
const ACCOUNT_LETTERS = Object.keys({
  paymentReceived: true,
  chargeUpcoming: true,
  chargeFailed: true,
  subscriptionEnded: true,
  subscriptionCancelled: true,
  cardRemoved: true,
  moneyReturned: true,
  giftActivated: true,
} satisfies Record<LetterName, true>);
const STATUS_CAUSES = Object.keys({
  time: true,
  paymentSucceeded: true,
  paymentFailed: true,
  cancelled: true,
  cardRemoved: true,
  recurrenceChanged: true,
  giftGranted: true,
  refundDecided: true,
  refunded: true,
  voided: true,
} satisfies Record<SubscriptionFact['kind'] | 'time', true>);

const entry = (kind: string, action: string, details: TimelineEntry['details'], state?: string) =>
  wordsOfEntry({
    id: 'event-1',
    at: '2026-11-21T09:00:00.000Z',
    kind,
    action,
    details,
    ...(state === undefined ? {} : { outcome: { state } }),
  });

it.each([
  ['payment', 'paid', { amountKopecks: 44_900, cardMask: '•••• 4242' }, 'Paid 449\u00a0₽, card •••• 4242'],
  ['payment', 'declined', { amountKopecks: 44_900 }, 'Declined 449\u00a0₽'],
  ['status', 'changed', { from: 'NOT_ACTIVE', to: 'ACTIVE', cause: 'paymentSucceeded' }, 'Status NOT → ACT'],
  ['signIn', 'signedIn', { way: 'google', isNew: true }, 'Signed in by Google'],
  ['signIn', 'signedOut', {}, 'Signed out'],
  ['device', 'attached', { deviceName: 'Samsung Galaxy S24 Ultra' }, 'Attached «Samsung Galaxy S2...»'],
  ['connection', 'failed', { deviceName: 'Phone' }, 'Could not connect from «Phone»'],
  ['push', 'delivered', { type: 'LOGOUT' }, 'Push LOGOUT accepted by the push service'],
  ['gift', 'activated', { months: 1 }, 'Gift of 1 month activated'],
  ['staff', 'resendSignInLetter', { username: 'anna' }, 'anna sent a sign-in letter'],
  ['comet', 'seen', {}, 'Comet: seen'],
])('%s %s is told', (kind, action, details, words) => {
  expect(entry(kind, action, details).text).toBe(words);
});

it.each([
  ['pending', 'plain', 'Sign-in letter, on its way'],
  ['delivered', 'good', 'Sign-in letter, delivered to the mail server'],
  ['failed', 'bad', 'Sign-in letter, given up'],
  ['dropped', 'bad', 'Sign-in letter, not sent, it had expired'],
])('a %s letter is told', (state, tone, words) => {
  expect(entry('letter', 'signIn', {}, state)).toMatchObject({ text: words, tone });
});

/** Every action that the server writes, with the facts that it writes. */
const KNOWN: Readonly<
  Record<TimelineKind, readonly (readonly [string, TimelineEntry['details'], string])[]>
> = {
  signIn: [
    ['signedIn', { way: 'link' }, 'Signed in by the emailed link'],
    ['signedIn', { way: 'code' }, 'Signed in by the emailed code'],
    ['signedOut', {}, 'Signed out'],
  ],
  letter: [
    ['signIn', {}, 'Sign-in letter'],
    ['giftSignIn', {}, 'Gift sign-in letter'],
    ['campaignSignIn', {}, 'Sign-in letter after the campaign payment'],
    ['signInRefused', { reason: 'tooManyLetters' }, 'Sign-in letter was not sent'],
    ['paymentReceived', {}, 'Payment letter'],
    ['chargeUpcoming', {}, 'Upcoming-charge letter'],
    ['chargeFailed', {}, 'Failed-charge letter'],
    ['subscriptionEnded', {}, 'End-of-subscription letter'],
    ['subscriptionCancelled', {}, 'Cancellation letter'],
    ['moneyReturned', {}, 'Refund letter'],
    ['cardRemoved', {}, 'Card-removed letter'],
    ['giftActivated', {}, 'Gift-activated letter'],
  ],
  payment: [
    ['paid', { amountKopecks: 100 }, 'Paid 1\u00a0₽'],
    ['declined', { amountKopecks: 100, reasonCode: 5051 }, 'Declined 1\u00a0₽'],
    ['consentGiven', { amountKopecks: 100 }, 'Agreed to pay 1\u00a0₽'],
    ['cardRemoved', {}, 'Took the card away'],
    ['refunded', { amountKopecks: 100 }, 'Refunded 1\u00a0₽'],
    ['refundDecided', { amountKopecks: 100 }, 'Refund decided: 1\u00a0₽'],
    ['refundRefused', { amountKopecks: 100 }, 'Refund refused by the card provider: 1\u00a0₽'],
    ['voided', { amountKopecks: 100 }, 'Voided 1\u00a0₽'],
  ],
  status: [['changed', { from: 'ACTIVE', to: 'CANCELED' }, 'Status ACT → CAN']],
  device: [
    ['attached', { deviceName: 'Phone' }, 'Attached «Phone»'],
    ['detached', { deviceName: 'Phone', by: 'staff' }, 'Detached «Phone»'],
  ],
  connection: [
    ['connected', { deviceName: 'Phone' }, 'Connected from «Phone»'],
    ['failed', { deviceName: 'Phone' }, 'Could not connect from «Phone»'],
  ],
  push: [
    ['delivered', { type: 'LOGIN' }, 'Push LOGIN accepted by the push service'],
    ['unregistered', { type: 'LOGIN' }, 'Push LOGIN not delivered, the app is gone'],
    ['failed', { type: 'LOGIN', reason: 'quota' }, 'Push LOGIN failed'],
  ],
  gift: [['activated', { months: 3 }, 'Gift of 3 months activated']],
  staff: [
    ['refund', { username: 'anna' }, 'anna decided a refund'],
    ['refundRefused', { username: 'anna' }, 'anna was refused a refund'],
    ['detachDevice', { username: 'anna' }, 'anna detached a device'],
    ['sendPush', { username: 'anna' }, 'anna sent a push'],
    ['sendPushRefused', { username: 'anna' }, 'anna was refused a push'],
    ['resendSignInLetter', { username: 'anna' }, 'anna sent a sign-in letter'],
  ],
};

describe('what the server writes is never shown raw', () => {
  const all = TIMELINE_KINDS.flatMap((kind) =>
    KNOWN[kind].map(([action, details, words]) => ({ kind, action, details, words })),
  );

  it.each(all)('$kind $action: $words', ({ kind, action, details, words }) => {
    expect(entry(kind, action, details).text).toBe(words);
  });

  it('has a sentence for each letter there is', () => {
    const told = KNOWN.letter.map(([action]) => action);
    expect(told).toEqual(expect.arrayContaining(ACCOUNT_LETTERS));
  });

  it('has a sentence for every staff action on a customer that is more than a look', () => {
    const ofCustomers = STAFF_ACTIONS.filter((action) =>
      /^(refund|detachDevice|sendPush|resendSignIn)/.test(action),
    );
    expect(KNOWN.staff.map(([action]) => action).sort()).toEqual([...ofCustomers].sort());
  });

  it('has a cause in words for every fact that changes a status', () => {
    for (const cause of STATUS_CAUSES) {
      const { note } = entry('status', 'changed', { from: 'ACTIVE', to: 'CANCELED', cause, by: 'customer' });
      expect(note).not.toBeNull();
      expect(note).not.toMatch(/[a-z][A-Z]/);
      // A cause without words would be its own name, spelled out.
      expect(note).not.toBe(cause.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
    }
  });
});

it('tells the reason of a refund, the push and the consent in words', () => {
  expect(
    entry('staff', 'refund', {
      username: 'anna',
      transactionId: '504',
      amountKopecks: 44_900,
      reason: 'doesNotWork',
      comment: 'Chat 4812',
    }).note,
  ).toBe('449\u00a0₽ · the service does not work for them · Chat 4812 · payment 504');
  expect(
    entry('staff', 'sendPush', {
      username: 'anna',
      deviceId: '0123456789abcdef',
      push: { type: 'LOGIN', email: 'a@b.ru' },
    }).note,
  ).toBe('LOGIN · device 0123456789');
  expect(
    entry('payment', 'consentGiven', {
      amountKopecks: 100,
      recurrenceAmountKopecks: 44_900,
      offerEdition: '2026-11-01',
    }).note,
  ).toBe('449\u00a0₽ a month · offer of 2026-11-01');
});

it('tells a push whole: kind, outcome, device, who, what the service said', () => {
  const facts = { deviceName: 'Phone', username: 'anna' };
  const message = { ...facts, type: 'LINK_MSG', push: { title: 'News' } };
  expect(entry('push', 'failed', { ...message, reason: 'QUOTA_EXCEEDED' })).toEqual({
    text: 'Push LINK_MSG failed',
    note: '«Phone» · by anna · “News” · QUOTA_EXCEEDED',
    tone: 'bad',
  });
  const deed = { ...facts, push: { type: 'LOGOUT' } };
  expect(entry('staff', 'sendPush', { ...deed, outcome: 'delivered' })).toEqual({
    text: 'anna sent a push',
    note: 'LOGOUT · «Phone» · accepted by the push service',
    tone: 'plain',
  });
  expect(entry('staff', 'sendPush', { ...deed, outcome: 'unregistered' })).toMatchObject({
    note: 'LOGOUT · «Phone» · not delivered, the app is gone',
    tone: 'bad',
  });
  expect(entry('staff', 'sendPush', { ...deed, outcome: null }).note).toMatch(/outcome not known$/);
});

it('says which member of staff did it', () => {
  expect(entry('device', 'detached', { by: 'staff', username: 'anna' }).note).toBe('by anna');
  expect(entry('device', 'detached', { by: 'staff' }).note).toBe('by staff');
  expect(entry('letter', 'signIn', { by: 'staff', username: 'anna' }).note).toBe('sent by anna');
  expect(entry('staff', 'detachDevice', { username: 'anna', success: false }).text).toBe(
    'anna tried to detach a device that was not attached',
  );
});
