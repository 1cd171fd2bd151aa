/** What customers meet of the specification's sections 2 and 4 to 9, with the tests that show it. */
import {
  baseQuery,
  callHelper,
  constants,
  guard,
  onTheWire,
  permissions,
  route,
  routesOf,
  serverDevices,
  statementsOf,
  testsOf,
  toasts,
  type Row,
  type SpecStatement,
} from './specStatements';

const validation = testsOf('shared/validation.test.ts');

const frame = testsOf('web/components/Frame.test.tsx');
const holdButton = testsOf('web/components/HoldButton.test.tsx');
const hold = testsOf('web/hooks/useHold.test.tsx');
const userBlock = testsOf('web/components/UserBlock.test.tsx');

const landing = testsOf('web/screens/Landing.test.tsx');
const info = testsOf('web/screens/Info.test.tsx');
const offer = testsOf('web/screens/Offer.test.tsx');
const support = testsOf('web/screens/Support.test.tsx');
const login = testsOf('web/screens/Login.test.tsx');
const wait = testsOf('web/screens/Wait.test.tsx');
const openLetter = testsOf('web/screens/OpenLetter.test.tsx');
const gift = testsOf('web/screens/Gift.test.tsx');
const shop = testsOf('web/screens/Shop.test.tsx');
const mobileShop = testsOf('web/screens/MobileShop.test.tsx');
const pay = testsOf('web/screens/Pay.test.tsx');
const thanks = testsOf('web/screens/Thanks.test.tsx');
const profile = testsOf('web/screens/Profile.test.tsx');
const mobileProfile = testsOf('web/screens/MobileProfile.test.tsx');
const mobileDetach = testsOf('web/screens/MobileDetach.test.tsx');
const subscription = testsOf('web/screens/Subscription.test.tsx');
const desktopGoogle = testsOf('web/screens/DesktopGoogle.test.tsx');

const signIn = testsOf('web/flows/signIn.test.ts');
const account = testsOf('web/flows/account.test.ts');
const desktopSignIn = testsOf('web/flows/desktopSignIn.test.ts');
const google = testsOf('web/platform/google.test.ts');
const googleReason = (row: string) => testsOf('web/platform/googleReasons.test.ts')('%s is %s', row);
const cardWidget = testsOf('web/platform/cardWidget.test.ts');
const persistence = testsOf('web/identity/persistence.test.ts');
const personInQuery = testsOf('web/identity/personInQuery.test.ts');

const journey = testsOf('journeys/signIn.test.tsx');
const navigation = testsOf('journeys/navigation.test.tsx');
const mainPath = testsOf('e2e/mainPath.test.ts');
const MAIN_PATH = 'a stranger subscribes, manages devices, cancels and signs out';
const mobileScreens = testsOf('e2e/mobileScreens.test.ts');
const MOBILE_PATH = 'a stranger buys in the mobile shop and manages devices in the app';
const content = testsOf('e2e/content.test.ts');
const googleInBrowser = testsOf('e2e/google.test.ts');
const signInForm = testsOf('e2e/signInForm.test.ts');
const giftsInBrowser = testsOf('e2e/gifts.test.ts');
const GIFT_PATH = 'a stranger takes a gift by a letter, and the key is good once';
const campaignInBrowser = testsOf('e2e/campaign.test.ts');
const CAMPAIGN_PATH =
  'a viewer pays on /pay, is thanked, and signs in by the letter to an active subscription';

const serverGifts = testsOf('server/usecases/gifts.test.ts');
const campaignOrders = testsOf('server/usecases/campaignOrders.test.ts');
const cardPeerLife = testsOf('server/sandbox/cardPeerLife.test.ts');

const SECTION_2: readonly Row[] = [
  [
    'Toast notifications are shown globally (types info, success, warning, error, loading).',
    toasts('shows each type and tells it to a screen reader'),
  ],
  ['Toasts: auto-close 5000 ms.', toasts('closes by itself after 5 s')],
  ['Toasts: top-right.', signInForm('a toast stands in the top right corner')],
  ['Toasts: pause on hover.', toasts('waits while the pointer is on it, and goes on where it stopped')],
  [
    'The wide layout applies above a window width of 740 px.',
    content('${path} has one column up to 740 px and two above'),
  ],
  [
    'Below it, the footer block moves under the main block.',
    content('${path} has one column up to 740 px and two above'),
    content('${path} has the footer and fits into 320 px'),
  ],

  // Routes
  [
    '/ , /yt , /tt: Landing screen (all three show the same screen).',
    routesOf(),
    landing('%s makes the offer'),
    navigation('%s shows the landing'),
  ],
  [
    'Landing: left block: logo and, on wide screens, the footer.',
    frame('keeps the brand, the task and the footer apart'),
    content('${path} has one column up to 740 px and two above'),
  ],
  ['Landing: offer text (449 rubles a month, no limits).', landing('%s makes the offer')],
  [
    "Landing: button 'Try 1 week free' to /shop.",
    landing('«%s» leads to %s', "['Попробовать 1 неделю бесплатно', '/shop']"),
  ],
  [
    "Landing: button 'XTLS-Reality protocol. What is it?' to /info.",
    landing('«%s» leads to %s', "['Протокол XTLS-Reality. Что это?', '/info']"),
    content('/info explains the protocol and leads to the shop'),
  ],
  [
    'Landing: download block (Android, iOS, Windows).',
    landing('offers all five downloads by the brand’s configuration'),
  ],
  [
    "Landing: link 'Войти в аккаунт' to /login.",
    landing('«%s» leads to %s', "['Войти в аккаунт', '/login']"),
    landing('leads a stranger to the sign-in'),
  ],
  ['Landing: on narrow screens the footer.', content('${path} has the footer and fits into 320 px')],
  [
    '/info: Explains the protocol.',
    info('explains what the protocol is, why it is hard to tell from HTTPS and what it does not do'),
    content('/info explains the protocol and leads to the shop'),
  ],
  [
    "/info: Button 'Начать пользоваться' goes to /shop.",
    info('leads to the shop and to the offer'),
    content('/info explains the protocol and leads to the shop'),
  ],
  [
    '/offer: Public offer contract in Russian: terms.',
    offer('the screen > names its edition and every section, which the table of contents leads to'),
  ],
  ['/offer: pricing.', offer('the contract > %s says %s', "['price', /449 ₽ за один месяц/]")],
  [
    '/offer: auto-renewal.',
    offer('the contract > %s says %s', "['renewal', /прямо соглашается на повторные списания"),
  ],
  ['/offer: cancellation.', offer('the contract > %s says %s', "['cancellation', /")],
  [
    '/offer: liability.',
    offer(
      'the screen > names its edition and every section, which the table of contents leads to',
      "'Ответственность'",
    ),
  ],
  ['/offer: seller requisites.', offer('the screen > shows the seller of the configuration')],
  ['/offer: Button to /shop.', offer('the screen > leads to the shop')],
  [
    '/offer: Reached from the footer link.',
    offer('the screen > is reached from the footer'),
    frame('the footer > leads to the support bot and the offer'),
    content('/offer is reached from the footer, leads to its sections and to the shop'),
  ],
  [
    '/support: Contact email with copy-to-clipboard.',
    support('copies the email and says so'),
    content('/support copies the email and leads to the chat'),
  ],
  ['/support: a link to a support chat.', support('shows the contact email and the chat of the brand')],
  [
    "/login: Title 'Войти / Зарегистрироваться'.",
    landing('leads a stranger to the sign-in'),
    mainPath(`${MAIN_PATH} > asks for a letter`),
  ],
  [
    '/login: A gift-key input area.',
    login('the gift key > is stored from the 11th character on, and says what will happen'),
    giftsInBrowser('a key that is typed at the sign-in is checked and activated'),
  ],
  [
    "/login: a button '→ Войти через Google' (shows a loading-dots animation after click).",
    login('Google > shows the dots, and the button again when the popup was closed'),
    googleInBrowser('signs in, signs out and comes back as somebody else > chooses an account'),
  ],
  [
    "/login: the note '* подписка будет привязана к этой почте'.",
    login('Google > is not offered unless it is configured'),
  ],
  [
    '/login: a sign-in-by-email-link form.',
    login('the email-link form > asks for a letter and goes to /wait'),
  ],
  ['/login: Layout switches at 740 px.', content('${path} has one column up to 740 px and two above')],
  [
    '/wait: Tells the user to open the link in the mailbox and to check spam.',
    wait('says where the letter went, what to do with it and where else to look'),
  ],
  [
    '/wait: Target after an email-link request succeeds.',
    route("[{ kind: 'emailLinkSent' }, '/wait']"),
    login('the email-link form > asks for a letter and goes to /wait'),
  ],
  [
    '/confirm: Query: token. Restores the email sign-in, then registers.',
    signIn('/confirm > restores, registers and stores (active: %s)'),
    journey('/confirm signs in, leaves the history and cannot be repeated'),
  ],
  [
    '/giftConfirm: Query: token and key. Restores the sign-in, then activates the gift.',
    signIn('gifts > activates for the restored person and drops the key'),
    openLetter('activates the gift of a gift’s letter'),
    giftsInBrowser(`${GIFT_PATH} > opens the letter in another tab after the first one was closed`),
  ],
  [
    '/gift: Query: key. Shows the gift duration.',
    gift('shows how long the gift lasts and marks it as waiting; the key leaves the address'),
    giftsInBrowser(`${GIFT_PATH} > sees how long it lasts, and keeps it over a reload`),
  ],
  ['/gift: the sign-in options.', gift('asks for a letter in gift mode')],
  [
    '/gift: with a note that the gift is bound to the email that signs in.',
    gift('shows how long the gift lasts and marks it as waiting; the key leaves the address'),
  ],
  ['/shop: Price card: 449 RUB per month.', shop('shows the price and what it buys')],
  [
    '/shop: Benefits list: unlimited GB, no speed limits, no data collected, cannot be blocked.',
    shop('shows the price and what it buys'),
  ],
  [
    '/shop: A pay button.',
    shop('paying > opens the dialog for the order, checks the payment and goes to /profile'),
    mainPath(`${MAIN_PATH} > pays with a test card`),
  ],
  ["/shop: Shows 'Загрузка...' while loading.", shop('shows «Загрузка...» until the price is there')],
  [
    '/mobileShop: Same as /shop for the mobile app; the trial text says 2 days free.',
    mobileShop('promises 2 days and asks the server for that trial'),
    mobileScreens(`${MOBILE_PATH} > the shop promises 2 days`),
  ],
  [
    '/pay: Campaign landing. Query i is an optional partner prefix.',
    pay('asks for an order with the partner, opens the dialog once, and thanks'),
    campaignOrders('opening > ignores what is no prefix: %p'),
  ],
  [
    '/pay: Opens the payment widget automatically.',
    pay('asks for an order with the partner, opens the dialog once, and thanks'),
    campaignInBrowser(`${CAMPAIGN_PATH} > meets the card dialog at once`),
  ],
  [
    '/pay: 1 RUB one-week trial.',
    pay('says what is charged now, what later and from when'),
    campaignOrders(
      'opening > asks 1 ruble for a week and then the monthly price, under a name with the prefix',
    ),
  ],
  [
    '/pay: On success goes to /thanks.',
    route("[{ kind: 'campaignPaid' }, '/thanks']"),
    campaignInBrowser(CAMPAIGN_PATH),
    pay('asks for an order with the partner, opens the dialog once, and thanks'),
  ],
  [
    "/thanks: Thanks message and button 'Войти в аккаунт' to /login.",
    thanks('thanks, says that the letter is on its way and leads to the sign-in'),
    content('/thanks leads to the sign-in'),
  ],
  [
    '/mobileProfile: Device list plus the hold-to-manage-subscription button, for the mobile app.',
    mobileProfile('has the devices and the way to the subscription, and nothing to download'),
    mobileProfile('leads to /subscription after 2 s'),
    mobileScreens(`${MOBILE_PATH} > the app’s profile has the devices and no downloads`),
  ],
  [
    '/mobileDetach: Device list with detach actions.',
    mobileDetach('detaching answered with %j leads to %s'),
    mobileScreens(`${MOBILE_PATH} > no slot is free: one is freed by holding`),
  ],
  [
    '/mobileDetach: shows remaining slots.',
    mobileDetach('%d devices: «%s», another address offered: %s', "[1, 'Свободно мест: 2 из 3', false]"),
  ],
  [
    "/mobileDetach: when no slot is free, offers 'Купить на другую почту'.",
    mobileDetach('%d devices: «%s», another address offered: %s', "[3, 'Свободно мест: 0 из 3', true]"),
    mobileDetach('«Купить на другую почту» signs out and leads to a purchase with another email'),
    mobileScreens('«Купить на другую почту» leads to a purchase with another email'),
  ],
  [
    '/subscription: Cancel-subscription screen.',
    subscription('when ACTIVE > cancels after 2 s and not after less'),
    mainPath(`${MAIN_PATH} > cancels by holding`),
  ],
  [
    '/desktopGAuth: Desktop Google sign-in, then register, then a call to the native bridge.',
    desktopSignIn('registers, then tells the shell who it is and nothing else'),
    desktopGoogle('signs in, tells the shell and sends the person back to the app'),
    googleInBrowser('signs the desktop app in, and tells its shell'),
  ],

  // The email-link form
  [
    "An email input with placeholder 'Введите email'.",
    login('the email-link form > asks for a letter and goes to /wait'),
  ],
  [
    "A button-like link '→ Войти по email ссылке'.",
    login('the email-link form > asks for a letter and goes to /wait'),
    mainPath(`${MAIN_PATH} > asks for a letter`),
  ],
  [
    "An inline error '* почта введена с ошибкой ' under the input.",
    login('the email-link form > sends nothing for «%s» and says so'),
  ],
  [
    'After a successful request the app goes to /wait.',
    login('the email-link form > asks for a letter and goes to /wait'),
  ],

  // The profile
  [
    'Profile: shows a loading spinner until the initial check is done.',
    profile('waits for the initial check with a skeleton'),
  ],
  [
    "Profile: the logo and a user block with the email (or 'некий неизвестный' when unknown).",
    frame('keeps the brand, the task and the footer apart'),
    profile('the user block > shows the address, the status and what happens next'),
    userBlock('calls whoever has the address %j «некий неизвестный»'),
  ],
  ['Profile: the subscription status text.', profile('the user block > reads %s as «%s»')],
  [
    "Profile: a link 'сменить пользователя' (logs out and goes to /login).",
    profile('the user block > signs out by «сменить пользователя»'),
    mainPath(`${MAIN_PATH} > signs out and leaves nothing behind`),
  ],
  [
    'Profile: the profile picture with a default fallback if the photo fails to load.',
    profile('the user block > shows the photo, and the default one when it does not load'),
    profile('the user block > has the default photo when there is none'),
  ],
  [
    "Profile: 'Скачать приложение' with buttons Android (store page, plus 'или .apk' direct file), iOS (store page, plus 'для macOS') and Windows (installer file).",
    profile('offers all five downloads'),
    frame('offers all five downloads in the profile'),
  ],
  [
    "Profile: if any devices exist: a list headed 'Список устройств N/3' where N is 3 minus the available devices.",
    profile('the devices > %d of them are listed with the count and the hint'),
    profile('the devices > are counted by what the server says is available'),
    profile('the devices > are not there when there are none'),
  ],
  [
    "Profile: the hint 'удерживай, чтобы открепить'.",
    profile('the devices > %d of them are listed with the count and the hint'),
  ],
  [
    'Profile: each entry can be detached by holding.',
    profile('the devices > are detached by holding for 2 s and not for less'),
    mainPath(`${MAIN_PATH} > sees its devices and detaches one by holding it`),
  ],
  [
    "Profile: a button 'Управлять подпиской'; holding it for 2 seconds goes to /subscription.",
    profile('«Управлять подпиской» > leads to /subscription after 2 s'),
    profile('«Управлять подпиской» > does nothing on a click'),
  ],
  [
    "Profile: hint '* удерживай кнопку чтобы выполнить'.",
    profile('«Управлять подпиской» > leads to /subscription after 2 s'),
  ],
  [
    'Profile: if no email is stored, the screen first tries to fill local storage from query parameters email, uid, photoURL, providerId.',
    personInQuery('reads a good query'),
    mobileProfile(
      'in a browser that knows nobody > takes the person from the query, and the query from the address',
    ),
    journey('the query of /profile names a person only for a token to confirm'),
  ],
  [
    'Profile: if the email is still missing it redirects to /login.',
    journey('%s sends strangers to /login and keeps the way back'),
    mobileProfile('in a browser that knows nobody > goes to /login when the query names nobody either'),
  ],

  // The subscription
  [
    'Subscription: when the status is ACTIVE it shows the next charge amount, currency and date.',
    subscription(
      'when ACTIVE > shows amount, currency and date of the next charge, and what cancelling means',
    ),
    subscription('when ACTIVE > names another currency'),
    mainPath(`${MAIN_PATH} > looks at the next charge`),
  ],
  [
    'Subscription: and a hold button to cancel.',
    subscription('when ACTIVE > cancels after 2 s and not after less'),
  ],
  [
    "Subscription: otherwise it shows 'Подписка отменена'.",
    subscription('otherwise > %s says «Подписка отменена» and how long the access lasts'),
    subscription('otherwise > %s without access says so and offers to begin again'),
  ],
  [
    'Subscription: a back-to-profile button is always offered.',
    subscription('offers the way back to the profile when %s'),
  ],
];

const SECTION_4: readonly Row[] = [
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

const SECTION_5: readonly Row[] = [
  [
    'Email: text before and after an @, and a domain with a dot and a top-level part of at least 2 letters.',
    validation('the email rule (spec section 5) > accepts %s'),
    validation('the email rule (spec section 5) > refuses %j', "'a@b.r'"),
  ],
  [
    'Email: or a bracketed IP address.',
    validation('the email rule (spec section 5) > accepts %s', "'user@[192.168.0.1]'"),
    validation('the email rule (spec section 5) > refuses %j', "'a@[1.2.3]'"),
  ],
  [
    'If it does not match, nothing is sent and the inline error shows.',
    login('the email-link form > sends nothing for «%s» and says so'),
  ],
  [
    'A gift key counts as a gift only if it is longer than 10 characters.',
    validation('gift keys (spec section 5) > %j', "['0123456789', false]"),
    validation('gift keys (spec section 5) > %j', "['0123456789a', true]"),
    signIn('asking for a letter > with %s goes to its call and keeps what the answer brings'),
    login('the gift key > is stored from the 11th character on, and says what will happen'),
  ],
  [
    'A stored email shorter than 7 characters (or absent) means the user is not logged in.',
    validation('who counts as signed in (spec section 5) > a stored email of %j'),
    guard("['customer', SHORT, '/login']"),
    guard("['customer', {}, '/login']"),
  ],
  [
    'Partner prefix on /pay (query i): 2 to 12 letters or digits, otherwise ignored.',
    validation('the partner prefix of /pay (spec section 5) > %j gives %j'),
    campaignOrders('opening > ignores what is no prefix: %p'),
  ],
  [
    'It is lowercased, followed by a dash and prepended to the generated account id.',
    validation('the partner prefix of /pay (spec section 5) > %j gives %j', "['AB', 'ab-']"),
    campaignOrders(
      'opening > asks 1 ruble for a week and then the monthly price, under a name with the prefix',
    ),
  ],
  [
    "Device names over 20 characters show as the first 17 plus '...'.",
    testsOf('web/texts/devices.test.ts')('a device name > %s shows as %s'),
    profile('the devices > show the name cut to 17 characters and the id to 10'),
  ],
  [
    'Device id shows the first 10 characters.',
    testsOf('web/texts/devices.test.ts')('the device id %s shows as %s'),
    profile('the devices > show the name cut to 17 characters and the id to 10'),
  ],
  [
    'An epoch date is no date: a customer is shown none.',
    testsOf('web/texts/dates.test.ts')('dd.mm.yy hh:mm > %s is no date', "['1970-01-01T00:00:00.000Z']"),
  ],
  [
    'Date format is dd.mm.yy hh:mm.',
    testsOf('web/texts/dates.test.ts')('dd.mm.yy hh:mm > %s in %s reads %s'),
    mainPath(`${MAIN_PATH} > looks at the next charge`),
  ],
  [
    'Gift duration display converts months into months, years, centuries or millennia, with Russian plurals.',
    testsOf('web/texts/giftDuration.test.ts')('%i months are «%s»'),
    testsOf('web/texts/plurals.test.ts')('%d %s'),
  ],
];

const nativeShell = testsOf('web/platform/nativeShell.test.ts');
const staysItsOwn = '%s made by a customer > is refused when it names somebody else';

const SECTION_6: readonly Row[] = [
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

const customerCall = (call: string) => onTheWire('customer call %s', `'POST ${call}', {`);

const SECTION_7: readonly Row[] = [
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
    testsOf('server/usecases/sessions.test.ts')(
      'registration > by Google opens an account with its picture and a session under our own uid',
    ),
  ],
  [
    'POST register: same body (email flow); same.',
    customerCall('register'),
    signIn('/confirm > restores, registers and stores (active: %s)'),
    testsOf('server/usecases/sessions.test.ts')(
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
    testsOf('web/flows/pay.test.ts')(
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

const IDENTITY_CODES = [
  'account-exists-with-different-credential',
  'credential-already-in-use',
  'email-already-in-use',
  'user-disabled',
  'network-request-failed',
  'multi-factor-auth-required',
  'user-token-expired',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'invalid-api-key',
  'user-mismatch',
  'login-blocked',
];

const SECTION_8: readonly Row[] = [
  [
    "A non-successful HTTP response fails with the message 'HTTP error! status: {code}'.",
    baseQuery('fails with the exact message for %d, once, and logs no person'),
  ],
  [
    "The raw variant adds ', body: {text}'.",
    baseQuery('puts the body of a raw call into the message'),
    baseQuery('reads the raw answer %j as %j'),
  ],
  [
    'Failures are logged to the console and rethrown to the caller.',
    baseQuery('fails with the exact message for %d, once, and logs no person'),
  ],
  [
    "Invalid email in the form: inline '* почта введена с ошибкой '.",
    login('the email-link form > sends nothing for «%s» and says so', "'* почта введена с ошибкой '"),
  ],
  [
    "Email-link request not successful or failed: toast 'К сожалению отправить проверочное письмо не удалось. Перезагрузи страницу и попробуй снова.'",
    signIn('asking for a letter > tells and reports %s'),
    login('the email-link form > stays disabled after %s, with the toast and a way to reload'),
  ],
  [
    'Email-link request: also reported to the error-reporting service.',
    signIn('asking for a letter > tells and reports %s'),
    testsOf('web/platform/errorReporter.test.ts')(
      'sends one envelope with the event and its details and nothing else of the page',
    ),
    testsOf('server/usecases/recordReport.test.ts')('writes a report to the log without what names a person'),
  ],
  [
    "Email restore not successful: toast 'Войти не удалось, попробуйте зарегистрироваться снова.'; go to /login.",
    signIn('/confirm > tells %s'),
    journey('%s tells so and goes to /login'),
    testsOf('e2e/faults.test.ts')('a garbage token on /confirm shows the toast and goes to /login'),
  ],
  [
    "Restore call failure: toast 'Ошибка при входе, попробуйте зарегистрироваться снова.'",
    signIn('/confirm > tells %s'),
    journey('/confirm tells a lost network apart'),
  ],
  [
    'Register failure: logged; user sent to /.',
    signIn('/confirm > goes home after %s of register'),
    baseQuery('fails with the exact message for %d, once, and logs no person'),
    route("[{ kind: 'registerFailed' }, '/']"),
  ],
  [
    'Gift API failure: logged; user sent to /.',
    signIn('gifts > after %s the stored key is %s'),
    route("[{ kind: 'giftFailed' }, '/']"),
  ],
  [
    'Detach API failure: logged; user sent to /.',
    account('detaching > tells %s'),
    route("[{ kind: 'detachFailed' }, '/']"),
  ],
  [
    "Profile fetch with success false: only a warning 'Profile fetch failed' is logged.",
    account('a profile fetch > that says no is only a warning'),
  ],
  [
    'Profile fetch error: logged to the console and to the remote logging service.',
    account('a profile fetch > that fails is logged and reported'),
  ],
  [
    'Google sign-in error: logged only.',
    google('%s is logged as an error and nobody is signed out'),
    google('%s is no error'),
    googleInBrowser('only logs that an account is disabled'),
  ],
  [
    'Gift check failure: go to /.',
    gift('sends %s home and says why'),
    route("[{ kind: 'giftCheckFailed' }, '/']"),
  ],
  [
    'Cancel failure: go to /profile; call error go to /.',
    account('cancelling > tells %s'),
    subscription('when ACTIVE > %s leads on'),
  ],
  ...IDENTITY_CODES.map((code): Row => [
    `Identity library code that is mapped: ${code}.`,
    googleReason(`'${code}'`),
  ]),
  [
    'A disabled user or an expired token signs the user out.',
    google('%s signs out'),
    desktopSignIn('%s > signs out whoever is signed in, on %s'),
  ],
];

const SECTION_9: readonly Row[] = [
  [
    'Monthly price: 449 RUB.',
    constants("['MONTHLY_PRICE_RUB', 449]"),
    shop('shows the price and what it buys'),
  ],
  [
    'Web trial: 1 week free; recurrence starts after 7 days.',
    constants("['WEB_TRIAL_DAYS', 7]"),
    cardPeerLife('a new customer is offered the free week with 1 RUB now and 449 RUB from the eighth day on'),
  ],
  [
    'Mobile trial text: 2 days free.',
    constants("['MOBILE_TRIAL_DAYS', 2]"),
    mobileShop('promises 2 days and asks the server for that trial'),
  ],
  [
    'Campaign trial on /pay: 1 RUB for one week, then 449 RUB monthly.',
    constants("['CAMPAIGN_TRIAL_PRICE_RUB', 1]"),
    constants("['CAMPAIGN_TRIAL_DAYS', 7]"),
    pay('says what is charged now, what later and from when'),
    campaignOrders(
      'opening > asks 1 ruble for a week and then the monthly price, under a name with the prefix',
    ),
    cardWidget('an order becomes the parameters of start, with the schedule and receipts without VAT'),
  ],
  [
    'Devices per user: 3 (counter shows used/3).',
    constants("['MAX_DEVICES', 3]"),
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

export const CUSTOMER_COVERAGE: readonly SpecStatement[] = [
  ...statementsOf(2, SECTION_2),
  ...statementsOf(4, SECTION_4),
  ...statementsOf(5, SECTION_5),
  ...statementsOf(6, SECTION_6),
  ...statementsOf(7, SECTION_7),
  ...statementsOf(8, SECTION_8),
  ...statementsOf(9, SECTION_9),
];
