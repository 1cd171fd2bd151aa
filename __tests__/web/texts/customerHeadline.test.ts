/** Tests the headline of the customer page for every state of a customer. */
import type { StaffDevice, StaffUser } from '../../../src/shared/contract/staffModels';
import type { StaffPayment } from '../../../src/shared/contract/staffPayments';
import { buildHeadline, type CustomerPayments } from '../../../src/web/texts/staff/customerHeadline';

/** 25.11.26 15:00 in Moscow. */
const NOW = new Date('2026-11-25T12:00:00.000Z');
const AHEAD = '2026-12-23T07:00:00.000Z';
const PAST = '2026-11-20T07:00:00.000Z';
const TODAY = '2026-11-25T11:20:00.000Z';
const READ = '2026-11-25T11:30:00.000Z';

const delivery = {
  ...{ until: AHEAD, openedAt: PAST, lastSeenAt: TODAY, app: 'Happ', isBlocked: false, waiting: null },
};
const PHONE: StaffDevice = {
  ...{ id: 4, deviceName: 'Pixel 8', deviceId: 'a', isActive: true, platform: 'android' },
  delivery,
};
const phone = (changes: Partial<NonNullable<StaffDevice['delivery']>>): StaffDevice => ({
  ...PHONE,
  delivery: { ...delivery, ...changes },
});

const PAID: StaffPayment = {
  ...{ transactionId: '43', at: PAST, amount: 449, currency: 'RUB', role: 'recurrent', state: 'paid' },
};
const DECLINED: StaffPayment = {
  ...PAID,
  ...{ transactionId: '44', state: 'declined', decline: { reason: 'noMoney', code: '5051' } },
};
const TRIAL: StaffPayment = {
  ...PAID,
  ...{ amount: 1, role: 'first', orderKind: 'trial', state: 'returned', boughtUntil: AHEAD },
};

const paying: CustomerPayments = {
  payments: [PAID],
  accessUntil: AHEAD,
  nextChargeAt: AHEAD,
  nextChargeAmount: 449,
  paidUntil: AHEAD,
  worksUntil: '2026-12-26T07:00:00.000Z',
  failedCharge: null,
};
const failing = (failedCharge: NonNullable<CustomerPayments['failedCharge']>): CustomerPayments => ({
  ...paying,
  ...{ payments: [DECLINED, PAID], failedCharge, accessUntil: null },
  ...{ paidUntil: '2026-11-24T07:00:00.000Z', worksUntil: '2026-11-27T07:00:00.000Z' },
});
const ended: CustomerPayments = { payments: [PAID], paidUntil: PAST };

const user = (status: string, changes: Partial<StaffUser> = {}): StaffUser => ({
  id: 7,
  email: 'vasilisa@example.com',
  currency: 'RUB',
  subscription: { status, endDate: AHEAD },
  devices: [PHONE],
  vpnPanelReadAt: READ,
  ...changes,
});

const DEVICE = 'One of 3 devices attached, last seen today 14:20 (panel read 14:30).';

/** Sentences of the headline with plain spaces. A problem begins with an exclamation mark. */
const say = (of: StaffUser, payments: CustomerPayments | undefined) =>
  buildHeadline({ user: of, payments, now: NOW }).map(
    ({ text, isProblem }) => `${isProblem ? '!' : ''}${text.replace(/\s/g, ' ')}`,
  );

it.each<[string, StaffUser, CustomerPayments | undefined, string[]]>([
  [
    'paying',
    user('ACTIVE'),
    paying,
    ['Paid until 23.12.26 10:00.', 'Next charge 449 ₽ on 23.12.26 10:00.', DEVICE],
  ],
  [
    'on a trial',
    user('ACTIVE'),
    { ...paying, payments: [TRIAL] },
    ['Trial until 23.12.26 10:00.', 'Next charge 449 ₽ on 23.12.26 10:00.', DEVICE],
  ],
  [
    'with a failing charge whose next attempt is known',
    user('ACTIVE'),
    failing({ reason: 'noMoney', willRetry: true, retryAt: '2026-11-26T07:00:00.000Z' }),
    [
      '!Paid until yesterday 10:00, works without payment until 27.11.26 10:00.',
      '!Last charge declined: insufficient funds; next attempt 26.11.26 10:00.',
      DEVICE,
    ],
  ],
  [
    'with a failing charge whose next attempt is unknown',
    user('ACTIVE'),
    failing({ reason: 'unknown', willRetry: true, retryAt: null }),
    [
      '!Paid until yesterday 10:00, works without payment until 27.11.26 10:00.',
      '!Last charge declined; next attempt: date not reported by the provider.',
      DEVICE,
    ],
  ],
  [
    'with a charge that is not retried',
    user('ACTIVE'),
    failing({ reason: 'fraud', willRetry: false, retryAt: null }),
    [
      '!Paid until yesterday 10:00, works without payment until 27.11.26 10:00.',
      '!Last charge declined: suspected fraud; the provider won’t try again.',
      DEVICE,
    ],
  ],
  [
    'canceled, with a refund on its way',
    user('CANCELED'),
    { ...paying, nextChargeAt: null, payments: [{ ...PAID, state: 'returning' }] },
    ['Renewal canceled, access until 23.12.26 10:00.', 'Refund of 449 ₽ pending.', DEVICE],
  ],
  [
    'paying by the month after a campaign week',
    user('ACTIVE'),
    { ...paying, payments: [{ ...PAID, orderKind: 'campaign', boughtUntil: AHEAD }] },
    ['Paid until 23.12.26 10:00.', 'Next charge 449 ₽ on 23.12.26 10:00.', DEVICE],
  ],
  [
    'gifted',
    user('GIFTED'),
    { payments: [], paidUntil: AHEAD },
    ['Gifted access until 23.12.26 10:00.', DEVICE],
  ],
  ['expired', user('EXPIRED'), ended, ['!Access ended 20.11.26 10:00.', DEVICE]],
  [
    'expired after declined charges',
    user('EXPIRED'),
    { ...ended, payments: [DECLINED, PAID] },
    ['!Access ended 20.11.26 10:00.', '!Last charge declined 20.11.26 10:00: insufficient funds.', DEVICE],
  ],
  [
    'without a subscription, after a declined first payment',
    user('NOT_ACTIVE', { devices: [], subscription: { status: 'NOT_ACTIVE' } }),
    { payments: [{ ...DECLINED, role: 'first' }], paidUntil: null },
    [
      '!No subscription yet.',
      '!Last payment declined 20.11.26 10:00: insufficient funds.',
      'No device attached.',
    ],
  ],
  [
    'deleted, with a rejected refund',
    user('EXPIRED', { deletedAt: PAST, devices: [] }),
    {
      payments: [
        {
          ...PAID,
          refund: {
            ...{ amount: 449, reason: 'other', by: 'ann', decidedAt: PAST, state: 'rejected' },
            rejection: 'too old',
          },
        },
      ],
    },
    ['Account deleted 20.11.26 10:00.', '!Refund of 449 ₽ declined by the provider: too old.'],
  ],
  ['of an unknown status', user('PAUSED'), ended, ['!Unknown subscription status “PAUSED”.', DEVICE]],
  [
    'of a server that lists no payments',
    user('ACTIVE', { vpnPanelReadAt: undefined, devices: [{ ...PHONE, delivery: undefined }] }),
    undefined,
    ['Active, next charge 23.12.26 10:00.', 'One of 3 devices attached.'],
  ],
])('describes a customer %s', (_name, of, payments, sentences) => {
  expect(say(of, payments)).toEqual(sentences);
});

const ACTIVE = ['Paid until 23.12.26 10:00.', 'Next charge 449 ₽ on 23.12.26 10:00.'];

it.each<[string, Partial<StaffUser>, string[]]>([
  ['no device', { devices: [] }, ['!No device attached.']],
  [
    'devices that never connected',
    { devices: [phone({ lastSeenAt: null }), phone({ lastSeenAt: null })] },
    ['!Two of 3 devices attached, never connected (panel read 14:30).'],
  ],
  [
    'a device that connected by the connection log alone',
    { lastConnectedAt: '2026-11-24T11:20:00.000Z', devices: [phone({ lastSeenAt: null })] },
    ['One of 3 devices attached, last seen yesterday 14:20 (panel read 14:30).'],
  ],
  [
    'a panel that was not read since yesterday',
    { vpnPanelReadAt: '2026-11-24T11:30:00.000Z' },
    ['One of 3 devices attached, last seen today 14:20 (panel read yesterday 14:30).'],
  ],
  [
    'a pending VPN credential',
    {
      devices: [
        phone({ waiting: { problem: 'VpnUnavailable: HTTP 502', nextTryAt: '2026-11-25T12:05:00.000Z' } }),
      ],
    },
    [
      DEVICE,
      '!VPN access of “Pixel 8” is waiting for the panel: VpnUnavailable: HTTP 502; next attempt today 15:05.',
    ],
  ],
  [
    'a rejected VPN credential',
    {
      devices: [
        phone({
          waiting: {
            problem: 'VpnRejected: the panel user prosvet-7 belongs to another owner',
            rejectedAt: '2026-11-25T11:05:00.000Z',
            nextTryAt: '2026-11-25T12:05:00.000Z',
          },
        }),
      ],
    },
    [
      DEVICE,
      '!VPN access of “Pixel 8” is rejected by the panel: VpnRejected: the panel user prosvet-7 belongs to another owner; next attempt today 15:05.',
    ],
  ],
  [
    'a blocked credential',
    { devices: [phone({ isBlocked: true })] },
    [DEVICE, '!“Pixel 8” is blocked on the VPN panel.'],
  ],
  [
    'an expired credential',
    { devices: [phone({ until: PAST })] },
    [DEVICE, '!VPN access of “Pixel 8” expired 20.11.26 10:00.'],
  ],
  ['an inactive device', { devices: [{ ...PHONE, isActive: false }] }, [DEVICE, '!“Pixel 8” isn’t active.']],
  [
    'an undelivered email',
    { undeliveredEmail: { at: TODAY, template: 'signIn', reason: '550 5.2.2' } },
    [DEVICE, '!Sign-in email not delivered today 14:20: 550 5.2.2.'],
  ],
  [
    'a mailbox that rejects emails',
    { mailboxRejectedAt: PAST, undeliveredEmail: { at: TODAY, template: 'signIn', reason: '550 5.1.1' } },
    [DEVICE, '!Emails bounce since 20.11.26 10:00.'],
  ],
])('names %s of a paying customer', (_name, changes, sentences) => {
  expect(say(user('ACTIVE', changes), paying)).toEqual([...ACTIVE, ...sentences]);
});
