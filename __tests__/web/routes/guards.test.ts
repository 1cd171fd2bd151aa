/** Tests the three results of route guards, and the route table. */
import { createStore } from '../../../src/web/app/store';
import { PATHS } from '../../../src/web/navigation/paths';
import { type GuardName, GUARDS } from '../../../src/web/routes/guards';
import { ROUTES } from '../../../src/web/routes/routeTable';
import { fakePlatform } from '../../support/fakePlatform';

async function stateWith(stored: Record<string, string>) {
  const store = createStore(fakePlatform({ stored }));
  while (!store.getState().identity._persist.rehydrated) await Promise.resolve();
  return store.getState();
}

const CUSTOMER = { email: 'a@b.co.uk' };
const SHORT = { email: 'a@b.co' };
const STAFF = { accessToken: 'a', refreshToken: 'r' };

const CASES: [GuardName, Record<string, string>, string][] = [
  ['public', {}, 'allowed'],
  ['customer', CUSTOMER, 'allowed'], // [access-14]
  ['customer', { email: '1234567' }, 'allowed'], // [number-10]
  ['customer', SHORT, '/login'], // [access-7, input-5, number-10]
  ['customer', {}, '/login'], // [input-5]
  ['customer', STAFF, '/login'],
  ['subscriber', CUSTOMER, 'allowed'], // [access-13]
  ['subscriber', { ...CUSTOMER, subscriptionIsActive: 'true' }, 'allowed'],
  ['subscriber', { ...CUSTOMER, subscriptionIsActive: 'false' }, '/shop'], // [flow-27]
  ['subscriber', { ...CUSTOMER, subscriptionIsActive: 'maybe' }, 'allowed'],
  ['subscriber', { subscriptionIsActive: 'true' }, '/login'], // [access-18, flow-29]
  ['shopper', {}, 'allowed'], // [access-6]
  ['shopper', CUSTOMER, 'allowed'], // [access-12]
  ['shopper', { ...CUSTOMER, subscriptionIsActive: 'false' }, 'allowed'],
  ['shopper', { ...CUSTOMER, subscriptionIsActive: 'true' }, '/profile'], // [flow-22]
  ['staff', STAFF, 'allowed'], // [access-20]
  ['staff', { accessToken: 'a' }, '/capitulum'], // [access-20]
  ['staff', CUSTOMER, '/capitulum'], // [screen-88]
  ['staff', {}, '/capitulum'],
];

it.each(CASES)('%s with %j: %s', async (guard, stored, expected) => {
  const response = GUARDS[guard](await stateWith(stored));
  expect(response.kind === 'denied' ? response.to : response.kind).toBe(expected);
});

it.each(['customer', 'subscriber', 'shopper', 'staff'] as const)(
  '%s is not yet known while the identity is being read',
  (guard) => {
    expect(GUARDS[guard](createStore(fakePlatform()).getState()).kind).toBe('notYetKnown');
  },
);

it('keeps the return path only for routes that a sign-in leads to', async () => {
  const state = await stateWith({});
  expect(GUARDS.customer(state)).toMatchObject({ keepWayBack: true });
  expect(GUARDS.staff(state)).toMatchObject({ keepWayBack: false });
  const inactive = await stateWith({ ...CUSTOMER, subscriptionIsActive: 'false' });
  expect(GUARDS.subscriber(inactive)).toMatchObject({ to: '/shop', keepWayBack: false });
  const active = await stateWith({ ...CUSTOMER, subscriptionIsActive: 'true' });
  expect(GUARDS.shopper(active)).toMatchObject({ to: '/profile', keepWayBack: false });
});

it('contains every path of the product once', () => {
  const paths = ROUTES.map((row) => row.path);
  expect([...paths].sort()).toEqual(Object.values(PATHS).sort());
});

it.each([
  [
    'public',
    [
      '/',
      '/yt',
      '/tt',
      '/info',
      '/offer',
      '/privacy',
      '/support',
      '/status',
      '/check',
      '/login',
      '/wait',
      '/open',
      '/confirm',
      '/giftConfirm',
      '/switchAccount',
      '/gift',
      '/pay',
      '/thanks',
      '/s/:token',
      '/account/delete',
      '/account/deleted',
      '/account/restoreEmail',
      '/desktopGAuth',
      '/capitulum',
      '/refresh',
    ], // [access-1, access-2, access-3, access-4, access-5]
  ],
  ['shopper', ['/shop', '/mobileShop']],
  ['subscriber', ['/profile', '/connect', '/mobileProfile', '/mobileDetach']],
  [
    'customer',
    [
      '/subscription',
      '/account/card',
      '/account',
      '/account/devices',
      '/account/delete/confirm',
      '/account/email',
      '/account/sessions',
      '/account/data',
    ],
  ],
  [
    'staff',
    [
      '/adept',
      '/exorcio',
      '/crucify',
      '/torride',
      '/severance',
      '/adept/gifts',
      '/adept/apps',
      '/adept/team',
      '/adept/paymentIssues',
      '/adept/analytics',
      '/adept/emails',
      '/adept/linkDomains',
      '/adept/pushes',
      '/adept/audit',
      '/adept/account',
      '/adept/notice',
    ], // [screen-88]
  ],
])('guards by %s exactly its routes [screen-7]', (guard, paths) => {
  expect(ROUTES.filter((row) => row.guard === guard).map((row) => row.path)).toEqual(paths);
});
