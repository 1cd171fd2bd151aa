/** What visitors and customers may do (spec section 6), with the tests that show it. */
import {
  baseQuery,
  callHelper,
  guard,
  onTheWire,
  permissions,
  routesOf,
  serverDevices,
  type Row,
} from '../specStatements';
import {
  gift,
  info,
  journey,
  landing,
  login,
  offer,
  serverGifts,
  shop,
  signIn,
  subscription,
  support,
} from './tests';

const staysItsOwn = '%s made by a customer > is refused when it names somebody else';

export const CUSTOMER_PERMISSIONS: readonly Row[] = [
  ['Anonymous visitor: landing.', routesOf("'/yt'"), landing('%s makes the offer')],
  ['Anonymous visitor: info.', routesOf("'/info'"), info('leads to the shop and to the offer')],
  ['Anonymous visitor: offer.', routesOf("'/offer'"), offer('the screen > is reached from the footer')],
  ['Anonymous visitor: support.', routesOf("'/support'"), support('copies the email and says so')],
  [
    'Anonymous visitor: gift view.',
    routesOf("'/gift'"),
    gift('shows how long the gift lasts and marks it as waiting; the key leaves the address'),
  ],
  [
    'Anonymous visitor: shop.',
    guard("['shopper', {}, 'allowed']"),
    journey('shows the shop to a stranger and the profile to who has bought'),
  ],
  [
    'Anonymous visitor: login.',
    routesOf("'/login'"),
    login('the email-link form > asks for a letter and goes to /wait'),
  ],
  [
    'Signed-in customer (identified by uid and email).',
    permissions(staysItsOwn),
    permissions('%s made by a customer > is let through when it names nobody or its own account'),
    serverDevices('the profile > is read by the token when the body names %s'),
  ],
  ['Signed-in customer: via email link.', signIn('/confirm > restores, registers and stores (active: %s)')],
  ['Signed-in customer: via Google.', signIn("Google > registers with Google's token and keeps ours")],
  [
    'Signed-in customer: via gift.',
    signIn('gifts > activates for the restored person and drops the key'),
    serverGifts('activating > signs a Google identity in, but only with a key that activates'),
  ],
  [
    'Signed-in customer: shop.',
    guard("['shopper', CUSTOMER, 'allowed']"),
    shop('shows the price and what it buys'),
  ],
  [
    'Signed-in customer: profile.',
    guard("['subscriber', CUSTOMER, 'allowed']"),
    permissions('%s > lets exactly its audience through'),
  ],
  [
    'Signed-in customer: subscription cancel.',
    guard("['customer', CUSTOMER, 'allowed']"),
    subscription('when ACTIVE > cancels after 2 s and not after less'),
    permissions(staysItsOwn),
  ],
  [
    'Signed-in customer: device detach.',
    serverDevices('detaching by the owner > frees the slot and answers the list that is left'),
    serverDevices(
      'detaching by the owner > answers success false for a foreign, detached or unknown device and changes nothing',
    ),
  ],
  [
    'Authenticated calls carry the stored accessToken as a bearer token.',
    baseQuery('sends JSON with the bearer and reads JSON'),
    onTheWire('customer call %s'),
    onTheWire('staff call %s'),
  ],
  [
    'A bearer token is sent only if a token exists.',
    baseQuery('sends no bearer without a token, nor to public calls, and queries in the address'),
    callHelper('with the token %j carries the bearer %j', "['', null]"),
    signIn('/confirm > works with a server that issues no tokens'),
  ],
  [
    'Unsigned users opening the profile are sent to /login.',
    guard("['subscriber', { subscriptionIsActive: 'true' }, '/login']"),
    journey('%s sends strangers to /login and keeps the way back'),
  ],
];
