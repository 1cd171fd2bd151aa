/** Failures that customers meet (spec section 8), with the tests that show it. */
import { baseQuery, route, testsOf, type Row } from '../specStatements';
import {
  account,
  desktopSignIn,
  gift,
  google,
  googleInBrowser,
  journey,
  login,
  signIn,
  subscription,
} from './tests';

const googleReason = (row: string) => testsOf('web/platform/googleReasons.test.ts')('%s is %s', row);

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

export const CUSTOMER_ERRORS: readonly Row[] = [
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
    testsOf('server/usecases/customer/recordReport.test.ts')(
      'writes a report to the log without what names a person',
    ),
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
