/** Tests how a customer changes the email address of the account, and reverts the change. */
import { asc } from 'drizzle-orm';
import { findAccountByEmail } from '../../../../src/server/store/accounts';
import { listAddresses } from '../../../../src/server/store/emailChanges';
import { accountIdentities, accounts } from '../../../../src/server/store/schema/accounts';
import { emailChanges } from '../../../../src/server/store/schema/emailChanges';
import { mailCampaignSignIn } from '../../../../src/server/usecases/accounts/campaignSignIn';
import { readState } from '../../../../src/server/usecases/billing/ledger/change';
import { deleteAccount } from '../../../../src/server/usecases/deletion/deleteAccount';
import { FINISH_AFTER_MS } from '../../../../src/server/usecases/deletion/finishErasures';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../src/server/workers/jobs/dropStale';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { stamp } from '../../../support/cardCustomer';
import { agreeTo } from '../../../support/consent';
import { dumpDatabase } from '../../../support/dumpDatabase';
import { PAY, RECURRENT } from '../../../support/notificationExamples';
import { addSeconds, MONTH_IN_FORM, TRIAL_END } from '../../../support/offer';
import { payOrder } from '../../../support/payments';
import { startTestServer, type TestServer } from '../../../support/server';
import { requestEmail, type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const OLD = 'vasilisa@example.com';
const NEW = 'new@example.com';
const DAY = 86_400_000;

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, OLD);
});

afterEach(() => deliverDueOutbox(server.deps));

/** Delivers all emails and returns the newest confirmation code to an address. */
async function codeTo(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
}

/** Confirms the present email address and returns the token of the confirmation. */
async function confirmOld(token = customer.accessToken, email = OLD): Promise<string> {
  const sent = await server.call('sendCodeToPresentEmail', { token, body: {} });
  const requestToken = sent.body.requestToken ?? '';
  const code = await codeTo(email);
  const { body } = await server.call('confirmPresentEmail', { token, body: { requestToken, code } });
  expect(body.success).toBe(true);
  return requestToken;
}

/** Performs all steps before the last request of an email change. Returns the body of the last request. */
async function readyToChange(newEmail = NEW, token = customer.accessToken, email = OLD) {
  const requestToken = await confirmOld(token, email);
  const sent = await server.call('sendCodeToNewEmail', { token, body: { requestToken, newEmail } });
  return { requestToken, newRequestToken: sent.body.requestToken ?? '', code: await codeTo(newEmail) };
}

async function change(newEmail = NEW) {
  const body = await readyToChange(newEmail);
  return server.call('changeEmail', { token: customer.accessToken, body });
}

async function restoreTokenIn(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox
    .emailsTo(email)
    .findLast((each) => each.text.includes('/account/restoreEmail#'))?.text;
  return /restoreEmail#(\S+)/.exec(text ?? '')?.[1] ?? '';
}

async function restore(restoreToken: string) {
  const sent = await server.call('sendCodeToFormerEmail', { body: { restoreToken } });
  const requestToken = sent.body.requestToken ?? '';
  if (requestToken === '') return sent.body;
  const code = await codeTo(OLD);
  return (await server.call('restoreFormerEmail', { body: { restoreToken, requestToken, code } })).body;
}

async function tryToSignIn(email: string) {
  const { linkToken, mailToken } = await requestEmail(server, email);
  const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
  return (await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } })).body;
}

const byGoogle = async (email: string) =>
  (await server.call('registerByGoogle', { token: await server.google.idToken(email), body: {} })).body;

const allAccounts = () =>
  server.db.select({ id: accounts.id, email: accounts.email }).from(accounts).orderBy(asc(accounts.id));

const profile = async (email: string, token = customer.accessToken) =>
  server.call('getProfile', { token, body: { uid: customer.uid, email } });

describe('the change', () => {
  it('needs a code from each address, and keeps the session, the uid and the account', async () => {
    const { body } = await change();
    expect(body).toMatchObject({ success: true, email: NEW, until: '2026-11-28T09:00:00.000Z' });
    expect(await allAccounts()).toEqual([{ id: 1, email: NEW }]);
    expect((await profile(NEW)).body.userInfo?.email).toBe(NEW);
    expect(await signInByEmail(server, NEW)).toMatchObject({ uid: customer.uid });
  });

  it('accepts requests of browsers that still store the former address', async () => {
    await change();
    const { status, body } = await profile(OLD);
    expect([status, body.userInfo?.email]).toEqual([200, NEW]);
    const foreign = { uid: 'of-somebody', email: OLD };
    expect((await server.call('getProfile', { token: customer.accessToken, body: foreign })).status).toBe(
      403,
    );
  });

  it('replaces the identities', async () => {
    await byGoogle(OLD);
    await change();
    const rows = await server.db.select().from(accountIdentities);
    expect(rows).toMatchObject([{ provider: 'email', subject: NEW, accountId: 1 }]);
  });

  it('notifies both addresses, and neither email names the other address', async () => {
    await change();
    await deliverDueOutbox(server.deps);
    const former = server.mailbox.emailsTo(OLD).at(-1);
    const present = server.mailbox.emailsTo(NEW).at(-1);
    expect(former?.subject).toBe('Почта аккаунта «Просвет» изменена');
    expect(present?.subject).toBe('Аккаунт «Просвет» теперь на этой почте');
    expect(JSON.stringify([former?.text, former?.html])).not.toContain(NEW);
    expect(JSON.stringify([present?.text, present?.html])).not.toContain(OLD);
  });

  it('changes nothing with a wrong code, and counts the attempts', async () => {
    const ready = await readyToChange();
    const wrong = ready.code === '00000000' ? '00000001' : '00000000';
    const { body } = await server.call('changeEmail', {
      ...{ token: customer.accessToken, body: { ...ready, code: wrong } },
    });
    expect(body).toMatchObject({ success: false, reason: 'wrong', triesLeft: 4 });
    expect(await allAccounts()).toEqual([{ id: 1, email: OLD }]);
  });

  it('needs the confirmation of the present address by this browser', async () => {
    const { body } = await server.call('sendCodeToNewEmail', {
      ...{ token: customer.accessToken, body: { requestToken: 'cc_none', newEmail: NEW } },
    });
    expect(body).toMatchObject({ success: false, reason: 'expired' });
    const ready = await readyToChange();
    server.clock.advance(31 * 60_000);
    const late = await server.call('changeEmail', { token: customer.accessToken, body: ready });
    expect(late.body.success).toBe(false);
  });

  it('is rejected for the same address before a code is sent', async () => {
    const requestToken = await confirmOld();
    const { body } = await server.call('sendCodeToNewEmail', {
      ...{ token: customer.accessToken, body: { requestToken, newEmail: ` ${OLD.toUpperCase()} ` } },
    });
    expect(body).toMatchObject({ success: false, reason: 'sameEmail' });
  });

  it('is rejected before a code is sent if the mail server cannot send to the address', async () => {
    const requestToken = await confirmOld();
    const sendTo = async (newEmail: string) => {
      const call = { token: customer.accessToken, body: { requestToken, newEmail } };
      return (await server.call('sendCodeToNewEmail', call)).body;
    };
    const { mailer } = server.deps;
    server.deps.mailer = { ...mailer, acceptsUtf8: () => false };
    expect(await sendTo('анна@пример.рф')).toMatchObject({ success: false, reason: 'addressUnsupported' });
    expect(await sendTo('anna@пример.рф')).toMatchObject({ success: true });
    server.deps.mailer = { ...mailer, acceptsUtf8: () => null };
    expect(await sendTo('анна@пример.рф')).toMatchObject({ success: true });
  });

  it('reports that the new address has an account only after the code of the new address', async () => {
    await signInByEmail(server, NEW);
    const ready = await readyToChange();
    expect(ready.newRequestToken).not.toBe('');
    const { body } = await server.call('changeEmail', { token: customer.accessToken, body: ready });
    expect(body).toMatchObject({ success: false, reason: 'taken' });
    expect(await allAccounts()).toEqual([
      { id: 1, email: OLD },
      { id: 2, email: NEW },
    ]);
  });

  it('cannot be repeated while it can be reverted', async () => {
    await change();
    const again = await server.call('sendCodeToPresentEmail', { token: customer.accessToken, body: {} });
    expect(again.body).toMatchObject({ reason: 'changedRecently', until: '2026-11-28T09:00:00.000Z' });
    server.clock.advance(7 * DAY);
    const later = await server.call('sendCodeToPresentEmail', { token: customer.accessToken, body: {} });
    expect(later.body.success).toBe(true);
  });
});

describe('the former address', () => {
  beforeEach(() => change());

  it('opens no account for seven days, by email or Google, and leads to the page that reverts the change', async () => {
    for (const body of [await tryToSignIn(OLD), await byGoogle(OLD)]) {
      expect(body).toMatchObject({ success: false, reason: 'addressChanged' });
      expect(body.accessToken).toBeUndefined();
      expect(body.restoreToken).toBe(await restoreTokenIn(OLD));
    }
    expect(await allAccounts()).toEqual([{ id: 1, email: NEW }]);
  });

  it('is free after seven days', async () => {
    server.clock.advance(7 * DAY);
    expect((await byGoogle(OLD)).success).toBe(true);
    expect(await allAccounts()).toEqual([
      { id: 1, email: NEW },
      { id: 2, email: OLD },
    ]);
    expect(await restore(await restoreTokenIn(OLD))).toMatchObject({ success: false, reason: 'expired' });
  });

  it('is deleted a week after it is free', async () => {
    server.clock.advance(14 * DAY);
    await dropStale(server.deps);
    expect(await server.db.select().from(emailChanges)).toHaveLength(1);
    server.clock.advance(1);
    await dropStale(server.deps);
    expect(await server.db.select().from(emailChanges)).toEqual([]);
  });

  it('cannot be taken by another account', async () => {
    const other = await signInByEmail(server, 'other@example.com');
    const ready = await readyToChange(OLD, other.accessToken, 'other@example.com');
    const { body } = await server.call('changeEmail', { token: other.accessToken, body: ready });
    expect(body).toMatchObject({ success: false, reason: 'taken' });
  });

  it('counts as one of the addresses of the account', async () => {
    const now = server.deps.clock.now();
    expect(await listAddresses(server.db, 1, now)).toEqual([NEW, OLD]);
    expect(await listAddresses(server.db, 1, new Date(now.getTime() + 7 * DAY))).toEqual([NEW]);
  });

  it('assigns a campaign payment to the account that had this address', async () => {
    const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
    const fields = { ...PAY, Email: OLD, InvoiceId: order.id, AccountId: order.accountId };
    expect((await server.fakeCardProvider.notify('pay', fields)).status).toBe(200);
    expect((await readState(server.db, 1)).history).not.toEqual([]);
    expect(await allAccounts()).toHaveLength(1);
  });
});

describe('reverting the change', () => {
  beforeEach(() => change());

  it('needs a code that is sent to the former address, not the link alone', async () => {
    const restoreToken = await restoreTokenIn(OLD);
    const body = { restoreToken, requestToken: 'cc_none', code: '12345678' };
    expect((await server.call('restoreFormerEmail', { body })).body).toMatchObject({ reason: 'invalid' });
    expect(await restore(restoreToken)).toMatchObject({ success: true, email: OLD });
    expect(await allAccounts()).toEqual([{ id: 1, email: OLD }]);
    expect(await signInByEmail(server, OLD)).toMatchObject({ uid: customer.uid });
  });

  it('signs all browsers out, and works once', async () => {
    const restoreToken = await restoreTokenIn(OLD);
    await restore(restoreToken);
    expect((await profile(OLD)).status).toBe(401);
    expect(await restore(restoreToken)).toMatchObject({ success: false, reason: 'expired' });
    await deliverDueOutbox(server.deps);
    expect(server.mailbox.emailsTo(NEW).at(-1)?.subject).toBe('Почта аккаунта «Просвет» возвращена');
  });

  it('rejects a token with another id or secret', async () => {
    const restoreToken = await restoreTokenIn(OLD);
    for (const forged of [restoreToken.replace(/^1/, '2'), `${restoreToken}x`, '1.ec_x', '', 'x']) {
      const { body } = await server.call('sendCodeToFormerEmail', { body: { restoreToken: forged || '-' } });
      expect(body).toMatchObject({ success: false, reason: 'expired' });
    }
  });

  it('leaves the new address free', async () => {
    await restore(await restoreTokenIn(OLD));
    expect((await tryToSignIn(NEW)).success).toBe(true);
    expect(await allAccounts()).toHaveLength(2);
  });
});

describe('staff', () => {
  it('cannot move either address while the change can be reverted', async () => {
    let senior = (await signInStaffAs(server, 'senior')).accessToken;
    const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
    const fields = { ...PAY, Email: 'payer@example.com', InvoiceId: order.id, AccountId: order.accountId };
    await server.fakeCardProvider.notify('pay', fields);
    await change();
    const move = (body: object) =>
      server.call('moveSubscription', {
        token: senior,
        body: { userId: 2, from: 'payer@example.com', to: OLD, proof: '4242', comment: 'called', ...body },
      });
    for (const body of [{}, { to: NEW }, { userId: 1, from: NEW, to: 'third@example.com' }]) {
      const { status, error } = await move(body);
      expect([status, error.message]).toEqual([409, expect.stringContaining('was changed by its customer')]);
    }
    server.clock.advance(7 * DAY);
    senior = (await signInStaffAs(server, 'senior', 'next-week')).accessToken;
    expect((await move({ to: OLD })).status).toBe(200);
  });
});

it('sends the receipts of further charges to the new address', async () => {
  const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
  await server.fakeCardProvider.notify('pay', {
    ...PAY,
    Email: OLD,
    InvoiceId: order.id,
    AccountId: order.accountId,
  });
  await server.fakeCardProvider.notify('recurrent', {
    ...{ ...RECURRENT, AccountId: order.accountId },
    StartDate: stamp(order.recurringPayment.startDate),
    NextTransactionDate: stamp(order.recurringPayment.startDate),
  });
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments = [
    {
      ...{ id: RECURRENT.Id, accountId: order.accountId, state: 'active', currency: 'RUB' },
      ...{ amountKopecks: 44_900, nextChargeAt: startAt, startAt, successes: 3, failures: 0 },
    },
  ];
  await change();
  await deliverDueOutbox(server.deps);
  expect(server.fakeCardProvider.changes).toMatchObject([
    { call: 'receipt', details: { receipt: { email: NEW } } },
  ]);
});

describe('races', () => {
  /**
   * Asserts that every account has a different email address, and that the first account has one of its two addresses.
   */
  async function expectNothingLost(): Promise<void> {
    const rows = await allAccounts();
    expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
    expect([OLD, NEW]).toContain(rows[0]?.email);
    expect((await profile(rows[0]?.email ?? '')).status).toBe(200);
    const { uid } = (await findAccountByEmail(server.db, rows[0]?.email ?? '')) ?? {};
    expect(uid).toBe(customer.uid);
  }

  it.each(Array.from({ length: 8 }, (_, round) => round))(
    'with sign-ins by both addresses, a second change and a campaign payment (%i)',
    async (round) => {
      const [first, second] = [await readyToChange(), null];
      expect(second).toBeNull();
      const links = [];
      for (const email of [OLD, NEW]) {
        const { linkToken, mailToken } = await requestEmail(server, email);
        links.push(await server.call('redeemEmailLink', { body: { linkToken, mailToken } }));
      }
      const other = await signInByEmail(server, 'other@example.com');
      const rival = await readyToChange(NEW, other.accessToken, 'other@example.com');
      const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
      const payment = { ...PAY, Email: OLD, InvoiceId: order.id, AccountId: order.accountId };
      const google = await server.google.idToken(OLD);
      const googleOfNew = await server.google.idToken(NEW);
      const steps = [
        () => server.call('changeEmail', { token: customer.accessToken, body: first }),
        ...links.map(
          ({ body }) =>
            () =>
              server.call('restoreEmailLink', { body: { token: body.token ?? '' } }),
        ),
        () => server.call('changeEmail', { token: other.accessToken, body: rival }),
        () => server.call('registerByGoogle', { token: google, body: {} }),
        () => server.call('registerByGoogle', { token: googleOfNew, body: {} }),
        () => server.fakeCardProvider.notify('pay', payment),
      ];
      const order2 = [...steps.slice(round % steps.length), ...steps.slice(0, round % steps.length)];
      const responses = await Promise.all(order2.map((step) => step()));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      await expectNothingLost();
    },
  );

  it('two concurrent changes of one account result in one change', async () => {
    const requestToken = await confirmOld();
    const bodies = [];
    for (const newEmail of [NEW, 'newer@example.com']) {
      const sent = await server.call('sendCodeToNewEmail', {
        ...{ token: customer.accessToken, body: { requestToken, newEmail } },
      });
      bodies.push({
        requestToken,
        newRequestToken: sent.body.requestToken ?? '',
        code: await codeTo(newEmail),
      });
    }
    const [first, second] = bodies;
    if (first === undefined || second === undefined) throw new Error('no codes');
    const changed = await Promise.all(
      [first, first, second].map((body) => server.call('changeEmail', { token: customer.accessToken, body })),
    );
    expect(changed.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await allAccounts()).toHaveLength(1);
  });

  it.each([0, 1, 2, 3])(
    'with a renewal charge, its repeated notification and a refund (%i)',
    async (round) => {
      const { order } = (await server.call('getShop', { token: customer.accessToken })).body;
      if (!order) throw new Error('there is no order');
      await agreeTo(server.db, order.id);
      await payOrder(server, order);
      await deliverDueOutbox(server.deps);
      const [recurring] = server.fakeCardProvider.recurringPayments;
      server.clock.set(addSeconds(TRIAL_END, 60));
      customer = await signInByEmail(server, OLD);
      const admin = (await signInStaffAs(server, 'admin')).accessToken;
      const ready = await readyToChange();
      const charge = {
        ...PAY,
        TransactionId: '700001',
        InvoiceId: order.id,
        AccountId: order.accountId,
        SubscriptionId: recurring?.id ?? '',
        Amount: MONTH_IN_FORM,
        DateTime: stamp(TRIAL_END),
      };
      const pay = () => server.fakeCardProvider.notify('pay', charge);
      const steps: (() => Promise<{ status: number }>)[] = [
        () => server.call('changeEmail', { token: customer.accessToken, body: ready }),
        pay,
        pay,
        () => server.call('refund', { token: admin, body: { email: OLD, uid: customer.uid } }),
      ];
      const inOrder = [...steps.slice(round), ...steps.slice(0, round)];
      await Promise.all(inOrder.map((step) => step()));
      await deliverDueOutbox(server.deps);
      await expectNothingLost();
      const { state } = await readState(server.db, 1);
      const months = state.payments.filter(({ transactionId }) => transactionId === '700001');
      expect(months).toHaveLength(1);
      // Each payment is refunded at most once, and the ledger agrees with the card provider.
      const refunds = server.fakeCardProvider.changes
        .filter(({ call }) => call === 'refund')
        .map(({ id }) => id);
      expect(new Set(refunds).size).toBe(refunds.length);
      expect((await allAccounts()).map(({ email }) => email)).toEqual([NEW]);
    },
  );

  it.each([0, 1])('with the deletion of the account: neither address remains (%i)', async (round) => {
    const ready = await readyToChange();
    const steps: (() => Promise<unknown>)[] = [
      () => server.call('changeEmail', { token: customer.accessToken, body: ready }),
      () =>
        deleteAccount(server.deps, {
          accountId: 1,
          requestedBy: 'customer',
          staffId: null,
          waivedDays: false,
        }),
    ];
    await Promise.all((round === 0 ? steps : steps.toReversed()).map((step) => step()));
    await runDueJobs(server.deps);
    server.clock.advance(FINISH_AFTER_MS);
    await runDueJobs(server.deps);
    const dump = (await dumpDatabase(server.db)).join('\n');
    expect([OLD, NEW, customer.uid].filter((value) => dump.includes(value))).toEqual([]);
    expect((await signInByEmail(server, OLD)).uid).not.toBe(customer.uid);
  });

  it('a change and a concurrent move by staff do not mix the two subscriptions', async () => {
    const senior = (await signInStaffAs(server, 'senior')).accessToken;
    const { order } = (await server.call('getCampaignOrder', { body: { partner: null } })).body;
    await server.fakeCardProvider.notify('pay', {
      ...PAY,
      ...{ Email: OLD, InvoiceId: order.id, AccountId: order.accountId },
    });
    const ready = await readyToChange();
    const [changed, moved] = await Promise.all([
      server.call('changeEmail', { token: customer.accessToken, body: ready }),
      server.call('moveSubscription', {
        token: senior,
        body: { userId: 1, from: OLD, to: 'third@example.com', proof: '4242', comment: 'called' },
      }),
    ]);
    // Exactly one of the two changes succeeds.
    expect([changed.body.success, moved.status]).toEqual(
      changed.body.success ? [true, moved.status] : [false, 200],
    );
    if (changed.body.success) expect([400, 409]).toContain(moved.status);
    const rows = await allAccounts();
    expect(rows[0]?.email).toBe(changed.body.success ? NEW : 'third@example.com');
  });
});

it('prevents the campaign link of the former address from opening an account', async () => {
  await server.db.transaction((tx) =>
    mailCampaignSignIn(tx, server.deps, { email: OLD, orderId: 'o-1', hasBegun: true }),
  );
  await change();
  expect((await tryToSignIn(OLD)).reason).toBe('addressChanged');
});
