/**
 * Tests each API request of the specification, which released applications also send: the HTTP request and the parsed
 * response.
 */
import { emailVerificationApi } from '../../../src/web/api/endpoints/emailVerification';
import { giftsApi } from '../../../src/web/api/endpoints/gifts';
import { profileApi } from '../../../src/web/api/endpoints/profile';
import { registrationApi } from '../../../src/web/api/endpoints/registration';
import { shopApi } from '../../../src/web/api/endpoints/shop';
import { staffApi, staffSessionApi } from '../../../src/web/api/endpoints/staff';
import type { AppDispatch } from '../../../src/web/app/store';
import { selectCaller } from '../../../src/web/identity/selectors';
import { CUSTOMER, storeOver } from '../../support/storeOver';

interface SpecCall {
  ask: (dispatch: AppDispatch) => PromiseLike<{ data?: unknown; error?: unknown }>;
  /** Expected request body, or undefined if the request has no body. */
  body?: object;
  query?: Record<string, string>;
  /** Expected value that the parser returns for the response. */
  response: object;
  /**
   * Whether the API endpoint is public. A request to a public endpoint contains no token, even if a token is stored.
   */
  isPublic?: true;
}

const email = 'vasilisa@example.com';
const uid = 'u-1';
const person = { uid, email, photoURL: 'https://photos.example/1', providerId: 'google.com' };
const emailMessage = { email, platform: 'web', fcmToken: '', giftKey: '0123456789A' };
const moment = '2026-12-21T09:00:00.000Z';
const registered = {
  success: true,
  expirationDate: moment,
  subscriptionIsActive: true,
  firstPaymentActivated: false,
};
const device = { id: 1, deviceName: 'Phone', deviceId: 'd-1', isActive: true };
const { sendEmailLink, sendGiftEmailLink, restoreEmailLink } = emailVerificationApi.endpoints;
const { registerByGoogle, registerByEmail } = registrationApi.endpoints;
const { checkGift, activateGift } = giftsApi.endpoints;
const { getProfile, detachDevice, cancelSubscription } = profileApi.endpoints;
const { getShop } = shopApi.endpoints;

const CUSTOMER_CALLS: [string, SpecCall][] = [
  [
    'POST emailVerification/send',
    {
      ask: (dispatch) => dispatch(sendEmailLink.initiate({ ...emailMessage, giftKey: null })),
      body: { ...emailMessage, giftKey: null },
      response: { success: true, mailToken: 'mb_1' },
      isPublic: true,
    },
  ], // [call-8]
  [
    'POST emailVerification/giftSend',
    {
      ask: (dispatch) => dispatch(sendGiftEmailLink.initiate(emailMessage)),
      body: emailMessage,
      response: { success: true, mailToken: 'mb_1' },
      isPublic: true,
    },
  ], // [call-9]
  [
    'POST emailVerification/restore',
    {
      ask: (dispatch) => dispatch(restoreEmailLink.initiate({ token: 'rs_1', platform: 'web' })),
      body: { token: 'rs_1', platform: 'web' },
      response: { success: true, email },
      isPublic: true,
    },
  ], // [call-10]
  [
    'POST v2/register',
    {
      ask: (dispatch) => dispatch(registerByGoogle.initiate({ body: person })),
      body: person,
      response: registered,
    },
  ], // [call-11]
  [
    'POST register',
    {
      ask: (dispatch) => dispatch(registerByEmail.initiate({ ...person, providerId: 'email' })),
      body: { ...person, providerId: 'email' },
      response: registered,
    },
  ], // [call-12]
  [
    'POST checkGift',
    {
      ask: (dispatch) => dispatch(checkGift.initiate({ key: '0123456789A' })),
      body: { key: '0123456789A' },
      response: { months: 3 },
      isPublic: true,
    },
  ], // [call-13]
  [
    'POST activateGift',
    {
      ask: (dispatch) => dispatch(activateGift.initiate({ body: { ...person, key: '0123456789A' } })),
      body: { ...person, key: '0123456789A' },
      response: { success: true, subExpirationDateTime: moment },
    },
  ], // [call-14]
  [
    'POST profile',
    {
      ask: (dispatch) => dispatch(getProfile.initiate({ uid: 'unknown', email })),
      body: { uid: 'unknown', email },
      response: {
        success: true,
        message: 'as it is',
        userInfo: {
          amount: 449,
          currency: 'RUB',
          expirationDate: moment,
          subscriptionIsActive: true,
          subscriptionStatus: 'ACTIVE',
          email,
        },
        devices: [device],
        availableDevices: 2,
      },
    },
  ], // [call-15]
  [
    'POST profile/detachDevice',
    {
      ask: (dispatch) => dispatch(detachDevice.initiate({ uid, email, deviceId: 'd-1' })),
      body: { uid, email, deviceId: 'd-1' },
      response: {
        success: true,
        devices: [device],
        availableDevices: 2,
        userInfo: { subscriptionIsActive: true },
      },
    },
  ], // [call-17, call-37]
  [
    'POST subscriptions/cancel',
    {
      ask: (dispatch) => dispatch(cancelSubscription.initiate({ email, uid })),
      body: { email, uid },
      response: { success: true, userInfo: { subscriptionIsActive: true } },
    },
  ], // [call-18]
  [
    'POST shop/getShop',
    {
      ask: (dispatch) => dispatch(getShop.initiate({ uid, email })),
      body: { uid, email },
      response: {
        firstPayment: 0,
        monthlyPayment: 449,
        firstPaymentActivated: false,
        subscriptionStatus: 'NOT_ACTIVE',
      },
    },
  ], // [call-19]
];

const customer = {
  id: 7,
  email,
  uid,
  firstPayment: 1,
  firstPaymentIsActive: true,
  currency: 'RUB',
  subscription: { status: 'ACTIVE', totalCost: 450, endDate: moment },
  devices: [{ ...device, platform: 'android', firstActivation: moment, firebaseToken: 't-1' }],
};

const pushed = (push: Parameters<typeof staffApi.endpoints.sendPush.initiate>[0]['body']): SpecCall => ({
  ask: (dispatch) =>
    dispatch(staffApi.endpoints.sendPush.initiate({ query: { token: 't-1' }, body: push }, { track: false })),
  query: { token: 't-1' },
  body: push,
  response: {},
});

const STAFF_CALLS: [string, SpecCall][] = [
  [
    'POST auth/login',
    {
      ask: (dispatch) =>
        dispatch(staffSessionApi.endpoints.staffLogin.initiate({ username: 'ann', password: 'p' })),
      body: { username: 'ann', password: 'p' },
      response: { accessToken: 'a-1', refreshToken: 'r-1' },
      isPublic: true,
    },
  ], // [call-28]
  [
    'POST auth/refreshToken',
    {
      ask: (dispatch) => dispatch(staffSessionApi.endpoints.staffRefresh.initiate({ refreshToken: 'r-1' })),
      body: { refreshToken: 'r-1' },
      response: { accessToken: 'a-2', refreshToken: 'r-2' },
      isPublic: true,
    },
  ], // [call-29]
  [
    'POST panel/users/search',
    {
      ask: (dispatch) => dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart: 'vas' })),
      query: { emailPart: 'vas', page: '0', size: '5', sortBy: 'id', sortDirection: 'DESC' },
      response: { content: [customer] },
    },
  ], // [call-30, call-31]
  [
    'POST panel/users/getUserById',
    {
      ask: (dispatch) => dispatch(staffApi.endpoints.getUserById.initiate({ id: 7 })),
      query: { id: '7' },
      response: customer,
    },
  ], // [call-32]
  [
    'POST panel/createGift',
    {
      ask: (dispatch) => dispatch(staffApi.endpoints.createGift.initiate({ months: 3 })),
      body: { months: 3 },
      response: { activationKey: '0123456789A' },
    },
  ], // [call-34]
  [
    'POST panel/refund',
    {
      ask: (dispatch) => dispatch(staffApi.endpoints.refund.initiate({ email, uid })),
      body: { email, uid },
      response: {},
    },
  ], // [call-35]
  [
    'POST panel/logs',
    {
      ask: (dispatch) => dispatch(staffApi.endpoints.getConnectionLogs.initiate({ userId: 7 })),
      query: { userId: '7' },
      response: [{ id: 1, platform: 'ios', deviceName: 'Phone', connectionDate: moment, success: true }],
    },
  ], // [call-36]
  [
    'POST profile/detachDevice',
    {
      ask: (dispatch) => dispatch(detachDevice.initiate({ uid, email, deviceId: 'd-1' })),
      body: { uid, email, deviceId: 'd-1' },
      response: { success: true, devices: [] },
    },
  ],
  ['POST firebase/data, LOGIN', pushed({ type: 'LOGIN', email })], // [call-39]
  ['POST firebase/data, LOGOUT', pushed({ type: 'LOGOUT' })], // [call-40]
  ['POST firebase/data, TURN_OFF', pushed({ type: 'TURN_OFF' })], // [call-41]
  [
    'POST firebase/data, LINK_MSG',
    pushed({ type: 'LINK_MSG', link: 'https://prosvet.example/', title: 'T', description: 'D' }),
  ], // [call-42]
];

async function expectOnTheWire(title: string, spec: SpecCall): Promise<void> {
  const { server, dispatch } = storeOver({ stored: CUSTOMER });
  const [call = ''] = title.split(',');
  const [, path = ''] = call.split(' ');
  server.on(path, spec.response);
  const { data, error } = await spec.ask(dispatch);
  expect(error).toBeUndefined();
  expect(data).toEqual(spec.response);
  expect(server.calls).toHaveLength(1);
  const [seen] = server.calls;
  expect(seen).toMatchObject({
    contentType: 'application/json',
    bearer: spec.isPublic ? null : CUSTOMER.accessToken,
    query: spec.query ?? {},
  });
  expect(`${seen?.method ?? ''} ${seen?.path ?? ''}`).toBe(call);
  if (spec.body === undefined) expect(seen?.body).toBeUndefined();
  // A request may contain additional fields, but must contain every expected field with its value.
  else expect(seen?.body).toMatchObject(spec.body);
}

it.each(CUSTOMER_CALLS)('customer call %s [access-16, call-2]', expectOnTheWire);

it.each(STAFF_CALLS)('staff call %s [access-16, call-2]', expectOnTheWire);

it('sends «unknown» as the uid of a customer without a stored uid [call-16]', () => {
  const { store } = storeOver({ stored: { email, accessToken: 'the-token' } });
  expect(selectCaller(store.getState())).toEqual({ uid: 'unknown', email });
});
