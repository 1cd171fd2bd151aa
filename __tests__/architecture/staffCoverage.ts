/** What staff meet of the specification's sections 2 and 4 to 9, with the tests that show it. */
import {
  baseQuery,
  constants,
  coverageOf,
  guard,
  onTheWire,
  permissions,
  route,
  routesOf,
  serverDevices,
  testsOf,
  toasts,
  type Row,
  type SpecStatement,
} from './specStatements';

const signIn = testsOf('web/screens/staff/signIn/StaffSignIn.test.tsx');
const home = testsOf('web/screens/staff/home/StaffHome.test.tsx');
const user = testsOf('web/screens/staff/user/StaffUser.test.tsx');
const device = testsOf('web/screens/staff/device/StaffDevice.test.tsx');
const logs = testsOf('web/screens/staff/logs/StaffLogs.test.tsx');
const giftLink = testsOf('web/screens/staff/home/GiftLinkForm.test.tsx');
const refundDialog = testsOf('web/screens/staff/user/RefundDialog.test.tsx');
const signInFlow = testsOf('web/flows/staff/staffSignIn.test.ts');
const session = testsOf('web/flows/staff/staffSession.test.ts');
const tabs = testsOf('journeys/staffTabs.test.tsx');
const statuses = testsOf('shared/subscriptionStatus.test.ts');
const deviceTexts = testsOf('web/texts/devices.test.ts');
const dates = testsOf('web/texts/dates.test.ts');
const pictures = testsOf('web/platform/filesAndPictures.test.ts');

const work = testsOf('server/usecases/console/staffWork.test.ts');
const sessions = testsOf('server/usecases/staff/staffSessions.test.ts');

const searchInBrowser = testsOf('e2e/staffSearch.test.ts');
const userInBrowser = testsOf('e2e/staffUser.test.ts');
const USER_PATH =
  'an agent reads what happened, detaches a device and sends a letter that works in another browser';
const deviceInBrowser = testsOf('e2e/staffDevice.test.ts');
const refundInBrowser = testsOf('e2e/staffRefund.test.ts');
const REFUND_PATH = 'a part of a payment goes back once in spite of a double click, and the access ends';
const giftsInBrowser = testsOf('e2e/staffGifts.test.ts');
const GIFT_PATH =
  'a gift link with its QR code is made, opened and activated by a customer, and the list says by whom';

const SEARCH_QUERY = 'asks once for what was typed in one go, with the page, size and sort of the spec';
const SEARCH_CUTS =
  'cuts the email to 24 characters, the uid to 18, a device to 14, and abbreviates the status';
const EPOCH_ROW = "['1970-01-01T00:00:00.000Z']";

const SECTION_2: readonly Row[] = [
  [
    "/capitulum: Staff sign-in: username, password, 'Sign in' button.",
    signIn('signs in by the button and goes to /adept'),
    signIn('lets a password manager find its fields'),
  ],
  ['/capitulum: Enter submits.', signIn('submits on Enter')],
  [
    '/refresh: Refreshes the staff token, then goes to /adept.',
    route("[{ kind: 'staffRefreshed' }, '/adept']"),
    session('/refresh > brings new tokens'),
    tabs('on /refresh take over what the other tab has renewed'),
  ],
  [
    '/refresh: on failure goes to /capitulum.',
    route("[{ kind: 'staffRefreshFailed', reason: 'ended' }, '/capitulum']"),
    user('goes to /refresh when detaching is lost, and to /capitulum when that fails'),
  ],
  [
    '/adept: Create a gift link (months input).',
    giftLink('shows the public gift page with the key, copies it and draws its QR code'),
    giftsInBrowser(`${GIFT_PATH} > make it on /adept`),
  ],
  [
    '/adept: search users.',
    home(SEARCH_QUERY),
    searchInBrowser('finds by a part of the email, opens a row and comes back to the list'),
  ],
  ['/adept: link to the partner console.', searchInBrowser('/exorcio leads back to /adept')],
  [
    '/exorcio: Placeholder partner console with a way back to /adept.',
    searchInBrowser('/exorcio leads back to /adept'),
  ],
  [
    '/crucify: Staff user detail.',
    user('shows each field of the record'),
    user('leads to the connection log'),
    userInBrowser(`${USER_PATH} > reads the record and the timeline`),
  ],
  [
    '/torride: Staff device detail.',
    device('cuts a name over 20 characters to 17 and an id to 10'),
    deviceInBrowser('staff push all four kinds and see what the push service answered'),
  ],
  [
    '/severance: Staff connection logs (first 5).',
    logs('says «Loading logs...» and then shows the first five and no more'),
    deviceInBrowser('staff read the connection log'),
  ],
  [
    'Staff routes are for staff.',
    routesOf("'/adept', '/exorcio', '/crucify', '/torride', '/severance',"),
    guard("['staff', CUSTOMER, '/capitulum']"),
  ],
];

const SECTION_4: readonly Row[] = [
  [
    'Staff sign-in stores the tokens.',
    signInFlow('signs staff in and the customer out'),
    signIn('signs in by the button and goes to /adept'),
  ],
  [
    'Staff sign-in goes to /adept.',
    route("[{ kind: 'staffSignedIn' }, '/adept']"),
    signIn('signs in by the button and goes to /adept'),
  ],
  // Two kinds of failure stay where they are, for a new token changes nothing about them: a refusal
  // that answers this very request, told in words, and a refund whose answer was lost, whose dialog
  // holds the key that keeps it from being made twice.
  [
    'Any staff call failure goes to /refresh: search.',
    route("[{ kind: 'staffCallFailed' }, '/refresh']"),
    home(
      'goes to /refresh when the server fails, and to /capitulum with the tokens kept when that fails too',
    ),
    searchInBrowser(
      'the place is kept when the session has to be renewed, and tokens when the server is away',
    ),
  ],
  [
    'Any staff call failure goes to /refresh: a user.',
    user('goes to /refresh when the record cannot be read, and comes back with new tokens'),
  ],
  [
    'Any staff call failure goes to /refresh: logs.',
    logs('goes to /refresh when the call fails, and comes back with new tokens'),
  ],
  [
    'Any staff call failure goes to /refresh: a gift link.',
    giftLink('goes to /refresh when the network is lost'),
  ],
  [
    'Any staff call failure goes to /refresh: detaching.',
    user('goes to /refresh when detaching is lost, and to /capitulum when that fails'),
  ],
  [
    'Any staff call failure goes to /refresh: a push.',
    device('goes to /refresh when a push is lost, and says «Ошибка: » with what is known'),
  ],
  [
    'A staff call that is refused for what it asks tells so and stays.',
    home('shows a refusal in words and stays'),
    giftLink('shows why the server refuses, and stays'),
    refundDialog('shows a refusal in the server’s words and stays'),
    refundDialog('sends the same key again when the answer was lost'),
  ],
  [
    'A failed refresh goes to /capitulum.',
    route("[{ kind: 'staffRefreshFailed', reason: 'ended' }, '/capitulum']"),
    session('/refresh > ends the session that the server has ended'),
    session('/refresh > fails without a refresh token'),
    home('ends at /capitulum instead of a loop when refreshing does not help'),
  ],
  [
    "Refund is available only when the user's status is ACTIVE.",
    user('with the status %s shows %s, and a refund: %s', "['CANCELED', 'CAN', false]"),
    user('with the status %s shows %s, and a refund: %s', "['ACTIVE', 'ACT', true]"),
    work(
      'refunds > are refused with 409 unless the subscription is ACTIVE, and the try is audited as refused',
    ),
  ],
];

const SECTION_5: readonly Row[] = [
  ['Gift months in the staff console: digits only.', giftLink('takes digits only, and empty becomes 0')],
  [
    'Gift months in the staff console: empty becomes 0.',
    giftLink('takes digits only, and empty becomes 0'),
    giftsInBrowser(`${GIFT_PATH} > make it on /adept`),
  ],
  [
    "Staff sign-in error text 'error via sing in, check your data' is shown when the error message is longer than 1 character.",
    signIn('says the spec’s words when the sign-in fails, and takes them back with the next try'),
    signInFlow('tells why it failed: %s'),
  ],
  [
    "Staff: device names over 20 characters show as the first 17 plus '...'.",
    deviceTexts('a device name > %s shows as %s'),
    device('cuts a name over 20 characters to 17 and an id to 10'),
    logs('says «Loading logs...» and then shows the first five and no more'),
  ],
  [
    'Staff: device id shows the first 10 characters.',
    deviceTexts('the device id %s shows as %s'),
    device('cuts a name over 20 characters to 17 and an id to 10'),
  ],
  [
    'In the staff search list, the email is cut to 24 characters plus an ellipsis.',
    home(SEARCH_CUTS, "'vasil-and-twenty-more-le...'"),
  ],
  ['In the staff search list, the uid is cut to 18.', home(SEARCH_CUTS, "'uid-of-customer-nu'")],
  [
    'In the staff search list, the device name is cut to 14.',
    home(SEARCH_CUTS, "'A phone with a'"),
    searchInBrowser('finds by a part of the email, opens a row and comes back to the list'),
  ],
  [
    "Epoch date displays as 'never'.",
    dates('dd.mm.yy hh:mm > %s is no date', EPOCH_ROW),
    user('shows each field of the record', "['endDate', 'never']"),
    device('says %s of a device with %j', "['never', { firstActivation: '1970-01-01T00:00:00.000Z' }]"),
    logs('says «Loading logs...» and then shows the first five and no more', "'Phone 6', 'never'"),
  ],
  [
    'Staff: date format is dd.mm.yy hh:mm.',
    dates('dd.mm.yy hh:mm > %s in %s reads %s'),
    logs('says «Loading logs...» and then shows the first five and no more'),
  ],
  [
    'The gift duration is displayed to staff as well.',
    giftLink('takes digits only, and empty becomes 0'),
    testsOf('web/texts/giftDuration.test.ts')('%i months are «%s»'),
  ],
];

const SECTION_6: readonly Row[] = [
  [
    'Staff: by username and password.',
    sessions('signing in > gives an access and a refresh token'),
    sessions('signing in > is refused alike for a wrong password, an unknown name and a disabled account'),
  ],
  [
    'Staff: with access and refresh tokens.',
    guard("['staff', STAFF, 'allowed']"),
    guard("['staff', { accessToken: 'a' }, '/capitulum']"),
    sessions('the access token > is good for 15 minutes'),
    sessions('refreshing > rotates: the successor works, and so does its successor'),
    permissions('%s > turns away tokens of another purpose'),
  ],
  [
    'Staff: search users.',
    work('search > finds a part of the email anywhere and in any case'),
    permissions('%s > lets exactly its audience through'),
  ],
  [
    'Staff: view a user.',
    work('a user record > shows the account, the subscription and the devices'),
    permissions('%s > lets exactly its audience through'),
  ],
  [
    'Staff: refund (only when status ACTIVE).',
    work('refunds > give the last payment back once, however many staff press the button, and are audited'),
    work(
      'refunds > are refused with 409 unless the subscription is ACTIVE, and the try is audited as refused',
    ),
    refundInBrowser(REFUND_PATH),
  ],
  [
    'Staff: detach a device.',
    serverDevices(
      'detaching by staff > names the account by its uid and email and is written to the audit log',
    ),
    permissions('staff may name any account'),
  ],
  [
    'Staff: send device push actions.',
    work('pushes > reach the device in each of the four kinds'),
    permissions('%s > lets exactly its audience through'),
  ],
  [
    'Staff: view logs (at most 5).',
    work('the connection log > shows the newest five, newest first, as the device was then'),
  ],
  [
    'Staff: create gift links.',
    work('gifts > are made with a key of 130 bits, shown once'),
    giftsInBrowser(`${GIFT_PATH} > a customer activates it by a letter`),
  ],
];

const staffCall = (call: string) => onTheWire('staff call %s', `'POST ${call}', {`);
const push = (type: string) => onTheWire('staff call %s', `'POST firebase/data, ${type}',`);

const SECTION_7: readonly Row[] = [
  [
    'POST auth/login: username, password; accessToken, refreshToken.',
    staffCall('auth/login'),
    sessions('signing in > gives an access and a refresh token'),
  ],
  [
    'POST auth/refreshToken: refreshToken.',
    staffCall('auth/refreshToken'),
    session('/refresh > brings new tokens'),
    sessions('refreshing > rotates: the successor works, and so does its successor'),
  ],
  [
    'POST panel/users/search: query: emailPart, page (0), size (5), sortBy (id), sortDirection (DESC).',
    staffCall('panel/users/search'),
    home(SEARCH_QUERY),
    work('search > pages newest first, five at a time, and says which page is the last'),
  ],
  [
    'POST panel/users/search: content (list).',
    staffCall('panel/users/search'),
    work('search > finds a part of the email anywhere and in any case'),
  ],
  [
    'POST panel/users/getUserById: query: id; user record.',
    staffCall('panel/users/getUserById'),
    user('shows each field of the record'),
    work('a user record > shows the account, the subscription and the devices'),
  ],
  [
    'The user record has three device slots, and the status in three letters.',
    user('shows three slots, and «NOT ACTIVE DEVICE» in those that hold none or one that is not active'),
    statuses('abbreviates every status to three letters of its own'),
  ],
  [
    'POST panel/createGift: months; activationKey.',
    staffCall('panel/createGift'),
    giftLink('refuses %s months in words and asks the server for nothing'),
    work('gifts > are made with a key of 130 bits, shown once'),
  ],
  [
    'POST panel/refund: email, uid.',
    staffCall('panel/refund'),
    refundDialog('says what will happen and sends one refund for a double click'),
    work('refunds > give the last payment back once, however many staff press the button, and are audited'),
  ],
  [
    'POST panel/logs: query: userId; list of log entries.',
    staffCall('panel/logs'),
    logs('says «Loading logs...» and then shows the first five and no more'),
    work('the connection log > shows the newest five, newest first, as the device was then'),
  ],
  [
    'POST profile/detachDevice by staff: uid, email, deviceId; success.',
    staffCall('profile/detachDevice'),
    user('detaching tells when the server %s'),
    device('detaching tells when the server %s'),
    serverDevices('detaching by staff > answers success false when uid and email are not of one account'),
  ],
  [
    'POST firebase/data: query: token (device push token).',
    device('sends each of the four pushes to the token of the device'),
    work('pushes > are refused for a token that no attached device holds'),
  ],
  ['POST firebase/data: LOGIN with email.', push('LOGIN')],
  ['POST firebase/data: LOGOUT.', push('LOGOUT')],
  ['POST firebase/data: TURN_OFF.', push('TURN_OFF')],
  [
    'POST firebase/data: LINK_MSG with link, title, description.',
    push('LINK_MSG'),
    work('pushes > do not carry the link %p'),
  ],
  [
    'The shape of the response of firebase/data is not shown, so whatever comes is read.',
    baseQuery('reads the raw answer %j as %j'),
    baseQuery('puts the body of a raw call into the message'),
  ],
];

const SECTION_8: readonly Row[] = [
  [
    "Toast: 'Refund Successfully'.",
    refundDialog('says what will happen and sends one refund for a double click', "['Refund Successfully']"),
    refundInBrowser(`${REFUND_PATH} > a double click makes one refund`),
  ],
  [
    "Toast: 'Detached Successfully'.",
    user('detaching tells when the server %s', "'Detached Successfully'"),
    device('detaching tells when the server %s', "'Detached Successfully'"),
    userInBrowser(`${USER_PATH} > detaches the device`),
  ],
  [
    "Toast: 'data detached failed'.",
    user('detaching tells when the server %s', "'data detached failed'"),
    device('detaching tells when the server %s', "'data detached failed'"),
  ],
  [
    "Toast: 'Ошибка: ' plus the message on push failure.",
    device('says «Ошибка: » and the message when a push fails'),
    toasts('shows each type and tells it to a screen reader'),
    deviceInBrowser('a token that the push service calls unregistered is cleared, and a failure is told'),
  ],
  [
    "Toast: 'Link copied to clipboard'.",
    giftLink('shows the public gift page with the key, copies it and draws its QR code'),
    giftsInBrowser(`${GIFT_PATH} > make it on /adept`),
  ],
  [
    "Toast: 'QR code copied to clipboard'.",
    giftLink('copies and downloads the QR code as a picture'),
    giftsInBrowser(`${GIFT_PATH} > its QR code is copied and downloaded as a picture`),
  ],
  [
    "Toast: 'Failed to copy QR code' (the browser may not support image copy).",
    giftLink('says so when the browser cannot copy pictures'),
    pictures('a copied picture > is told to have failed by a browser that %s'),
  ],
  ["Toast: 'Mail copied to clipboard'.", user('copies the email and says so')],
  [
    "Lists show: 'nothing was found...'.",
    home('says when nothing was found'),
    logs('says «nothing was found...» of an empty log'),
  ],
  ["Lists show: 'input your search...'.", home(SEARCH_QUERY, "'input your search...'")],
  [
    "Lists show: 'Loading logs...'.",
    logs('says «Loading logs...» and then shows the first five and no more'),
  ],
  [
    "Device state: 'NO FCM TOKEN'.",
    device('says %s of a device with %j', "['NO FCM TOKEN', { firebaseToken: null }]"),
    device('offers no push without a token'),
  ],
  [
    "Device state: 'NOT ACTIVE DEVICE'.",
    device('says %s of a device with %j', "['NOT ACTIVE DEVICE', { isActive: false }]"),
    user('shows three slots, and «NOT ACTIVE DEVICE» in those that hold none or one that is not active'),
  ],
  [
    "Sign-in failure: 'error via sing in, check your data'.",
    signIn('says the spec’s words when the sign-in fails, and takes them back with the next try'),
  ],
];

const SECTION_9: readonly Row[] = [
  [
    'Staff search page size: 5.',
    constants("['STAFF_SEARCH_PAGE_SIZE', 5]"),
    home(SEARCH_QUERY),
    work('search > pages newest first, five at a time, and says which page is the last'),
  ],
  [
    'Staff logs shown: at most 5.',
    constants("['STAFF_LOGS_SHOWN', 5]"),
    logs('says «Loading logs...» and then shows the first five and no more'),
    work('the connection log > shows the newest five, newest first, as the device was then'),
  ],
  [
    'Gift QR code: 512 px, margin 2.',
    constants("['GIFT_QR_SIZE_PX', 512]"),
    constants("['GIFT_QR_MARGIN', 2]"),
    giftsInBrowser(`${GIFT_PATH} > its QR code is 512 px with a margin of 2 and holds the link`),
  ],
  [
    'The staff’s gift link is the public gift page with the key.',
    giftLink('shows the public gift page with the key, copies it and draws its QR code'),
    giftsInBrowser(`${GIFT_PATH} > a customer activates it by a letter`),
  ],
  [
    'Staff storage names: accessToken, refreshToken.',
    signIn('signs in by the button and goes to /adept'),
    testsOf('web/identity/persistence.test.ts')('has one key for each field of the spec'),
  ],
];

export const STAFF_COVERAGE: readonly SpecStatement[] = coverageOf({
  2: SECTION_2,
  4: SECTION_4,
  5: SECTION_5,
  6: SECTION_6,
  7: SECTION_7,
  8: SECTION_8,
  9: SECTION_9,
});
