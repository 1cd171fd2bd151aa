/**
 * Tests that no value of a deleted customer remains anywhere. Each value has a name and reaches the server through the
 * product's own calls. Before the deletion, the test checks where each value is stored. After the deletion, the whole
 * database, the logs, the metrics, the erasure journal and the VPN panel are searched for each value, in any form.
 */
import { hashOwnSecret, type Purpose, sha256 } from '../../../../src/server/secrets';
import { toNetwork } from '../../../../src/server/throttle/toNetwork';
import { FINISH_AFTER_MS } from '../../../../src/server/usecases/deletion/finishErasures';
import { hashEmailCode } from '../../../../src/server/usecases/signIn/emailCode';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { type CallName, CONTRACT } from '../../../../src/shared/contract/contract';
import { OFFER_EDITION } from '../../../../src/shared/offerEdition';
import { stamp } from '../../../support/cardCustomer';
import { dumpDatabase } from '../../../support/dumpDatabase';
import { containsInAnyForm } from '../../../support/encodedForms';
import { PAY } from '../../../support/notificationExamples';
import { MONTH_IN_FORM, MONTH_KOPECKS, TRIAL_END } from '../../../support/offer';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { readEmail, signInByEmail, signInStaffAs } from '../../../support/signIn';

/** Address at registration, whose reservation has ended at the deletion. */
const FIRST = 'kanareika.first@example.com';
/** Address of a change that was taken back. */
const TAKEN_BACK = 'kanareika.back@example.com';
/** Former address that is still reserved at the deletion. */
const FORMER = 'kanareika.former@example.com';
const PRESENT = 'kanareika.petrovna@example.com';
/** Address that the customer typed without confirming it. */
const TYPED_ONLY = 'kanareika.typed@example.com';

const SIGN_IN_NETWORK = '198.51.100.23';
const CONSENT_NETWORK = '198.51.100.45';
const PAYER_NETWORK = '198.51.100.67';
const APPLICATION_NETWORK = '198.51.100.89';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Kanareika/7';
const VPN_APP = 'Happ/5.6.0/ios/kanareika-agent';
const APP_DEVICE = 'kanareika-installation';
const VPN_DEVICE = 'KANAREIKAHWID001';
const DETACHED_DEVICE = 'KANAREIKAHWID002';
const MINUTE = 60_000;
const DAY = 86_400_000;

jest.setTimeout(120_000);

interface Canary {
  value: string;
  /** How the database stores the value before the deletion: as text, as this hash, or not at all. */
  stored: 'asText' | 'never' | { hash: string };
}

let server: TestServer;
let canaries: Map<string, Canary>;

beforeEach(async () => {
  server = await startTestServer({ trustedProxies: 1 });
  canaries = new Map();
});

const asText = (name: string, value: string) => canaries.set(name, { value, stored: 'asText' });
const never = (name: string, value: string) => canaries.set(name, { value, stored: 'never' });
const asHash = (name: string, value: string, hash: string) => canaries.set(name, { value, stored: { hash } });
const asSecret = (name: string, purpose: Purpose, value: string) =>
  asHash(name, value, hashOwnSecret(purpose, value));

/** Sends a request from a network with a User-Agent. */
async function callFrom(
  name: CallName,
  { ip, token, body = {} }: { ip: string; token?: string; body?: object },
): Promise<unknown> {
  const response = await server.fetch(`/api/${CONTRACT[name].path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': BROWSER,
      'X-Forwarded-For': ip,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** Delivers all emails and returns the newest confirmation code to an address. */
async function codeTo(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
}

async function confirmPresent(token: string, email: string): Promise<string> {
  const { body } = await server.call('sendCodeToPresentEmail', { token, body: {} });
  const requestToken = body.requestToken ?? '';
  const code = await codeTo(email);
  const confirmed = await server.call('confirmPresentEmail', { token, body: { requestToken, code } });
  expect(confirmed.body.success).toBe(true);
  return requestToken;
}

/** Changes the address and returns the token of the way back. */
async function changeAddress(token: string, requestToken: string, from: string, to: string): Promise<string> {
  const sent = await server.call('sendCodeToNewEmail', { token, body: { requestToken, newEmail: to } });
  const ready = { requestToken, newRequestToken: sent.body.requestToken ?? '', code: await codeTo(to) };
  expect((await server.call('changeEmail', { token, body: ready })).body.success).toBe(true);
  asHash(
    `code that confirmed ${to}`,
    ready.code,
    sha256(`confirmationCode\n${ready.newRequestToken}\n${ready.code}`),
  );
  asSecret(`token of the code that confirmed ${to}`, 'confirmation', ready.newRequestToken);
  await deliverDueOutbox(server.deps);
  const sentBack = server.mailbox.emailsTo(from).findLast((each) => each.text.includes('restoreEmail#'));
  return /restoreEmail#(\S+)/.exec(sentBack?.text ?? '')?.[1] ?? '';
}

async function takeBack(restoreToken: string, email: string): Promise<void> {
  const { body } = await server.call('sendCodeToFormerEmail', { body: { restoreToken } });
  const confirmation = { requestToken: body.requestToken ?? '', code: await codeTo(email) };
  const restored = await server.call('restoreFormerEmail', { body: { restoreToken, ...confirmation } });
  expect(restored.body.success).toBe(true);
}

/** Signs in with the code of an email that a browser of a known network requested. */
async function signInWithCode(email: string): Promise<string> {
  const sent = (await callFrom('sendEmailLink', {
    ip: SIGN_IN_NETWORK,
    body: { email: ` ${email.toUpperCase()} `, platform: 'web', fcmToken: '' },
  })) as { mailToken: string };
  const { linkToken, code } = await readEmail(server, email);
  const redeemed = await server.call('redeemEmailCode', { body: { mailToken: sent.mailToken, code } });
  const token = redeemed.body.token ?? '';
  const session = (await callFrom('restoreEmailLink', { ip: SIGN_IN_NETWORK, body: { token } })) as {
    accessToken: string;
    browserMark: string;
  };
  asSecret('secret of a sign-in link', 'emailLink', linkToken);
  asSecret('secret of the browser that requested the sign-in email', 'mailBinding', sent.mailToken);
  asHash('sign-in code', code, hashEmailCode(sent.mailToken, code));
  asSecret('single-use token of a sign-in', 'restore', token);
  asSecret('session token of a browser', 'customerAccess', session.accessToken);
  never('mark of a known browser', session.browserMark);
  asHash('network address of a sign-in', SIGN_IN_NETWORK, sha256(`network\n${toNetwork(SIGN_IN_NETWORK)}`));
  return session.accessToken;
}

async function fetchLink(token: string, hwid: string, model: string): Promise<string> {
  const { body } = await server.call('getConnectLink', { token, body: { system: 'ios' } });
  const response = await server.fetch(body.url.replace(TEST_ORIGIN, ''), {
    headers: {
      ...{ 'User-Agent': VPN_APP, 'x-hwid': hwid, 'x-device-os': 'iOS', 'x-device-model': model },
      'X-Forwarded-For': APPLICATION_NETWORK,
    },
  });
  expect(response.status).toBe(200);
  return body.url;
}

/** Registers, starts a trial, and changes the address three times: one change is taken back, and one is a week old. */
async function changeAddresses(): Promise<{ uid: string; token: string }> {
  const { uid, accessToken } = await signInByEmail(server, FIRST);
  const { order } = (await server.call('getShop', { token: accessToken })).body;
  if (!order) throw new Error('there is no order');
  await callFrom('giveConsent', {
    ...{ ip: CONSENT_NETWORK, token: accessToken },
    body: { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'the terms' },
  });
  const payment = {
    ...PAY,
    InvoiceId: order.id,
    AccountId: order.accountId,
    Email: 'kanareika.payer@example.org',
    Name: 'KANAREIKA PETROVNA',
    IpAddress: PAYER_NETWORK,
    Token: 'tk_kanareika',
  };
  const pay = async (changes: object) => {
    const at = { DateTime: stamp(server.clock.now()) };
    const response = await server.fakeCardProvider.notify('pay', { ...payment, ...at, ...changes });
    expect(await response.json()).toEqual({ code: 0 });
  };
  await pay({ TransactionId: '700001' });
  server.fakeCardProvider.recurringPayments.push({
    ...{ id: 'sc_1', accountId: order.accountId, state: 'active', amountKopecks: MONTH_KOPECKS },
    ...{ currency: 'RUB', nextChargeAt: TRIAL_END, startAt: TRIAL_END, successes: 0, failures: 0 },
  });
  await runDueJobs(server.deps);

  const confirmed = await confirmPresent(accessToken, FIRST);
  const wayBack = await changeAddress(accessToken, confirmed, FIRST, TAKEN_BACK);
  never('token of the way back to a former address', wayBack);
  await signInByEmail(server, TAKEN_BACK);
  await takeBack(wayBack, FIRST);
  server.clock.advance(55 * MINUTE);
  const again = await signInByEmail(server, FIRST);
  server.clock.advance(5 * MINUTE);
  const first = await confirmPresent(again.accessToken, FIRST);
  await changeAddress(again.accessToken, first, FIRST, FORMER);

  server.clock.advance(7 * DAY + MINUTE);
  await pay({ TransactionId: '700002', SubscriptionId: 'sc_1', Amount: MONTH_IN_FORM });
  await pay({ TransactionId: '700003', InvoiceId: 'order-of-another-shop', Amount: '77.00' });
  await runDueJobs(server.deps);
  return { uid, token: (await signInByEmail(server, FORMER)).accessToken };
}

/** Connects the customer's own application, a VPN application, and one that is detached again. */
async function connectDevices(token: string): Promise<void> {
  const open = server.vpnNetwork.open.bind(server.vpnNetwork);
  server.vpnNetwork.open = async (key) => {
    const opened = await open(key);
    const { ref } = opened;
    const named = ref.startsWith('kanareika-') ? ref : `kanareika-credential-${ref}`;
    Object.assign(server.vpnNetwork.keys.get(key.name) ?? {}, { ref: named });
    return { ...opened, ref: named };
  };
  const { accessToken: app } = await signInByEmail(server, PRESENT);
  const attach = (deviceName: string, fcmToken: string) =>
    server.call('attachApp', {
      token: app,
      body: { deviceId: APP_DEVICE, deviceName, platform: 'android', fcmToken },
    });
  expect((await attach('Kanareika Old Phone', 'kanareika-push-one')).body.success).toBe(true);
  const entries = [{ at: server.clock.now().toISOString(), success: true }];
  await server.call('reportAppConnections', { token: app, body: { entries } });
  await attach('Kanareika New Phone', 'kanareika-push-two');
  asSecret('session token of an application', 'customerAccess', app);
  asText('id of an application’s device', APP_DEVICE);
  asText('former name of an application’s device', 'Kanareika Old Phone');
  asText('name of an application’s device', 'Kanareika New Phone');
  never('replaced push token', 'kanareika-push-one');
  asText('push token', 'kanareika-push-two');

  const url = await fetchLink(token, VPN_DEVICE, 'Kanareika Tablet');
  asText('id of a VPN application’s device', VPN_DEVICE);
  asText('model of a VPN application’s device', 'Kanareika Tablet');
  never('User-Agent of a VPN application', VPN_APP);
  never('network address of a VPN application', APPLICATION_NETWORK);
  never('device link', url);
  asSecret('secret of a device link', 'vpnLink', url.slice(url.lastIndexOf('/') + 1));
  await fetchLink(token, DETACHED_DEVICE, 'Kanareika Detached');
  await runDueJobs(server.deps);
  asText('reference of a VPN credential', 'kanareika-credential-');
  await server.call('detachDevice', { token, body: { deviceId: DETACHED_DEVICE } });
  asText('id of a detached device', DETACHED_DEVICE);
  asText('name of a detached device', 'Kanareika Detached');
}

/** Lets staff write and search in every way that takes a text about a customer. */
async function workAsStaff(uid: string): Promise<void> {
  const { accessToken: token } = await signInStaffAs(server, 'admin');
  const userId = 1;
  for (const text of ['kanareika-note', 'kanareika-removed-note'])
    expect((await server.call('addNote', { token, body: { userId, text } })).status).toBe(200);
  await server.call('changeNote', { token, body: { noteId: 2, change: 'remove' } });
  asText('note', 'kanareika-note');
  asText('removed note', 'kanareika-removed-note');
  await server.call('changeTag', { token, body: { userId, tag: 'kanareika-tag', change: 'add' } });
  asText('tag', 'kanareika-tag');
  for (const emailPart of [PRESENT.toUpperCase(), FIRST, TAKEN_BACK, 'reika.petrov'])
    await server.call('searchUsers', { token, query: { emailPart } });
  asText('part of the address that staff searched for', 'reika.petrov');
  asText('part of the address in the search of the console', 'eika.petro');
  for (const value of [uid, VPN_DEVICE, APP_DEVICE, '700002', 'EIKA.petro'])
    expect((await server.call('findUsers', { token, body: { value } })).status).toBe(200);
  await server.call('sendPush', {
    ...{ token, query: { token: 'kanareika-push-two' } },
    body: { type: 'LOGIN', email: PRESENT },
  });
  const refund = await server.call('refund', {
    token,
    body: {
      ...{ email: PRESENT, uid, transactionId: '700002', amount: 100, access: 'keep' },
      ...{ stopRenewal: false, reason: 'other', comment: 'kanareika-refund-comment' },
    },
  });
  expect(refund.status).toBe(200);
  asText('comment of a refund', 'kanareika-refund-comment');
  const { content } = (await server.call('listPaymentIssues', { token, body: {} })).body;
  const issue = content.find(({ transactionId }) => transactionId === '700003');
  const resolved = await server.call('resolvePaymentIssue', {
    token,
    body: { id: issue?.id ?? 0, action: 'explained', note: 'kanareika-issue-note' },
  });
  expect(resolved.status).toBe(200);
  asText('note of a payment issue', 'kanareika-issue-note');
  const { activationKey } = (await server.call('createGift', { token, body: { months: 1 } })).body;
  never('gift key', activationKey);
}

/** Runs `send` while the mail server is down, so that its emails wait in the outbox. */
async function whileMailIsDown(send: () => Promise<unknown>): Promise<void> {
  server.mailbox.failNext(1000);
  await send();
  await deliverDueOutbox(server.deps);
  server.mailbox.failNext(0);
}

/** Requests a sign-in email that waits in the outbox. */
async function leaveSignInEmailWaiting(): Promise<void> {
  await whileMailIsDown(() =>
    server.call('sendEmailLink', { body: { email: PRESENT, platform: 'web', fcmToken: '' } }),
  );
  const waiting = (await dumpDatabase(server.db)).find(
    (line) => line.startsWith('outbox') && line.includes('/open#t='),
  );
  asText('secret of a waiting sign-in email', /#t=([\w-]+)/.exec(waiting ?? '')?.[1] ?? '');
}

async function deleteByCode(token: string, email: string): Promise<void> {
  const { body } = await server.call('sendDeletionCode', { token, body: {} });
  const confirmation = { requestToken: body.requestToken ?? '', code: await codeTo(email) };
  asSecret('token of the deletion code', 'confirmation', confirmation.requestToken);
  const confirmed = await server.call('confirmDeletion', {
    token,
    body: { ...confirmation, waivesDays: true },
  });
  expect(confirmed.body).toMatchObject({ success: true });
  // The deletion waits until the last change of the address can no longer be taken back.
  const { carriedOutAt } = confirmed.body;
  if (typeof carriedOutAt === 'string') server.clock.set(carriedOutAt);
}

/** Returns everything that the server keeps outside the database. */
async function keptElsewhere(): Promise<string[]> {
  return [
    ...server.logs.map((line) => JSON.stringify(line)),
    await server.metrics.render(),
    ...server.erasureJournal.entries.map((entry) => JSON.stringify(entry)),
    ...[...server.vpnNetwork.keys.values()].map((key) => JSON.stringify(key)),
  ];
}

const listTexts = ({ value, stored }: Canary): string[] =>
  typeof stored === 'string' ? [value] : [value, stored.hash];

test('more than 40 values of a customer are in no table, log, metric or VPN credential after the deletion', async () => {
  const { uid, token: former } = await changeAddresses();
  const requestToken = await confirmPresent(former, FORMER);
  await whileMailIsDown(() =>
    server.call('sendCodeToNewEmail', { token: former, body: { requestToken, newEmail: TYPED_ONLY } }),
  );
  await changeAddress(former, requestToken, FORMER, PRESENT);
  const token = await signInWithCode(PRESENT);
  const idToken = await server.google.idToken(PRESENT, {
    sub: 'kanareika-google-subject',
    name: 'Kanareika Petrovna',
    picture: 'https://lh3.googleusercontent.com/a/kanareika-photo',
  });
  expect((await server.call('registerByGoogle', { token: idToken, body: {} })).body.success).toBe(true);
  await connectDevices(token);
  await workAsStaff(uid);
  await leaveSignInEmailWaiting();
  await callFrom('sendReport', {
    ip: SIGN_IN_NETWORK,
    body: { event: 'crashed', details: { message: `could not sign in ${PRESENT}` } },
  });
  asText('address', PRESENT);
  asText('former address', FORMER);
  asText('first address, which is no longer reserved', FIRST);
  asText('address of a change that was taken back', TAKEN_BACK);
  asText('address that was only typed', TYPED_ONLY);
  asText('uid', uid);
  asText('id at Google', 'kanareika-google-subject');
  never('name at Google', 'Kanareika Petrovna');
  asText('photo', 'https://lh3.googleusercontent.com/a/kanareika-photo');
  asText('network address of a consent', CONSENT_NETWORK);
  asText('User-Agent of a consent', BROWSER);
  never('address of the payer', 'kanareika.payer@example.org');
  never('name on the card', 'KANAREIKA PETROVNA');
  never('network address of the payer', PAYER_NETWORK);
  never('token of the card', 'tk_kanareika');
  expect(canaries.size).toBeGreaterThan(40);

  const before = (await dumpDatabase(server.db)).join('\n');
  const wrong = [...canaries].filter(([, { value, stored }]) => {
    const isText = containsInAnyForm(before, value);
    return stored === 'asText' ? !isText : isText || (stored !== 'never' && !before.includes(stored.hash));
  });
  expect(wrong.map(([name]) => name)).toEqual([]);

  await deleteByCode(token, PRESENT);
  await runDueJobs(server.deps);
  server.clock.advance(FINISH_AFTER_MS);
  await runDueJobs(server.deps);
  expect(server.vpnNetwork.keys.size).toBe(0);
  const texts = [...(await dumpDatabase(server.db)), ...(await keptElsewhere())];
  const left = [...canaries].flatMap(([name, canary]) =>
    texts
      .filter((text) => listTexts(canary).some((each) => containsInAnyForm(text, each)))
      .map((text) => `${name}: ${text}`),
  );
  expect(left).toEqual([]);
  expect(server.mailbox.emailsTo(TYPED_ONLY)).toEqual([]);
});

test('the deletion keeps the data of another account with a former address, and searches for a domain', async () => {
  const { token } = await changeAddresses();
  await signInByEmail(server, FIRST);
  const { accessToken: admin } = await signInStaffAs(server, 'admin');
  for (const emailPart of [FIRST, '@example.com', 'kan'])
    await server.call('searchUsers', { token: admin, query: { emailPart } });
  const ofOther = async () =>
    (await dumpDatabase(server.db)).filter(
      (line) => line.includes(FIRST) && !/^(?:email_changes|confirmation_codes)/.test(line),
    );
  const before = await ofOther();
  expect(before.map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['account_identities', 'accounts', 'email_links', 'staff_audit']),
  );
  await deleteByCode(token, FORMER);
  expect(await ofOther()).toEqual(before);
  const audit = (await dumpDatabase(server.db)).filter((line) => line.startsWith('staff_audit'));
  expect(audit.filter((line) => line.includes('"emailPart": "@example.com"'))).toHaveLength(1);
  expect(audit.filter((line) => line.includes('"emailPart": "kan"'))).toHaveLength(1);
});
