/** Tests that the data in a tab's session storage belongs to one user, and is deleted when this user signs out. */
import { staffMeApi } from '../../../src/web/api/endpoints/staffMe';
import { logOut } from '../../../src/web/flows/signIn/logOut';
import { confirmEmailLink } from '../../../src/web/flows/signIn/signIn';
import { refreshStaff, signOutStaff } from '../../../src/web/flows/staff/staffSession';
import { signInStaff } from '../../../src/web/flows/staff/staffSignIn';
import { takeConsole } from '../../support/consoleSpy';
import { rejection } from '../../support/scriptedApi';
import { CUSTOMER, storeOver } from '../../support/storeOver';

const STAFF = { accessToken: 'a-1', refreshToken: 'r-1' };
const GIFT_LINK = { giftLink: 'a-gift-key-of-length' };
const CUSTOMERS = { wayBack: '/subscription', paymentCheck: 'o-1' };
const VISITORS = { ...GIFT_LINK, emailSentAt: '1000', campaignCheck: 'o-2' };
const STAFFS = {
  staffPlace: '/crucify?id=7',
  staffDrafts: '{"note 7":{"texts":{"text":"calls from abroad"},"sent":null}}',
  staffOpenedRow: 'entry 7',
  staffRefreshes: '1000',
};
const EVERYTHING = { ...CUSTOMERS, ...VISITORS, ...STAFFS };

beforeEach(() => {
  takeConsole();
});

function staffTab(storedInTab: Record<string, string>, stored: Record<string, string> = {}) {
  const context = storeOver({ stored, storedInTab });
  context.server.on('auth/login', STAFF);
  const signIn = (username: string) => context.dispatch(signInStaff({ username, password: 'a password' }));
  return { ...context, signIn, tab: () => context.platform.sessionStorage.contents() };
}

it('keeps nothing of a customer who signs out, including an opened gift link', async () => {
  const { dispatch, platform } = storeOver({ stored: CUSTOMER, storedInTab: EVERYTHING });
  await dispatch(logOut());
  expect(platform.sessionStorage.contents()).toEqual(STAFFS);
});

it('keeps nothing of a staff member who signs out', async () => {
  const { dispatch, tab } = staffTab({ ...STAFFS, ...GIFT_LINK }, STAFF);
  await dispatch(signOutStaff());
  expect(tab()).toEqual(GIFT_LINK);
});

it('shows a colleague no data of a staff member whose session ended here', async () => {
  const { dispatch, server, signIn, platform, tab } = staffTab({});
  await signIn('ann');
  for (const [key, value] of Object.entries(STAFFS)) platform.sessionStorage.set(key, value);
  server.on('auth/refreshToken', () => rejection(401));
  await dispatch(refreshStaff());
  await signIn('bob');
  expect(tab()).toEqual({ staffName: 'bob' });
});

it('restores everything for the same user after a new sign-in, in any notation of the name', async () => {
  const { dispatch, server, signIn, platform, tab } = staffTab({});
  await signIn('ann');
  for (const [key, value] of Object.entries(STAFFS)) platform.sessionStorage.set(key, value);
  server.on('auth/refreshToken', () => rejection(401));
  await dispatch(refreshStaff());
  await signIn(' Ann ');
  const { staffRefreshes: _refreshes, ...rest } = STAFFS;
  expect(tab()).toEqual({ ...rest, staffName: 'ann' });
});

it('keeps the path that was requested before the sign-in', async () => {
  const { signIn, tab } = staffTab({ staffPlace: '/crucify?id=7' });
  await signIn('ann');
  expect(tab()).toEqual({ staffPlace: '/crucify?id=7', staffName: 'ann' });
});

it('deletes the drafts of a staff member whom a colleague replaced in another tab', async () => {
  const { dispatch, server, tab } = staffTab({ ...STAFFS, staffName: 'ann' }, STAFF);
  server.on('panel/me', { username: 'bob', role: 'support' });
  await dispatch(staffMeApi.endpoints.getStaffMe.initiate({}));
  expect(tab()).toEqual({ staffName: 'bob' });
});

it("deletes the customer's data when staff sign in, and the reverse", async () => {
  const staff = staffTab({ ...CUSTOMERS, ...VISITORS }, CUSTOMER);
  await staff.signIn('ann');
  expect(staff.tab()).toEqual({ staffName: 'ann' });

  const { server, dispatch, platform } = storeOver({
    stored: STAFF,
    storedInTab: { ...STAFFS, staffName: 'ann', ...GIFT_LINK },
  });
  server.on('emailVerification/restore', {
    success: true,
    email: CUSTOMER.email,
    uid: 'u-1',
    accessToken: 't',
  });
  server.on('register', { success: true, subscriptionIsActive: false });
  await dispatch(confirmEmailLink('one-time'));
  expect(platform.sessionStorage.contents()).toEqual(GIFT_LINK);
});
