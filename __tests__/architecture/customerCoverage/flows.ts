/** States and transitions that customers go through (spec section 4), with the tests that show it. */
import { guard, route, serverDevices, type Row } from '../specStatements';
import {
  account,
  cardPeerLife,
  content,
  gift,
  giftsInBrowser,
  google,
  googleInBrowser,
  hold,
  holdButton,
  journey,
  login,
  MAIN_PATH,
  mainPath,
  mobileDetach,
  mobileProfile,
  mobileShop,
  profile,
  serverGifts,
  shop,
  signIn,
  signInForm,
  subscription,
} from './tests';

export const CUSTOMER_FLOWS: readonly Row[] = [
  // Email-link form
  [
    'Email-link form: idle.',
    login('the email-link form > does not complain while the address is typed for the first time'),
  ],
  [
    'Invalid-email: the input border turns dark red.',
    signInForm('the border of a refused address is dark red until it is valid (${colorScheme})'),
  ],
  [
    'Invalid-email: the inline error appears.',
    login('the email-link form > sends nothing for «%s» and says so'),
    mainPath(`${MAIN_PATH} > asks for a letter`),
  ],
  [
    'It clears as soon as the user edits the input to a valid email.',
    login('the email-link form > takes the error back as soon as the address is valid, not before'),
  ],
  [
    'Sending: the input is disabled.',
    login('the email-link form > is disabled and busy while it sends, and sends once'),
  ],
  [
    'It stays disabled even after a failure, so after a failure the user is told to reload the page.',
    login('the email-link form > stays disabled after %s, with the toast and a way to reload'),
  ],
  [
    'Email-link form: on success, go to /wait.',
    route("[{ kind: 'emailLinkSent' }, '/wait']"),
    login('the email-link form > asks for a letter and goes to /wait'),
  ],

  // Google
  [
    'A Google popup sign-in runs.',
    google('opens the popup inside the click once it is loaded'),
    googleInBrowser('signs in, signs out and comes back as somebody else'),
  ],
  [
    'Google: sign-in errors are only logged.',
    google('%s is logged as an error and nobody is signed out'),
    signIn('Google > stays when the popup brings nobody'),
    googleInBrowser('only logs that an account is disabled'),
  ],
  [
    'Google: if a stored gift key longer than 10 characters exists, the gift is activated and the key is removed from storage.',
    signIn('Google > activates a stored gift instead'),
    signIn('Google > registers when the stored key is too short for a gift'),
    googleInBrowser('activates the gift that is waiting'),
  ],
  [
    'Google with a gift: on success, store expirationDate, subscriptionIsActive true and firstPaymentActivated false, and go to /profile.',
    signIn('Google > activates a stored gift instead'),
    route("[{ kind: 'giftActivated' }, '/profile']"),
  ],
  [
    'Google with a gift: otherwise go to /.',
    signIn('Google > goes home when the stored gift is none, drops its key and signs nobody in'),
    route("[{ kind: 'giftFailed' }, '/']"),
  ],
  [
    'Google without a gift key: the user is registered. On success, store the returned values.',
    signIn("Google > registers with Google's token and keeps ours"),
  ],
  [
    'Google: go to /profile if the subscription is active, else /shop.',
    route("[{ kind: 'signedIn', subscriptionIsActive: true, wayBack: null }, '/profile']"),
    route("[{ kind: 'signedIn', subscriptionIsActive: false, wayBack: null }, '/shop']"),
    login('Google > signs in and goes to the shop while there is no subscription'),
  ],
  [
    'Google: on failure go to /.',
    signIn('Google > goes home when the registration fails, and keeps nobody'),
    route("[{ kind: 'registerFailed' }, '/']"),
  ],

  // /confirm
  [
    'The sign-in is restored from the token. On failure, show a toast and go to /login.',
    signIn('/confirm > tells %s'),
    journey('%s tells so and goes to /login'),
    route("[{ kind: 'restoreRefused' }, '/login']"),
    route("[{ kind: 'restoreFailed' }, '/login']"),
  ],
  [
    'On success, register, then go to /profile if the subscription is active, else /shop.',
    signIn('/confirm > restores, registers and stores (active: %s)'),
    route("[{ kind: 'signedIn', subscriptionIsActive: true, wayBack: null }, '/profile']"),
    journey('/confirm signs in, leaves the history and cannot be repeated'),
  ],

  // Gifts
  [
    'Gift: a valid key shows the months and is marked pending activation locally.',
    gift('shows how long the gift lasts and marks it as waiting; the key leaves the address'),
    signIn('gifts > marks a good key as waiting'),
  ],
  [
    'Gift: a failed gift check goes to /.',
    giftsInBrowser('a gift whose key is ${what} leads home and says why'),
    gift('sends %s home and says why'),
    signIn('gifts > refuses %s'),
    route("[{ kind: 'giftCheckFailed' }, '/']"),
  ],
  [
    'Gift: on activation success go to /profile.',
    gift('for who is signed in > is one press'),
    giftsInBrowser('who is signed in takes a gift in one press'),
    serverGifts('activating > gives the months to the session’s account'),
    route("[{ kind: 'giftActivated' }, '/profile']"),
  ],
  [
    'Gift: otherwise /.',
    gift('for who is signed in > goes home when somebody was faster'),
    signIn('gifts > after %s the stored key is %s'),
    route("[{ kind: 'giftFailed' }, '/']"),
  ],

  // Shop
  [
    'Shop: if subscriptionIsActive is already true locally, go to /profile.',
    guard("['shopper', { ...CUSTOMER, subscriptionIsActive: 'true' }, '/profile']"),
    shop('goes to /profile when the subscription is known to be active'),
    mobileShop('goes to /profile when the subscription is active already'),
  ],
  [
    'Shop: after payment, go to /profile.',
    route("[{ kind: 'paid' }, '/profile']"),
    shop('paying > opens the dialog for the order, checks the payment and goes to /profile'),
    mainPath(`${MAIN_PATH} > pays with a test card`),
  ],
  [
    "With firstPaymentActivated true, the pay button reads 'Возобновить подписку', the full price is charged and the next recurrence is one month later.",
    shop('before the button > a renewal charges the full price now and again one month later'),
    mobileShop('offers the renewal after the first payment'),
    cardPeerLife('an expired customer resumes at full price, with the next charge one month later'),
  ],
  [
    'With firstPaymentActivated false, the trial button is shown (one week free on the web, two days on mobile).',
    shop('before the button > a trial says plainly what is charged now, what later and from when'),
    mobileShop('promises 2 days and asks the server for that trial'),
  ],
  // In the mobile shop too, which promises 2 of them.
  [
    'With firstPaymentActivated false, recurrence starts after 7 days.',
    cardPeerLife('a new customer is offered the free week with 1 RUB now and 449 RUB from the eighth day on'),
  ],

  // Profile screens
  [
    "If subscriptionIsActive is the string 'false', go to /shop.",
    guard("['subscriber', { ...CUSTOMER, subscriptionIsActive: 'false' }, '/shop']"),
    mobileProfile('goes to /shop when the subscription is known to be inactive'),
  ],
  [
    'Or the subscription is inactive: go to /shop.',
    profile('goes to /shop when the profile says that the subscription is over'),
  ],
  [
    'If there is no stored email and none in the query, go to /login.',
    guard("['subscriber', { subscriptionIsActive: 'true' }, '/login']"),
    mobileProfile('in a browser that knows nobody > goes to /login when the query names nobody either'),
  ],
  [
    'The status text refreshes when a status-changed event fires after a profile fetch.',
    account('a profile fetch > refreshes the status and says so'),
    profile('the user block > reads %s as «%s»'),
  ],
  [
    'Logout clears uid, email, photoURL, providerId.',
    account('signing out > leaves nothing of the person with %s'),
    mainPath(`${MAIN_PATH} > signs out and leaves nothing behind`),
  ],
  [
    'Logout goes to /login.',
    route("[{ kind: 'loggedOut' }, '/login']"),
    profile('the user block > signs out by «сменить пользователя»'),
  ],
  [
    "Logout tells the native app shell about 'LogOut' with success true and reason no_reason.",
    profile('the user block > signs out by «сменить пользователя»'),
    account('signing out > leaves nothing of the person with %s'),
  ],

  // Detach
  [
    'Detach: after success, update the device list and counts.',
    account('detaching > updates the list and the state (active: %s)'),
    profile('the devices > are detached by holding for 2 s and not for less'),
    serverDevices('detaching by the owner > frees the slot and answers the list that is left'),
  ],
  [
    'Detach: go to /profile if the subscription is active, else /shop.',
    route("[{ kind: 'detached', subscriptionIsActive: true }, '/profile']"),
    route("[{ kind: 'detached', subscriptionIsActive: false }, '/shop']"),
    profile('the devices > lead to /shop when the subscription is over'),
    mobileProfile('detaching answered with %j leads to %s'),
  ],
  [
    'Detach: if not success, go to /.',
    route("[{ kind: 'detachFailed' }, '/']"),
    profile('the devices > lead to / when the server refuses'),
    account('detaching > tells %s'),
  ],

  // Cancel
  [
    'Cancel: success with the subscription still active goes to /profile.',
    route("[{ kind: 'cancelled', subscriptionIsActive: true }, '/profile']"),
    subscription('when ACTIVE > %s leads on', "['cancelled and still active', {"),
  ],
  [
    'Cancel: success otherwise goes to /shop.',
    route("[{ kind: 'cancelled', subscriptionIsActive: false }, '/shop']"),
    subscription('when ACTIVE > %s leads on', "['cancelled and over', {"),
  ],
  [
    'Cancel: a response that is not success goes to /profile.',
    route("[{ kind: 'cancelRefused' }, '/profile']"),
    subscription('when ACTIVE > %s leads on', "['not successful', { success: false }, '/profile']"),
  ],
  [
    'Cancel: a call error goes to /.',
    route("[{ kind: 'cancelFailed' }, '/']"),
    subscription('when ACTIVE > %s leads on', "['a call error', () => refusal(500), '/']"),
  ],

  // Hold actions
  [
    'Holding the detach, manage-subscription or cancel button for 2 seconds triggers the action.',
    profile('the devices > are detached by holding for 2 s and not for less'),
    profile('«Управлять подпиской» > leads to /subscription after 2 s'),
    subscription('when ACTIVE > cancels after 2 s and not after less'),
    mobileDetach('detaching answered with %j leads to %s'),
  ],
  [
    'Releasing or leaving resets the progress.',
    hold('what resets the progress > %s', "['releasing', () => release()]"),
    hold('what resets the progress > %s', "['leaving', () => pointer.leave(button())]"),
    holdButton('fills with the progress and drains on release'),
  ],

  // Layout
  [
    'The landing and login layouts switch between wide and narrow at a 740 px window width.',
    content('${path} has one column up to 740 px and two above', "['/', '/login']"),
  ],
];
