/** The calls that customers' screens make (spec section 7), with the tests that show it. */
import { baseQuery, callHelper, onTheWire, serverDevices, testsOf, type Row } from '../specStatements';
import {
  account,
  CAMPAIGN_PATH,
  campaignInBrowser,
  campaignOrders,
  cardPeerLife,
  cardWidget,
  desktopSignIn,
  google,
  googleInBrowser,
  serverGifts,
  signIn,
} from './tests';

const nativeShell = testsOf('web/platform/nativeShell.test.ts');

const customerCall = (call: string) => onTheWire('customer call %s', `'POST ${call}', {`);

export const CUSTOMER_CALLS: readonly Row[] = [
  [
    "All calls go to the product's API.",
    baseQuery('sends JSON with the bearer and reads JSON'),
    testsOf('shared/contract.test.ts')('%s is %s'),
    testsOf('server/http/openApi.test.ts')('every described path is mounted'),
  ],
  [
    'All calls go with a JSON content type.',
    onTheWire('customer call %s'),
    onTheWire('staff call %s'),
    testsOf('server/http/wireInput.test.ts')('%s > refuses other media types'),
  ],
  [
    'Bodies are sent as JSON when present.',
    callHelper('sends a body as JSON when there is one'),
    baseQuery('sends no bearer without a token, nor to public calls, and queries in the address'),
  ],
  ['Default method is GET.', callHelper('asks by GET unless it is told otherwise')],
  [
    'Responses are parsed as JSON.',
    callHelper('reads the answer %j as %j'),
    baseQuery('refuses an answer that is not JSON'),
  ],
  [
    'An empty body yields an empty object.',
    callHelper('reads the answer %j as %j', "['', {}]"),
    baseQuery('reads an empty answer as {}'),
  ],
  [
    'One raw variant returns the response text instead.',
    callHelper('returns the text %j of the raw variant as it came'),
  ],
  [
    'POST emailVerification/send: email, platform, fcmToken, giftKey (not gift mode); success, mailToken.',
    customerCall('emailVerification/send'),
    signIn(
      'asking for a letter > with %s goes to its call and keeps what the answer brings',
      "['no key', {}, 'emailVerification/send', null]",
    ),
  ],
  [
    'POST emailVerification/giftSend: same (gift mode); success, mailToken.',
    customerCall('emailVerification/giftSend'),
    signIn(
      'asking for a letter > with %s goes to its call and keeps what the answer brings',
      "['a gift key', { key: '12345678901' }, 'emailVerification/giftSend', '12345678901']",
    ),
  ],
  [
    'POST emailVerification/restore: token, platform (web); success, email.',
    customerCall('emailVerification/restore'),
    signIn('/confirm > restores, registers and stores (active: %s)'),
  ],
  [
    'POST v2/register: uid, email, photoURL, providerId; success, expirationDate, subscriptionIsActive, firstPaymentActivated.',
    customerCall('v2/register'),
    signIn("Google > registers with Google's token and keeps ours"),
    testsOf('server/usecases/signIn/sessions.test.ts')(
      'registration > by Google opens an account with its picture and a session under our own uid',
    ),
  ],
  [
    'POST register: same body (email flow); same.',
    customerCall('register'),
    signIn('/confirm > restores, registers and stores (active: %s)'),
    testsOf('server/usecases/signIn/sessions.test.ts')(
      'registration > by email answers the subscription of the session’s account',
    ),
  ],
  [
    'POST checkGift: key; months.',
    customerCall('checkGift'),
    serverGifts('checking > tells the months of a gift that is still to be activated, as often as asked'),
  ],
  [
    'POST activateGift: uid, email, photoURL, providerId, key; success, subExpirationDateTime.',
    customerCall('activateGift'),
    signIn('gifts > activates for the restored person and drops the key'),
    serverGifts('activating > gives the months to the session’s account'),
  ],
  [
    'POST api/profile (also called as profile): uid, email; success, message, userInfo, devices, availableDevices.',
    customerCall('profile'),
    serverDevices('the profile > answers under both of its paths'),
    serverDevices('the profile > tells the subscription, the devices and the free slots'),
  ],
  [
    "POST api/profile: the uid or 'unknown'.",
    onTheWire('names a customer without a stored uid as unknown'),
    serverDevices('the profile > is read by the token when the body names %s'),
  ],
  [
    'POST profile/detachDevice: uid, email, deviceId; success, devices, availableDevices, userInfo.subscriptionIsActive.',
    customerCall('profile/detachDevice'),
    account('detaching > updates the list and the state (active: %s)'),
    serverDevices('detaching by the owner > frees the slot and answers the list that is left'),
  ],
  [
    'POST subscriptions/cancel: email, optional uid; success, userInfo.subscriptionIsActive.',
    customerCall('subscriptions/cancel'),
    account('cancelling > tells whether access lasts (%s)'),
  ],
  [
    'POST shop/getShop: uid, email; firstPayment, monthlyPayment, firstPaymentActivated, subscriptionStatus.',
    customerCall('shop/getShop'),
    cardPeerLife('a new customer is offered the free week with 1 RUB now and 449 RUB from the eighth day on'),
  ],
  [
    'A card payment widget is used for the charge: a recurrent monthly schedule, with receipts and no VAT.',
    cardWidget('an order becomes the parameters of start, with the schedule and receipts without VAT'),
  ],
  [
    'The widget on /pay charges 1 RUB for one week, then 449 RUB monthly.',
    campaignOrders(
      'opening > asks 1 ruble for a week and then the monthly price, under a name with the prefix',
    ),
    campaignInBrowser(`${CAMPAIGN_PATH} > meets the card dialog at once`),
  ],
  [
    'A Google sign-in popup is used for Google sign-in.',
    google('opens the popup inside the click once it is loaded'),
    googleInBrowser('signs in, signs out and comes back as somebody else > chooses an account'),
  ],
  [
    'Native app bridge call: LogOut.',
    nativeShell('Flutter InAppWebView: a handler for each name'),
    nativeShell('WebKit: a message handler for each name'),
    account('signing out > leaves nothing of the person with %s'),
  ],
  [
    'Native app bridge call: pay.',
    nativeShell('WebView2: one channel, the name as type'),
    testsOf('web/flows/payment/pay.test.ts')(
      'waits for the server, keeps the check over a reload meanwhile, and ends in the paid state',
    ),
  ],
  [
    'Native app bridge call: gAuth.',
    nativeShell('Android by addJavascriptInterface: a method for each name, called on its object'),
    desktopSignIn('registers, then tells the shell who it is and nothing else'),
  ],
  [
    'The error-reporting service receives failed email-link requests.',
    signIn('asking for a letter > tells and reports %s'),
  ],
  [
    'The error-reporting service receives profile fetch failures.',
    account('a profile fetch > that fails is logged and reported'),
  ],
];
