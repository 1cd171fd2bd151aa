/** Rules for what customers type and are shown (spec section 5), with the tests that show it. */
import { guard, testsOf, type Row } from '../specStatements';
import { campaignOrders, login, MAIN_PATH, mainPath, profile, signIn } from './tests';

const validation = testsOf('shared/validation.test.ts');

export const CUSTOMER_VALIDATION: readonly Row[] = [
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
    testsOf('shared/plurals.test.ts')('%d %s'),
  ],
];
