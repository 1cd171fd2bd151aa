/**
 * JSON API of the sandbox under /sandbox/api/. Scripts can use the API for everything that the sandbox page does.
 * Rejected requests get a 4xx response with `{error: {code, message}}`. Times are in ISO 8601 and UTC.
 */
import { Hono } from 'hono';
import * as v from 'valibot';
import { email, shortText, wholeNumber, writtenLine } from '../../shared/contract/fields';
import { DEVICE_PLATFORMS } from '../domain/deviceSlots';
import { Rejection } from '../domain/rejection';
import { deriveCode, statusOf } from '../http/rejectionResponses';
import { type AccountRow, findAccountByEmail } from '../store/accounts';
import { emailIdentity, openAccount } from '../usecases/accounts/accounts';
import { createCustomerSession } from '../usecases/accounts/sessions';
import { buildLabel } from '../usecases/connect/applyKey';
import {
  comingBody,
  failNextBody,
  failuresBody,
  notifyBody,
  recurringPaymentBody,
  terminalBody,
  yooKassaActionBody,
  yooKassaSettingsBody,
} from './cardBodies';
import { clockResponse } from './clockResponse';
import { addDuration, parseDuration } from './duration';
import { PANEL_ACTIONS } from './fakeVpnPanel/fakeVpnPanel';
import { emailExamples } from './outside/emailExamples';
import { NEW_ORDERS } from './outside/newOrders';
import { FOLLOWED_TYPE, parseQuery, readBody, rejectForeignPage } from './outside/sandboxRequest';
import type { SandboxParts } from './sandboxParts';
import { seedDemoCustomers } from './seed';
import { SIMULATED_APPS } from './simulatedApps';
import { attachSimulatedDevice, recordSimulatedConnection } from './simulatedDevices';
import { REJECTIONS } from './texts/rejections';

const LIST_LIMIT = 200;
const LIST_LIMIT_MAX = 1000;
/** Maximum time by which one request can move the sandbox clock. */
const LONGEST_STEP = { years: 5, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0, seconds: 0 };
const DEMO_CUSTOMERS_MAX = 100_000;
const SILENCE_MAX_MINUTES = 7 * 24 * 60;

const limit = v.optional(wholeNumber(1, LIST_LIMIT_MAX), LIST_LIMIT);

const mailQuery = v.object({ to: v.optional(shortText(320)), limit });
const paymentsQuery = v.object({ email: v.optional(shortText(320)) });
const vpnQuery = v.object({ email: v.optional(email) });
const listQuery = v.object({ limit });
const clockBody = v.object({ advance: shortText(64) });
const sessionBody = v.object({ email });
const deviceBody = v.object({
  email,
  deviceName: v.pipe(writtenLine(200), v.nonEmpty()),
  platform: v.picklist(DEVICE_PLATFORMS),
  firebaseToken: v.optional(v.nullable(v.pipe(shortText(4096), v.nonEmpty()))),
});
const connectionBody = v.object({
  email,
  deviceId: v.pipe(shortText(200), v.nonEmpty()),
  success: v.boolean(),
});
const seedBody = v.object({
  customers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DEMO_CUSTOMERS_MAX)),
});
const googleAccountBody = v.object({ email, disabled: v.boolean() });
const panelActionBody = v.object({
  username: v.pipe(shortText(36), v.nonEmpty()),
  action: v.picklist(PANEL_ACTIONS),
});
const domainBody = v.object({ domain: v.string(), isBlocked: v.boolean() });
const fetchBody = v.object({
  email: v.optional(email),
  link: v.optional(shortText(2000)),
  app: v.optional(v.picklist(SIMULATED_APPS), 'happ'),
});
const nativeSignInBody = v.object({ email, pasted: shortText(2000) });
const browserBody = v.object({ isInside: v.boolean() });
const newOrdersBody = v.object({ provider: v.picklist(NEW_ORDERS) });
const silenceBody = v.object({
  minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SILENCE_MAX_MINUTES)),
});

/** Maximum difference of the VPN panel's clock in seconds, about ten years. */
const PANEL_SKEW_MAX_SECONDS = 315_360_000;
const panelSettingsBody = v.object({
  clockSkewSeconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(-PANEL_SKEW_MAX_SECONDS), v.maxValue(PANEL_SKEW_MAX_SECONDS)),
  ),
  areJobsStopped: v.optional(v.boolean()),
  isSquadRemoved: v.optional(v.boolean()),
});

async function findAccount({ deps }: SandboxParts, address: string): Promise<AccountRow> {
  const account = await findAccountByEmail(deps.db, address);
  if (account === null) throw new Rejection('NOT_FOUND', REJECTIONS.noAccount, ['email']);
  return account;
}

/**
 * Returns a function that computes the target time of a request to move the sandbox clock. Throws INVALID_REQUEST if
 * the duration is invalid or too long.
 */
function parseTarget(advance: string): (now: Date) => Date {
  const duration = parseDuration(advance);
  const rejection = new Rejection('INVALID_REQUEST', REJECTIONS.invalidDuration, ['advance']);
  if (duration === null) throw rejection;
  const someDay = new Date(0);
  if (!(addDuration(someDay, duration) <= addDuration(someDay, LONGEST_STEP))) throw rejection;
  return (now) => addDuration(now, duration);
}

export function sandboxApi(parts: SandboxParts): Hono {
  const { deps, mailbox, pushes, fakeCardProvider, fakeYooKassa, fakeVpnPanel, identity, timeTravel } = parts;
  const { apps, nativeApp } = parts;
  const api = new Hono();

  api.use(async (context, next) => {
    context.header('Cache-Control', 'no-store');
    if (context.req.method !== 'GET') rejectForeignPage(context.req.raw);
    await next();
  });

  api.get('/mail', async (context) =>
    context.json(await mailbox.list(parseQuery(context.req.raw, mailQuery))),
  );

  // Returns every email of the product, rendered with example data.
  api.get('/emails', (context) => context.json(emailExamples(deps.settings)));

  api.get('/pushes', async (context) =>
    context.json(await pushes.list(parseQuery(context.req.raw, listQuery).limit)),
  );

  api.get('/payments', async (context) =>
    context.json(await fakeCardProvider.listPayments(parseQuery(context.req.raw, paymentsQuery))),
  );

  api.get('/clock', (context) => context.json({ now: deps.clock.now().toISOString() }));

  api.post('/clock', async (context) => {
    const { advance } = await readBody(context.req.raw, clockBody);
    const target = parseTarget(advance);
    const isFollowed = context.req.header('Accept') === FOLLOWED_TYPE;
    return clockResponse((notify) => timeTravel.advance(target, notify), { isFollowed });
  });

  api.post('/sessions', async (context) => {
    const body = await readBody(context.req.raw, sessionBody);
    const account = await openAccount(deps.db, deps, emailIdentity(body.email));
    const accessToken = await createCustomerSession(deps.db, deps, account.id);
    return context.json({ uid: account.uid, email: account.email, accessToken });
  });

  api.post('/devices', async (context) => {
    const { email: address, ...device } = await readBody(context.req.raw, deviceBody);
    const account = await findAccount(parts, address);
    return context.json(await attachSimulatedDevice(deps, account.id, device));
  });

  api.post('/connections', async (context) => {
    const { email: address, ...connection } = await readBody(context.req.raw, connectionBody);
    const account = await findAccount(parts, address);
    return context.json(await recordSimulatedConnection(deps, account.id, connection));
  });

  api.post('/seed', async (context) => {
    const { customers } = await readBody(context.req.raw, seedBody);
    return context.json(await seedDemoCustomers(deps, parts.seedProvider, customers));
  });

  api.post('/payments/:id/notify', async (context) => {
    const notification = await readBody(context.req.raw, notifyBody);
    return context.json(await fakeCardProvider.notify(context.req.param('id'), notification));
  });

  api.post('/payments/:id/failNext', async (context) => {
    const { reasonCode } = await readBody(context.req.raw, failNextBody);
    return context.json(await fakeCardProvider.failNext(context.req.param('id'), reasonCode));
  });

  // Simulates a change of a recurring payment by its payer or in the card provider's dashboard.
  api.post('/payments/:id/recurringPayment', async (context) => {
    const change = await readBody(context.req.raw, recurringPaymentBody);
    return context.json(await fakeCardProvider.changeRecurringPayment(context.req.param('id'), change));
  });

  api.get('/card/terminal', async (context) => context.json(await fakeCardProvider.terminal()));

  api.post('/card/terminal', async (context) => {
    await fakeCardProvider.changeTerminal(await readBody(context.req.raw, terminalBody));
    return context.json(await fakeCardProvider.terminal());
  });

  // Sets the card provider of new orders. Each order stays at the card provider at which it was paid.
  api.post('/newOrders', async (context) => {
    const { provider } = await readBody(context.req.raw, newOrdersBody);
    if (parts.newOrders === null) throw new Rejection('NOT_FOUND', REJECTIONS.unknownCall);
    await parts.newOrders.choose(provider);
    return context.json({ provider });
  });

  api.get('/yookassa', async (context) => context.json(await fakeYooKassa.read()));

  api.post('/yookassa', async (context) => {
    await fakeYooKassa.change(await readBody(context.req.raw, yooKassaSettingsBody));
    return context.json(await fakeYooKassa.read());
  });

  // Simulates an action of the payer, of a bank or of the operator in the dashboard of YooKassa.
  api.post('/yookassa/:id', async (context) => {
    const { action } = await readBody(context.req.raw, yooKassaActionBody);
    const isDone = await fakeYooKassa.act(context.req.param('id'), action);
    if (!isDone) throw new Rejection('CONFLICT', REJECTIONS.notPossible);
    return context.json({});
  });

  api.get('/vpn', async (context) => {
    const { email: address } = parseQuery(context.req.raw, vpnQuery);
    const label = address === undefined ? undefined : buildLabel((await findAccount(parts, address)).id);
    return context.json(await fakeVpnPanel.panel(label));
  });

  // Simulates the use of a VPN credential, or an administrator's action on a VPN credential.
  api.post('/vpn', async (context) => {
    const { username, action } = await readBody(context.req.raw, panelActionBody);
    return context.json(await fakeVpnPanel.act(username, action));
  });

  // Simulates a VPN app that fetches its configuration, with a device link of the account or with the given device
  // link.
  api.post('/vpn/fetch', async (context) => {
    const { email: address, link, app } = await readBody(context.req.raw, fetchBody);
    if (link !== undefined) return context.json(await apps.fetchLink(app, { link }));
    const account = await findAccount(parts, address ?? '');
    return context.json(await apps.fetchLink(app, { accountId: account.id }));
  });

  // Blocks a domain of device links in the network of the simulated VPN apps.
  api.post('/vpn/domain', async (context) => {
    const { domain, isBlocked } = await readBody(context.req.raw, domainBody);
    apps.blockDomain(domain, isBlocked);
    return context.json(apps.domains());
  });

  // Simulates the product's native application, which signs in with the link of a sign-in email.
  api.post('/app/signIn', async (context) =>
    context.json(await nativeApp.signIn(await readBody(context.req.raw, nativeSignInBody))),
  );

  api.post('/vpn/silence', async (context) => {
    const { minutes } = await readBody(context.req.raw, silenceBody);
    return context.json(await fakeVpnPanel.silence(minutes));
  });

  // Starts an outage of the VPN panel's own database.
  api.post('/vpn/database', async (context) => {
    const { minutes } = await readBody(context.req.raw, silenceBody);
    return context.json(await fakeVpnPanel.loseDatabase(minutes));
  });

  // Changes the VPN panel's clock, its background jobs or its internal squad.
  api.post('/vpn/settings', async (context) => {
    const settings = await readBody(context.req.raw, panelSettingsBody);
    return context.json(await fakeVpnPanel.configure(settings));
  });

  // Moves the browsers of the sandbox into the VPN or out of it, which /check reports.
  api.post('/vpn/browser', async (context) => {
    const { isInside } = await readBody(context.req.raw, browserBody);
    return context.json(await fakeVpnPanel.moveBrowser(isInside));
  });

  api.get('/googleAccounts', async (context) => context.json(await identity.accounts.list()));

  // Disables a Google account as an administrator of the Firebase project does. A disabled Google account cannot sign
  // in and gets no new tokens.
  api.post('/googleAccounts', async (context) => {
    const body = await readBody(context.req.raw, googleAccountBody);
    return context.json(await identity.accounts.setDisabled(body.email, body.disabled));
  });

  api.get('/notifications', async (context) => context.json(await fakeCardProvider.knobs()));

  // Sets whether future notifications of the card provider are dropped, duplicated or delayed. Omitted settings
  // return to their defaults.
  api.post('/notifications', async (context) => {
    await fakeCardProvider.setKnobs(await readBody(context.req.raw, comingBody));
    return context.json(await fakeCardProvider.knobs());
  });

  api.get('/card/failures', async (context) => context.json(await fakeCardProvider.failures()));

  // Makes the next requests to a method of the card provider's REST API fail. The card provider reports errors with
  // HTTP 200.
  api.post('/card/failures', async (context) => {
    await fakeCardProvider.failCalls(await readBody(context.req.raw, failuresBody));
    return context.json(await fakeCardProvider.failures());
  });

  api.all('*', () => {
    throw new Rejection('NOT_FOUND', REJECTIONS.unknownCall);
  });

  api.onError((error, context) => {
    context.header('Cache-Control', 'no-store');
    if (error instanceof Rejection) {
      const { message, fields } = error;
      return context.json(
        { error: { code: deriveCode(error), message, ...(fields === undefined ? {} : { fields }) } },
        statusOf(error),
      );
    }
    deps.logger.error({ errorType: error.name, stack: error.stack }, 'a sandbox API request failed');
    return context.json({ error: { code: 'INTERNAL', message: REJECTIONS.internal } }, 500);
  });

  return api;
}
