/** Tests the text of timeline entries. */
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../src/shared/contract/timeline';
import type { KnownEntry } from '../../../src/shared/contract/timelineEntries';
import { OFFER_TERMS } from '../../../src/shared/offerTerms';
import { formatCampaignName } from '../../../src/web/texts/staff/campaignName';
import { wordsOfEntry } from '../../../src/web/texts/staff/timeline';

const entry = (kind: string, action: string, details: TimelineEntry['details'], state?: string) =>
  wordsOfEntry({
    id: 'event-1',
    at: '2026-11-21T09:00:00.000Z',
    kind,
    action,
    details,
    ...(state === undefined ? {} : { outcome: { state } }),
  });

const PAYMENT = { transactionId: '504', role: 'first', cardMask: null } as const;
const DEVICE = { deviceId: '0123456789abcdef', deviceName: 'Phone', platform: 'ios' };

it.each([
  ['comet', 'seen', {}, 'Comet: seen'],
  ['signIn', 'blessed', {}, 'Sign in: blessed'],
  ['gift', 'activated', { months: 'many' }, 'Gift: activated'],
  ['payment', 'paid', {}, 'Payment: paid'],
])('%s %s %j of a newer server is a plain line', (kind, action, details, text) => {
  expect(entry(kind, action, details)).toEqual({ text, note: null, tone: 'plain' });
});

it.each([
  ['pending', 'plain', 'Sign-in email, sending'],
  ['delivered', 'good', 'Sign-in email, delivered to the mail server'],
  ['failed', 'bad', 'Sign-in email, failed'],
  ['dropped', 'bad', 'Sign-in email, skipped (out of date)'],
])('a %s email is told', (state, tone, words) => {
  expect(entry('email', 'signIn', { by: 'customer' }, state)).toMatchObject({ text: words, tone });
});

type Actions<Kind extends TimelineKind> = Extract<KnownEntry, { kind: Kind }>['action'];

/** Sample details of every timeline action. The compiler reports an action that is missing here. */
const KNOWN: {
  [Kind in TimelineKind]: Record<Actions<Kind>, readonly [TimelineEntry['details'], string]>;
} = {
  signIn: {
    signedIn: [
      { provider: 'email', way: 'link', isNew: false, gift: false },
      'Signed in with the emailed link',
    ],
    signedOut: [{}, 'Signed out'],
    emailChanged: [{}, 'Customer changed the email address'],
    emailRestored: [{}, 'Customer undid the change of the email address'],
    deletionRequested: [{}, 'Customer requested deletion after the address change'],
    deletionWithdrawn: [{}, 'Requested deletion withdrawn'],
  },
  email: {
    signIn: [{ by: 'customer' }, 'Sign-in email'],
    giftSignIn: [{ by: 'customer' }, 'Gift sign-in email'],
    campaignSignIn: [{}, 'Sign-in email after the campaign payment'],
    signInRejected: [{ reason: 'tooManyEmails' }, 'Sign-in email not sent'],
    paymentReceived: [{}, 'Payment email'],
    chargeUpcoming: [{}, 'Upcoming charge email'],
    chargeFailed: [{}, 'Failed charge email'],
    providerGone: [{}, 'Provider gone email'],
    subscriptionEnded: [{}, 'Subscription ended email'],
    subscriptionCancelled: [{}, 'Cancellation email'],
    moneyReturned: [{}, 'Refund email'],
    cardChanged: [{}, 'Card changed email'],
    cardRemoved: [{}, 'Card removed email'],
    giftActivated: [{}, 'Gift activated email'],
    daysGranted: [{}, 'Email about added days'],
    subscriptionMovedHere: [{}, 'Email to the new address'],
    subscriptionMovedAway: [{}, 'Email to the former address'],
  },
  payment: {
    paid: [
      {
        ...PAYMENT,
        amountKopecks: 44_900,
        cardMask: '•••• 4242',
        orderKind: 'trial',
        verdict: 'counted',
      },
      'Paid 449\u00a0₽, card •••• 4242',
    ],
    declined: [
      { ...PAYMENT, amountKopecks: 100, decline: { reason: 'noMoney', code: '5051' } },
      'Declined 1\u00a0₽',
    ],
    consentGiven: [
      {
        orderId: 'o1',
        amountKopecks: 100,
        recurringPaymentAmountKopecks: 44_900,
        recurringPaymentStartAt: '2026-11-28T09:00:00.000Z',
        offerEdition: '2026-11-01',
      },
      'Accepted terms · 1\u00a0₽',
    ],
    cardRemoved: [{}, 'Removed card'],
    refunded: [{ transactionId: '504', refundId: '505', amountKopecks: 100 }, 'Refunded 1\u00a0₽'],
    refundRejected: [
      { transactionId: '504', amountKopecks: 100, reason: 'too late' },
      'Refund declined by the card provider: 1\u00a0₽',
    ],
    chargedBack: [{ amountKopecks: 44_900, transactionId: '504' }, 'Disputed 449\u00a0₽'],
    lapsed: [{ orderId: 'o-1' }, 'Subscription lapsed'],
    voided: [{ transactionId: '504', amountKopecks: 100 }, 'Voided 1\u00a0₽'],
  },
  status: {
    changed: [{ from: 'ACTIVE', to: 'CANCELED', until: null, cause: 'cancelled' }, 'Status ACT → CAN'],
  },
  device: {
    attached: [DEVICE, 'Attached “Phone”'],
    detached: [{ ...DEVICE, by: 'staff' }, 'Detached “Phone”'],
    rejected: [
      { deviceName: 'Phone', platform: 'ios', reason: 'noSlot' },
      'Connection link rejected: “Phone”',
    ],
    keyRestored: [{ ...DEVICE, reason: 'missing' }, 'VPN key restored: “Phone”'],
  },
  connection: {
    connected: [DEVICE, 'Connected from “Phone”'],
    failed: [
      { ...DEVICE, deviceName: 'Samsung Galaxy S24 Ultra' },
      'Couldn’t connect from “Samsung Galaxy S2...”',
    ],
  },
  push: {
    delivered: [{ ...DEVICE, type: 'LOGIN' }, 'Push LOGIN accepted by the push service'],
    unregistered: [{ ...DEVICE, type: 'LOGIN' }, 'Push LOGIN not delivered: app uninstalled'],
    failed: [{ ...DEVICE, type: 'LOGIN', reason: 'quota' }, 'Push LOGIN failed'],
  },
  gift: { activated: [{ months: 3, giftId: 7 }, 'Gift of 3 months activated'] },
  staff: {
    refund: [
      {
        username: 'anna',
        transactionId: '504',
        amountKopecks: 100,
        paidKopecks: 100,
        reason: 'other',
        comment: '',
      },
      'anna issued a refund',
    ],
    refundRejected: [
      {
        username: 'anna',
        transactionId: null,
        amountKopecks: null,
        reason: 'other',
        comment: '',
        because: 'No.',
      },
      'anna’s refund was rejected',
    ],
    addNote: [{ username: 'anna', noteId: 1 }, 'anna added a note'],
    changeNote: [
      { username: 'anna', noteId: 1, change: 'remove', noteText: 'x', noteBy: 'ivan' },
      'anna removed ivan’s note',
    ],
    changeNoteRejected: [
      { username: 'anna', noteId: 1, change: 'remove', because: 'no' },
      'anna tried to remove a note',
    ],
    stopRenewal: [{ username: 'anna', comment: 'asked' }, 'anna canceled the renewal'],
    changeTag: [{ username: 'anna', tag: 'vip', tagChange: 'restore' }, 'anna restored the tag “vip”'],
    grantDays: [{ username: 'anna', days: 5, grantReason: 'outage', comment: '' }, 'anna added 5 days'],
    grantDaysRejected: [
      { username: 'anna', days: 1, grantReason: 'other', comment: '', because: 'No.' },
      'anna’s request to add 1 day was rejected',
    ],
    moveSubscription: [
      { username: 'anna', from: 'a@b.c', to: 'd@e.f', otherId: 8, comment: '' },
      'anna moved the subscription from a@b.c to d@e.f',
    ],
    giveUpEmail: [
      { username: 'anna', from: 'd@e.f', to: 'a@b.c', otherId: 7, comment: '' },
      'anna reassigned d@e.f to customer 7',
    ],
    eraseCustomer: [{ username: 'anna', eraseReason: 'customerRequest' }, 'anna deleted the account'],
    eraseCustomerRejected: [
      { username: 'anna', eraseReason: 'abuse', because: 'No.' },
      'anna’s request to delete the account was rejected',
    ],
    moveSubscriptionRejected: [
      { username: 'anna', to: 'd@e.f', comment: '', because: 'No.' },
      'anna’s request to move the subscription was rejected',
    ],
    detachDevice: [{ username: 'anna', deviceId: 'one', success: true }, 'anna detached a device'],
    sendPush: [{ username: 'anna', ...DEVICE, push: { type: 'LOGOUT' } }, 'anna sent a push'],
    sendPushRejected: [
      { username: 'anna', push: { type: 'LOGOUT' }, because: 'No.' },
      'anna’s push was rejected',
    ],
    resendSignInEmail: [{ username: 'anna' }, 'anna sent a sign-in email'],
  },
};

it.each(
  TIMELINE_KINDS.flatMap((kind) =>
    Object.entries(KNOWN[kind]).map(([action, [details, words]]) => ({ kind, action, details, words })),
  ),
)('$kind $action: $words', ({ kind, action, details, words }) => {
  expect(entry(kind, action, details).text).toBe(words);
});

it('has a different text for every kind of sign-in and every kind of first payment', () => {
  const signedIn = { provider: 'google.com', isNew: true, gift: true };
  expect(entry('signIn', 'signedIn', { ...signedIn, way: 'code' }).text).toBe(
    'Signed in with the emailed code',
  );
  expect(entry('signIn', 'signedIn', { ...signedIn, way: 'google' })).toEqual({
    text: 'Signed in with Google',
    note: 'new account, to activate a gift',
    tone: 'good',
  });
  const paid = { ...PAYMENT, amountKopecks: 100, orderKind: 'campaign', verdict: 'surplus' };
  expect(entry('payment', 'paid', paid)).toEqual({
    text: 'Paid 1\u00a0₽',
    note: `${formatCampaignName(OFFER_TERMS)} · rejected, refunded · payment #504`,
    tone: 'bad',
  });
  expect(entry('payment', 'refunded', { ...paid, refundId: '505', provider: 'yooKassa' }).note).toBe(
    'payment #504 (YooKassa)',
  );
});

it('describes the reason of a refund, the push and the consent in words', () => {
  expect(
    entry('staff', 'refund', {
      username: 'anna',
      transactionId: '504',
      amountKopecks: 44_900,
      paidKopecks: 44_900,
      reason: 'doesNotWork',
      comment: 'Chat 4812',
    }).note,
  ).toBe('449\u00a0₽ · service didn’t work · Chat 4812 · payment #504');
  expect(
    entry('staff', 'sendPush', {
      username: 'anna',
      deviceId: '0123456789abcdef',
      deviceName: '',
      push: { type: 'LOGIN', email: 'a@b.ru' },
    }).note,
  ).toBe('LOGIN · device 0123456789');
  const [consent] = KNOWN.payment.consentGiven;
  expect(entry('payment', 'consentGiven', consent).note).toMatch(
    /^449\u00a0₽ a month from .+ · terms v2026-11-01$/,
  );
});

it('describes a push completely: kind, outcome, device, staff member and response of the push service', () => {
  const details = { ...DEVICE, username: 'anna' };
  const message = {
    ...details,
    type: 'LINK_MSG',
    push: { type: 'LINK_MSG', link: 'https://a.ru', title: 'News' },
  };
  expect(entry('push', 'failed', { ...message, reason: 'QUOTA_EXCEEDED' })).toEqual({
    text: 'Push LINK_MSG failed',
    note: '“Phone” · by anna · “News” · QUOTA_EXCEEDED',
    tone: 'bad',
  });
  const deed = { ...details, push: { type: 'LOGOUT' } };
  expect(entry('staff', 'sendPush', { ...deed, outcome: 'delivered' })).toEqual({
    text: 'anna sent a push',
    note: 'LOGOUT · “Phone” · accepted by the push service',
    tone: 'plain',
  });
  expect(entry('staff', 'sendPush', { ...deed, outcome: 'unregistered' })).toMatchObject({
    note: 'LOGOUT · “Phone” · not delivered: app uninstalled',
    tone: 'bad',
  });
  expect(entry('staff', 'sendPush', { ...deed, outcome: null }).note).toMatch(/unknown result$/);
});

it('shows no payment number of a rejected charge, but its card provider', () => {
  const declined = (transactionId: string) =>
    entry('payment', 'declined', {
      ...{ ...PAYMENT, transactionId, provider: 'yooKassa', amountKopecks: 100 },
      decline: { reason: 'rejectedForGood', code: null },
    }).note;
  expect(declined('504')).toBe('declined · payment #504 (YooKassa)');
  expect(declined('charge:0f3a')).toBe('declined · YooKassa');
});

it('shows which staff member performed the action', () => {
  expect(entry('device', 'detached', { ...DEVICE, by: 'staff', username: 'anna' }).note).toBe(
    'by anna · ios',
  );
  expect(entry('device', 'detached', { ...DEVICE, by: 'staff' }).note).toBe('by staff · ios');
  expect(entry('email', 'signIn', { by: 'staff', username: 'anna' }).note).toBe('sent by anna');
  expect(entry('staff', 'detachDevice', { username: 'anna', deviceId: 'one', success: false }).text).toBe(
    'anna tried to detach a device that was already detached',
  );
});
