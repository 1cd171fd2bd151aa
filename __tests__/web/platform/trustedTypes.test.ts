/** Tests the Trusted Types policies for texts that SDKs turn into scripts or markup. */
import { DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
import {
  admitForeignScripts,
  isForeignScript,
  type TrustedTypesFactory,
} from '../../../src/web/platform/trustedTypes';

const WIDGET = 'https://widget.cloudpayments.ru/bundles/cloudpayments.js';
const REAL = {
  ...DEFAULT_CLIENT_CONFIGURATION,
  google: { enabled: true, apiKey: 'k', authDomain: 'shop.firebaseapp.com', projectId: 'shop' },
  cardWidget: { ...DEFAULT_CLIENT_CONFIGURATION.cardWidget, scriptUrl: WIDGET },
};
const SANDBOX = {
  ...REAL,
  google: { ...REAL.google, gapiUrl: '/sandbox/gapi.js' },
  cardWidget: { ...REAL.cardWidget, scriptUrl: '/sandbox/widget.js' },
};

it.each([
  [WIDGET, true],
  [`${WIDGET}?other`, false],
  ['https://apis.google.com/js/api.js?onload=__iframefcb123456', true],
  ['https://apis.google.com/_/scs/abc-static/_/js/k=gapi.lb.ru.js', true],
  ['https://apis.google.com/js/other.js', false],
  ['https://apis.google.com.evil.example/js/api.js', false],
  ['http://apis.google.com/js/api.js', false],
  ['//evil.example/x.js', false],
  ['/assets/app.js', false],
  ['data:text/javascript,alert(1)', false],
])('lets a script of %s in: %s', (address, isLetIn) => {
  expect(isForeignScript(address, REAL)).toBe(isLetIn);
});

it('in the sandbox, accepts only the scripts of the fake services, not those of the real services', () => {
  expect(isForeignScript('/sandbox/gapi.js', SANDBOX)).toBe(true);
  expect(isForeignScript('/sandbox/widget.js', SANDBOX)).toBe(true);
  expect(isForeignScript('https://apis.google.com/js/api.js', SANDBOX)).toBe(false);
  expect(isForeignScript(WIDGET, SANDBOX)).toBe(false);
});

it('accepts further scripts of the YooKassa widget only if this widget is configured', () => {
  const cardWidget = {
    scriptUrl: 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js',
    publicTerminalId: '',
    dialect: 'token',
  } as const;
  const further = 'https://static.yoomoney.ru/checkout-js/main.js';
  expect(isForeignScript(cardWidget.scriptUrl, { ...REAL, cardWidget })).toBe(true);
  expect(isForeignScript(further, { ...REAL, cardWidget })).toBe(true);
  expect(isForeignScript('https://static.yoomoney.ru.evil.example/x.js', { ...REAL, cardWidget })).toBe(
    false,
  );
  expect(isForeignScript(further, REAL)).toBe(false);
});

it('accepts nothing from Google if Google sign-in is switched off', () => {
  const without = { ...REAL, google: { ...REAL.google, enabled: false } };
  expect(isForeignScript('https://apis.google.com/js/api.js', without)).toBe(false);
});

it('accepts markup from the card widget only, and only markup that cannot run scripts', () => {
  let rules: Parameters<TrustedTypesFactory['createPolicy']>[1] | null = null;
  const trustedTypes: TrustedTypesFactory = {
    createPolicy: (_name, given) => {
      rules = given;
      return { createScriptURL: (text) => text };
    },
  };
  const scripts: { getAttribute: () => string }[] = [];
  admitForeignScripts({ trustedTypes, document: { scripts } }, REAL);
  const asked = (markup: string) => rules?.createHTML?.(markup);
  expect(asked('<p>hello</p>')).toBeNull();
  scripts.push({ getAttribute: () => WIDGET });
  expect(asked('<p>hello</p>')).toBe('<p>hello</p>');
  for (const markup of [
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<script>1</script>',
    '<a href="javascript:1">x</a>',
    '<iframe srcdoc="x"></iframe>',
  ]) {
    expect([markup, asked(markup)]).toEqual([markup, null]);
  }
});
