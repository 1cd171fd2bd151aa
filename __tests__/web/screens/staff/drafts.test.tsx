/** Tests that every console form restores its draft after the session ended while it was being filled in. */
import { act, screen, waitFor } from '@testing-library/react';
import { ERASE_REASONS } from '../../../../src/shared/contract/staffEraseCustomer';
import { DRAFT_FORMS, type DraftForm } from '../../../../src/web/components/staff/staffDrafts';
import type { KeyValueStorage } from '../../../../src/web/platform/platform';
import { readTabValue } from '../../../../src/web/tabStorage/tabStorage';
import { STAFF_ACCOUNT_TEXTS } from '../../../../src/web/texts/staff/account';
import { GRANT_TEXTS, MOVE_TEXTS } from '../../../../src/web/texts/staff/accountRecovery';
import { STAFF_DEVICE_TEXTS } from '../../../../src/web/texts/staff/device';
import { DIALOG_TEXTS } from '../../../../src/web/texts/staff/dialog';
import { ERASE_CUSTOMER_TEXTS } from '../../../../src/web/texts/staff/eraseCustomer';
import { GIFT_LINK_TEXTS, GIFTS_TEXTS } from '../../../../src/web/texts/staff/gifts';
import { NOTES_TEXTS } from '../../../../src/web/texts/staff/notes';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../../src/web/texts/staff/paymentIssues';
import { PUSH_MANY_TEXTS } from '../../../../src/web/texts/staff/pushes';
import { REFUND_TEXTS } from '../../../../src/web/texts/staff/refund';
import { FILTER_TEXTS, TAGS_TEXTS } from '../../../../src/web/texts/staff/tags';
import { STAFF_TEAM_TEXTS } from '../../../../src/web/texts/staff/team';
import { STAFF_USER_TEXTS } from '../../../../src/web/texts/staff/user';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../support/scriptedApi';

type User = ReturnType<typeof renderApp>['user'];

const CUSTOMER = {
  ...{ id: 7, email: 'vasilisa@example.com', uid: 'u-7', tags: ['vip'] },
  devices: [
    {
      ...{ id: 4, deviceName: 'Phone', deviceId: '0123456789abcdef', isActive: true },
      ...{ platform: 'android', firstActivation: '2026-11-21T09:00:00.000Z', firebaseToken: 'a-token' },
    },
  ],
};
const withStatus = (status: string) => ({
  ...CUSTOMER,
  subscription: { status, totalCost: 449, endDate: '2026-12-21T09:00:00.000Z' },
});
const PAYMENT = {
  ...{ transactionId: '101', at: '2026-11-20T09:00:00.000Z', amount: 449, currency: 'RUB' },
  ...{ role: 'recurrent', orderKind: 'renewal', state: 'paid', cardMask: '4242' },
  refundable: { amount: 449, accessUntil: null },
  unused: { amount: 210.5, accessUntil: null },
};
const SOON = '2030-12-20T09:00:00.000Z';
const QUESTION = {
  ...{ id: 5, at: '2026-11-20T09:00:00.000Z', question: 'refundRejected', amount: 449, currency: 'RUB' },
  ...{ transactionId: '101', reason: 'declined', actions: ['retry', 'explained'] },
};

interface Form {
  draft: DraftForm;
  name: string;
  path: string;
  status?: string;
  /** Beginning of the label of the button that opens the form. Omitted if the form is always visible. */
  open?: string;
  /** Beginnings of the labels of radio buttons and checkboxes that the test clicks. */
  pressed?: string[];
  /** Values that the test selects in select fields, by the label of the field. */
  chosen?: Record<string, string>;
  /** Texts that the test types, by the label of the field. */
  typed: Record<string, string>;
  /** Label of the form's submit button. Set if no other element of the screen sends requests. */
  submit?: string;
}

const FORMS: Form[] = [
  {
    draft: 'note',
    name: 'a note',
    path: '/crucify?id=7',
    open: NOTES_TEXTS.add,
    pressed: [NOTES_TEXTS.isPinned],
    typed: { [NOTES_TEXTS.field]: 'calls from abroad' },
  },
  {
    draft: 'tag',
    name: 'a tag',
    path: '/crucify?id=7',
    open: TAGS_TEXTS.add,
    typed: { [TAGS_TEXTS.field]: 'slow network' },
  },
  {
    draft: 'refund',
    name: 'a refund',
    path: '/crucify?id=7',
    open: STAFF_USER_TEXTS.refund,
    pressed: [REFUND_TEXTS.part, REFUND_TEXTS.keepAccess(''), REFUND_TEXTS.stopRenewal],
    chosen: { [REFUND_TEXTS.reason]: 'duplicate' },
    typed: { [REFUND_TEXTS.amount]: '150,50', [DIALOG_TEXTS.comment]: 'rain' },
  },
  {
    draft: 'unusedDays',
    name: 'a refund of unused days',
    path: '/crucify?id=7',
    status: 'CANCELED',
    open: REFUND_TEXTS.unused.title,
    chosen: { [REFUND_TEXTS.reason]: 'doesNotWork' },
    typed: { [DIALOG_TEXTS.comment]: 'snow' },
  },
  {
    draft: 'grantDays',
    name: 'days',
    path: '/crucify?id=7',
    open: GRANT_TEXTS.open,
    chosen: { [GRANT_TEXTS.reason]: 'ourMistake' },
    typed: { [GRANT_TEXTS.days]: '5', [DIALOG_TEXTS.comment]: 'a night' },
  },
  {
    draft: 'move',
    name: 'a move',
    path: '/crucify?id=7',
    open: MOVE_TEXTS.open,
    typed: {
      [MOVE_TEXTS.from]: 'vasilisa@example.com',
      [MOVE_TEXTS.to]: 'v@example.org',
      [MOVE_TEXTS.again]: 'v@example.or',
      [MOVE_TEXTS.proof]: '4242',
      [DIALOG_TEXTS.comment]: 'she called',
    },
  },
  {
    draft: 'erase',
    name: 'a deletion of an account',
    path: '/crucify?id=7',
    open: ERASE_CUSTOMER_TEXTS.action,
    chosen: { [ERASE_CUSTOMER_TEXTS.reason]: ERASE_REASONS[1] },
    typed: { [ERASE_CUSTOMER_TEXTS.email]: 'vasilisa@example.com' },
  },
  {
    draft: 'stopRenewal',
    name: 'the end of a renewal',
    path: '/crucify?id=7',
    open: STAFF_USER_TEXTS.stopRenewal,
    typed: { [DIALOG_TEXTS.comment]: 'she called' },
  },
  {
    draft: 'linkPush',
    name: 'a push with a link',
    path: '/torride?user=7&device=4',
    typed: {
      [STAFF_DEVICE_TEXTS.linkAddress]: 'https://prosvet.example/news',
      [STAFF_DEVICE_TEXTS.linkTitle]: 'News',
      [STAFF_DEVICE_TEXTS.linkDescription]: 'A new server',
    },
  },
  {
    draft: 'loginPush',
    name: 'a push to sign in',
    path: '/torride?user=7&device=4',
    typed: { [STAFF_DEVICE_TEXTS.loginEmail]: 'new@example.org' },
  },
  {
    draft: 'giftLink',
    name: 'a gift link',
    path: '/adept',
    typed: { [GIFT_LINK_TEXTS.months]: '12' },
    submit: GIFT_LINK_TEXTS.create,
  },
  {
    draft: 'pushMany',
    name: 'a push to many',
    path: '/adept#status=ACTIVE&tag=vip',
    open: FILTER_TEXTS.push(null, false),
    typed: {
      [PUSH_MANY_TEXTS.messageTitle]: 'News',
      [PUSH_MANY_TEXTS.description]: 'Faster',
      [PUSH_MANY_TEXTS.link]: 'https://prosvet.example/news',
    },
  },
  {
    draft: 'giftBatch',
    name: 'a batch of gifts',
    path: '/adept/gifts',
    typed: {
      [GIFTS_TEXTS.batch.name]: 'Spring',
      [GIFT_LINK_TEXTS.months]: '3',
      [GIFTS_TEXTS.batch.size]: '25',
    },
  },
  {
    draft: 'chargeback',
    name: 'a chargeback',
    path: '/adept/paymentIssues',
    open: STAFF_PAYMENT_ISSUES_TEXTS.chargeback.open,
    typed: {
      [STAFF_PAYMENT_ISSUES_TEXTS.chargeback.transactionId]: '101',
      [STAFF_PAYMENT_ISSUES_TEXTS.chargeback.amount]: '449,50',
      [STAFF_PAYMENT_ISSUES_TEXTS.chargeback.note]: 'an email',
    },
  },
  {
    draft: 'decision',
    name: 'a decision about money',
    path: '/adept/paymentIssues',
    open: STAFF_PAYMENT_ISSUES_TEXTS.decide,
    pressed: [STAFF_PAYMENT_ISSUES_TEXTS.formatAction('explained')],
    typed: { [STAFF_PAYMENT_ISSUES_TEXTS.note]: 'settled by phone' },
  },
  {
    draft: 'newColleague',
    name: 'a new colleague',
    path: '/adept/team',
    open: STAFF_TEAM_TEXTS.create,
    chosen: { [STAFF_TEAM_TEXTS.role]: 'senior' },
    typed: { [STAFF_TEAM_TEXTS.username]: 'olga' },
  },
];

/** Forms without fields. The draft of such a form only stores whether the response was lost. */
const WITHOUT_FIELDS: DraftForm[] = ['logoutPush', 'turnOffPush'];
/** The list of VPN apps is no form that is sent with its fields. `Apps.test.tsx` and `StaffNotice.test.tsx` test these drafts. */
const TESTED_ELSEWHERE: DraftForm[] = ['vpnApps', 'notice'];

it('every form that stores a draft is tested here', () => {
  const tested = [...FORMS.map(({ draft }) => draft), ...WITHOUT_FIELDS, ...TESTED_ELSEWHERE];
  expect(tested.sort()).toEqual([...DRAFT_FORMS].sort());
});

function start({ path, status = 'ACTIVE' }: Form) {
  takeConsole();
  const server = scriptedApi();
  let isSignedIn = true;
  const responses: Record<string, object> = {
    'panel/me': { username: 'ann', role: 'admin' },
    'panel/users/getUserById': withStatus(status),
    'panel/users/notes': { notes: [] },
    'panel/users/payments': {
      payments: [PAYMENT],
      accessUntil: SOON,
      nextChargeAt: SOON,
      nextChargeAmount: 449,
    },
    'panel/users/timeline': { entries: [], next: null },
    'panel/users/search': { content: [withStatus(status)], last: true },
    'panel/tags': { tags: [{ tag: 'vip', customers: 1 }] },
    'panel/push/preview': { devices: 2, customers: 1, isTooMany: false },
    'panel/gifts/list': { content: [], last: true, total: 0 },
    'panel/gifts/batches': { content: [], last: true, total: 0 },
    'panel/paymentIssues/list': { content: [QUESTION], next: null },
    'panel/paymentIssues/count': { open: 1 },
    'panel/team/list': { content: [] },
    'panel/account/get': {
      ...{
        username: 'ann',
        role: 'admin',
        hasSecondFactor: false,
        secondFactorRequired: false,
        sessions: [],
      },
    },
    'panel/createGift': { activationKey: 'k' },
  };
  for (const [path, response] of Object.entries(responses))
    server.on(path, () => (isSignedIn ? json(response) : rejection(401)));
  server.on('auth/refreshToken', () => rejection(401));
  server.on('auth/login', () => {
    isSignedIn = true;
    return json({ accessToken: 'a-2', refreshToken: 'r-2' });
  });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
    configuration: { pushLinkHosts: ['prosvet.example'] },
  });
  return {
    ...renderApp(path, { platform }),
    endSession: () => {
      isSignedIn = false;
    },
  };
}

const startsWith = (text: string) => new RegExp(`^${text}`);

const findField = (label: string) => screen.findByLabelText(label, { selector: 'input, textarea, select' });

async function fill(user: User, { open, pressed = [], chosen = {}, typed }: Form) {
  if (open !== undefined)
    await user.click((await screen.findAllByRole('button', { name: startsWith(open) }))[0]!);
  for (const name of pressed) await user.click(await screen.findByLabelText(startsWith(name)));
  for (const [label, value] of Object.entries(chosen))
    await user.selectOptions(await findField(label), value);
  for (const [label, text] of Object.entries(typed)) {
    const field = await findField(label);
    await user.clear(field);
    await user.type(field, text);
    expect(field).toHaveValue(text);
  }
}

/** Returns the contents of the form's fields, in the order of the fields. */
async function readContents({ typed }: Form): Promise<unknown[]> {
  const form = (await findField(Object.keys(typed)[0]!)).closest('form');
  return Array.from(form?.elements ?? [])
    .filter((field) => !(field instanceof HTMLButtonElement))
    .map((field): unknown => ('checked' in field && field.checked ? 'checked' : Reflect.get(field, 'value')));
}

const storedForms = ({ sessionStorage }: { sessionStorage: KeyValueStorage }) =>
  Object.keys(readTabValue(sessionStorage, 'staffDrafts') ?? {}).map((name) => name.split(' ')[0]);

it.each(FORMS)('$name: restores the input after the session ended', async (form) => {
  const { user, address, endSession, platform } = start(form);
  await fill(user, form);
  const contents = await readContents(form);
  expect(storedForms(platform)).toEqual([form.draft]);
  endSession();
  // The next request reveals that the session has ended, so the test need not submit the form itself.
  if (form.submit === undefined) act(() => void window.dispatchEvent(new Event('online')));
  else await user.click(screen.getByRole('button', { name: form.submit }));
  await waitFor(() => expect(address()).toBe('/capitulum'));
  await user.type(await screen.findByLabelText('Username'), 'ann');
  await user.type(screen.getByLabelText('Password'), 'p{Enter}');
  await waitFor(() => expect(address()).toBe(form.path));
  await waitFor(async () => expect(await readContents(form)).toEqual(contents));
});

it('stores no password', async () => {
  const form = FORMS.find(({ path }) => path === '/adept/team')!;
  const { user, platform } = start(form);
  await fill(user, form);
  await user.type(screen.getByLabelText(STAFF_TEAM_TEXTS.password), 'a secret of olga');
  const stored = platform.sessionStorage.get('staffDrafts');
  expect(stored).toContain('olga');
  expect(stored).not.toContain('a secret');
});

it('stores nothing of a password form', async () => {
  const { user, platform } = start({ ...FORMS[0]!, path: '/adept/account' });
  await user.click(await screen.findByRole('button', { name: STAFF_ACCOUNT_TEXTS.changePassword }));
  await user.type(screen.getByLabelText(STAFF_ACCOUNT_TEXTS.currentPassword), 'a secret of ann');
  await user.type(screen.getByLabelText(STAFF_ACCOUNT_TEXTS.newPassword), 'another secret');
  expect(platform.sessionStorage.get('staffDrafts')).toBeNull();
});

it('deletes the draft when its dialog is closed', async () => {
  const form = FORMS.find(({ open }) => open === GRANT_TEXTS.open)!;
  const { user, platform } = start(form);
  await fill(user, form);
  expect(platform.sessionStorage.get('staffDrafts')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: DIALOG_TEXTS.cancel }));
  expect(platform.sessionStorage.get('staffDrafts')).toBeNull();
});

it('restores a note that could not be sent offline, after a reload', async () => {
  const form = FORMS[0]!;
  const { user, platform, unmount } = start(form);
  await fill(user, form);
  platform.setOnline(false);
  await user.click(screen.getByRole('button', { name: NOTES_TEXTS.add }));
  unmount();
  renderApp(form.path, { platform });
  await waitFor(() => expect(screen.getByLabelText(NOTES_TEXTS.field)).toHaveValue('calls from abroad'));
  expect(screen.getByLabelText(NOTES_TEXTS.isPinned)).toBeChecked();
});
