/** Constants and limits that customers meet (spec section 9), with the tests that show it. */
import { constants, guard, route, serverDevices, testsOf, toasts, type Row } from '../specStatements';
import {
  campaignOrders,
  cardPeerLife,
  cardWidget,
  content,
  gift,
  googleInBrowser,
  hold,
  holdButton,
  login,
  mobileShop,
  pay,
  profile,
  shop,
  signIn,
  signInForm,
} from './tests';

const offerTerms = testsOf('shared/offerTerms.test.ts');
const persistence = testsOf('web/identity/persistence.test.ts');

export const CUSTOMER_CONSTANTS: readonly Row[] = [
  [
    'Monthly price: 449 RUB.',
    offerTerms('%s is a whole number of at least 1', "'monthlyPriceRub'"),
    shop('shows the price and what it buys'),
  ],
  [
    'Web trial: 1 week free; recurrence starts after 7 days.',
    offerTerms('%s is a whole number of at least 1', "'webTrialDays'"),
    cardPeerLife('a new customer is offered the free week with 1 RUB now and 449 RUB from the eighth day on'),
  ],
  [
    'Mobile trial text: 2 days free.',
    offerTerms('%s is a whole number of at least 1', "'mobileTrialDays'"),
    mobileShop('promises 2 days and asks the server for that trial'),
  ],
  [
    'Campaign trial on /pay: 1 RUB for one week, then 449 RUB monthly.',
    offerTerms('%s is a whole number of at least 1', "'campaignPriceRub'"),
    offerTerms('%s is a whole number of at least 1', "'campaignTrialDays'"),
    pay('says what is charged now, what later and from when'),
    campaignOrders(
      'opening > asks 1 ruble for a week and then the monthly price, under a name with the prefix',
    ),
    cardWidget('an order becomes the parameters of start, with the schedule and receipts without VAT'),
  ],
  [
    'Devices per user: 3 (counter shows used/3).',
    offerTerms('%s is a whole number of at least 1', "'maxDevices'"),
    serverDevices('attaching > fills three slots and no fourth'),
    profile('the devices > %d of them are listed with the count and the hint'),
  ],
  [
    'Hold duration for detach, manage subscription and cancel: 2000 ms.',
    constants("['HOLD_DURATION_MS', 2000]"),
    hold('the 2000 ms > does nothing after 1999 ms and acts once at 2000 ms'),
    holdButton('acts at 2000 ms and not at 1999 ms'),
  ],
  [
    'Hold: progress updated every 16 ms.',
    constants("['HOLD_TICK_MS', 16]"),
    hold('the 2000 ms > updates the progress every 16 ms'),
  ],
  [
    'Wide-layout breakpoint: 740 px.',
    constants("['WIDE_LAYOUT_BREAKPOINT_PX', 740]"),
    content('${path} has one column up to 740 px and two above'),
  ],
  [
    'Gift key minimum length: more than 10 characters.',
    constants("['GIFT_KEY_LENGTH_EXCEEDS', 10]"),
    gift('sends %s home and says why', "['a short key', '/gift?key=1234567890'"),
  ],
  [
    'Stored email too short: under 7 characters.',
    constants("['STORED_EMAIL_MIN_LENGTH', 7]"),
    guard("['customer', { email: '1234567' }, 'allowed']"),
    guard("['customer', SHORT, '/login']"),
  ],
  [
    'Gift link: the public gift page with the key.',
    gift('shows how long the gift lasts and marks it as waiting; the key leaves the address'),
    login('the gift key > is found in a pasted gift link'),
  ],
  [
    'Platform value in email-link calls: web.',
    constants("['EMAIL_LINK_PLATFORM', 'web']"),
    login('the email-link form > asks for a letter and goes to /wait'),
    signIn('/confirm > restores, registers and stores (active: %s)'),
  ],
  ['Post-request route for the email link: /wait.', route("[{ kind: 'emailLinkSent' }, '/wait']")],
  [
    'Storage names: accessToken, emailForSignIn, mailToken, key.',
    persistence('has one key for each field of the spec'),
    persistence('writes each change to its own key at once'),
  ],
  [
    'Toast defaults: auto-close 5000 ms, top-right, pause on hover.',
    constants("['TOAST_AUTO_CLOSE_MS', 5000]"),
    toasts('closes by itself after 5 s'),
    toasts('waits while the pointer is on it, and goes on where it stopped'),
    signInForm('a toast stands in the top right corner'),
  ],
  [
    'Toast defaults: Alt+T focuses notifications.',
    toasts('gets the focus by Alt+T on any keyboard layout, waits with it, and closes by Esc'),
  ],
  [
    'Identity library: popup-closed grace 8 s.',
    constants("['POPUP_CLOSED_GRACE_MS', 8000]"),
    googleInBrowser(
      'gives the button back when the popup is closed or cancelled > closed: the SDK gives it 8 s of grace',
    ),
  ],
  [
    'Identity library: popup window 500x600.',
    constants("['POPUP_WIDTH_PX', 500]"),
    constants("['POPUP_HEIGHT_PX', 600]"),
    googleInBrowser('signs in, signs out and comes back as somebody else > chooses an account'),
  ],
];
