/** Fills the sandbox with the customers of the console benchmark. */
import { randomUUID } from 'node:crypto';
import type { BuiltProduct } from '../../e2e/support/builtProduct';
import { FIRST_ADMIN } from '../../e2e/support/staff';
import { payForTrial } from '../../e2e/support/trialPayment';
import { throughTrial } from '../../support/offer';

/** Test cards whose first payment succeeds and whose later charges are declined. */
const CARDS_DECLINED_LATER = { sought: '5200 8282 8282 8210', declined: '4111 1111 1111 1111' };
const PUSH_TOKEN = 'dGhpcyBpcyBhIHB1c2g-tokenOfVasilisa:APA91bE4';

/** Customers who need one task each. The renewal of `declined` was declined. */
const CUSTOMERS = [
  'declined',
  'resend',
  'detach',
  'refund',
  'unused',
  'renewal',
  'days',
  'move',
  'note',
  'push',
] as const;
export type CustomerName = (typeof CUSTOMERS)[number];

export interface World {
  /** Account ids. All these customers have an active subscription, except `declined` and `unused`. */
  ids: Readonly<Record<CustomerName, number>>;
  emails: Readonly<Record<CustomerName, string>>;
  /** Customer to find. */
  sought: {
    id: number;
    email: string;
    /** Part of the email address that no other customer has. */
    emailPart: string;
    /** Device id as the console shows it. */
    shownDeviceId: string;
    payment: string;
    cardDigits: string;
    /** Date of the payment in Moscow time, yyyy-mm-dd. */
    paidOn: string;
    giftKey: string;
    /** First eight characters of the id of a request of the customer. */
    requestId: string;
  };
  /** Refunded payment of a customer. */
  audited: { id: number; payment: string };
  /** Payment whose refund the card provider declined. */
  issue: { email: string };
}

interface Found {
  content: { id: number }[];
}
interface Payments {
  payments: { transactionId: string; state: string; at: string }[];
}

const buildEmail = (name: string): string => `agent.${name}@yandex.ru`;

/** Creates the customers with their payments, devices and gifts. Moves the product's clock to the first charges. */
export async function fillWorld(product: BuiltProduct): Promise<World> {
  const { base } = product;
  const sandbox = <T>(name: string, body: object) => product.post<T>(`/sandbox/api/${name}`, body);
  const session = (email: string) => sandbox<{ email: string; accessToken: string }>('sessions', { email });
  const device = (email: string, deviceName: string, firebaseToken: string | null = null) =>
    sandbox<{ deviceId: string }>('devices', { email, deviceName, platform: 'android', firebaseToken });

  const soughtEmail = 'vasilisa.premudraya@yandex.ru';
  await payForTrial(product.post, await session(soughtEmail), CARDS_DECLINED_LATER.sought);
  const { deviceId } = await device(soughtEmail, 'Samsung Galaxy S24');
  await sandbox('connections', { email: soughtEmail, deviceId, success: true });
  for (const name of [...CUSTOMERS, 'audited']) {
    const email = buildEmail(name);
    const card = name === 'declined' ? CARDS_DECLINED_LATER.declined : undefined;
    await payForTrial(product.post, await session(email), card);
    await device(email, 'Pixel 9', name === 'push' ? PUSH_TOKEN : null);
    await device(email, 'Ноутбук');
  }
  await sandbox('clock', { advance: throughTrial(1) });
  await sandbox('seed', { customers: 400 });

  // The clock has moved, so a sign-in before would have expired.
  const { accessToken } = await product.post<{ accessToken: string }>('/api/auth/login', FIRST_ADMIN);
  const staff = <T>(path: string, body: object) => product.post<T>(`/api/panel/${path}`, body, accessToken);
  const findId = async (email: string): Promise<number> => {
    const { content } = await staff<Found>(`users/search?emailPart=${encodeURIComponent(email)}`, {});
    const [user] = content;
    if (user === undefined) throw new Error(`${email} was not found`);
    return user.id;
  };
  const findPayment = async (id: number) => {
    const { payments } = await staff<Payments>(`users/payments?userId=${String(id)}`, {});
    const [payment] = payments.filter(({ state }) => state !== 'declined');
    if (payment === undefined) throw new Error(`the customer ${String(id)} has no payment`);
    return payment;
  };

  const unused = await session(buildEmail('unused'));
  await product.post('/api/subscriptions/cancel', {}, unused.accessToken);

  const auditedId = await findId(buildEmail('audited'));
  const audited = await findPayment(auditedId);
  await staff('refund', {
    email: buildEmail('audited'),
    transactionIds: [audited.transactionId],
    amount: 'all',
    reason: 'doesNotWork',
    comment: '',
  });

  const gift = { requestKey: randomUUID(), name: 'Spring fair', months: 3, size: 1 };
  const { keys } = await staff<{ keys: string[] }>('gifts/createBatch', gift);
  const [giftKey] = keys;
  if (giftKey === undefined) throw new Error('no gift was created');
  const sought = await session(soughtEmail);
  const soughtId = await findId(soughtEmail);
  const paid = await findPayment(soughtId);
  const activation = await fetch(`${base}/api/activateGift`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sought.accessToken}` },
    body: JSON.stringify({ key: giftKey }),
  });

  // The card provider keeps rejecting refunds, because otherwise the refund would soon be made without the agent.
  await sandbox('card/failures', { method: 'payments/refund', times: 1000 });
  const issueEmail = buildEmail('issue');
  await payForTrial(product.post, await session(issueEmail));
  for (let open = 0; open === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ open } = await staff<{ open: number }>('paymentIssues/count', {}));
  }

  const ids = await Promise.all(
    CUSTOMERS.map(async (name) => [name, await findId(buildEmail(name))] as const),
  );
  return {
    ids: Object.fromEntries(ids) as Record<CustomerName, number>,
    emails: Object.fromEntries(CUSTOMERS.map((name) => [name, buildEmail(name)])) as Record<
      CustomerName,
      string
    >,
    sought: {
      id: soughtId,
      email: soughtEmail,
      emailPart: 'vasilisa',
      shownDeviceId: deviceId.slice(0, 10),
      payment: paid.transactionId,
      cardDigits: CARDS_DECLINED_LATER.sought.slice(-4),
      paidOn: new Date(new Date(paid.at).getTime() + 3 * 3_600_000).toISOString().slice(0, 10),
      giftKey,
      requestId: (activation.headers.get('X-Request-Id') ?? '').slice(0, 8),
    },
    audited: { id: auditedId, payment: audited.transactionId },
    issue: { email: issueEmail },
  };
}
