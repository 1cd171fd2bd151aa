/** Screens and routes that customers meet (spec section 2), with the tests that show it. */
import { route, routesOf, testsOf, toasts, type Row } from '../specStatements';
import {
  CAMPAIGN_PATH,
  campaignInBrowser,
  campaignOrders,
  content,
  desktopSignIn,
  gift,
  giftsInBrowser,
  googleInBrowser,
  info,
  journey,
  landing,
  login,
  MAIN_PATH,
  mainPath,
  mobileDetach,
  mobileProfile,
  mobileShop,
  offer,
  pay,
  profile,
  shop,
  signIn,
  signInForm,
  subscription,
  support,
} from './tests';

const frame = testsOf('web/components/frame/Frame.test.tsx');
const userBlock = testsOf('web/screens/profile/UserBlock.test.tsx');
const wait = testsOf('web/screens/wait/Wait.test.tsx');
const openLetter = testsOf('web/screens/openLetter/OpenLetter.test.tsx');
const thanks = testsOf('web/screens/thanks/Thanks.test.tsx');
const desktopGoogle = testsOf('web/screens/desktopGoogle/DesktopGoogle.test.tsx');
const personInQuery = testsOf('web/identity/personInQuery.test.ts');
const navigation = testsOf('journeys/navigation.test.tsx');
const mobileScreens = testsOf('e2e/mobileScreens.test.ts');
const MOBILE_PATH = 'a stranger buys in the mobile shop and manages devices in the app';
const GIFT_PATH = 'a stranger takes a gift by a letter, and the key is good once';

export const CUSTOMER_SCREENS: readonly Row[] = [
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
