/**
 * Further fake card providers for tests, as small as possible. `otherProvider` differs from CloudPayments in its ids,
 * which are not numbers, and in the format, signature and response of its notifications. `unscheduledProvider` also
 * differs in its capabilities: it does not schedule charges and does not ask the server before a charge.
 * `unsignedProvider` sends notifications without a signature as well.
 */
import {
  type ChangedObject,
  type NotificationQuestion,
  type NotificationReport,
  type ProviderCapabilities,
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
  type RejectedNotification,
  type SchedulingCardProvider,
  type UnscheduledCardProvider,
} from '../../src/server/ports/cardProvider';

const SIGNATURE = 'signed by the other provider';

interface Recording {
  /** Requests that change data at the card provider, as `<call> <id>`. */
  readonly asked: string[];
}

export type OtherProvider = SchedulingCardProvider &
  Recording & { recurringPayments: ProviderRecurringPayment[] };

const checkSignature = (headers: Headers): RejectedNotification | null =>
  headers.get('X-Signature') === SIGNATURE
    ? null
    : { rejected: 'wrongSignature', response: { status: 403, body: { ok: false } } };

const parse = (rawBody: Uint8Array): unknown =>
  JSON.parse(new TextDecoder().decode(rawBody), (name, value: unknown) =>
    (name === 'at' || name === 'startAt' || name === 'nextChargeAt') && typeof value === 'string'
      ? new Date(value)
      : value,
  );

const CAPABILITIES: ProviderCapabilities = {
  cardVerification: 'refundedPayment',
  voids: 'nothing',
  receipts: { issuedFor: ['payment', 'refund'], areReported: true },
  identifiesCards: true,
  asksForEmail: true,
  widgetReportsDeclines: true,
};

const noPayments = {
  findPaymentsOfOrder: () => Promise.resolve([]),
  listPaymentsOfDay: () => Promise.resolve([]),
  readPayments: () => Promise.resolve(),
  listRefundsOfDay: () => Promise.resolve([]),
};

function recorder() {
  const asked: string[] = [];
  const ask = (call: string, id: string): Promise<void> => {
    asked.push(`${call} ${id}`);
    return Promise.resolve();
  };
  const refundPayment = async (id: string): Promise<string> => {
    await ask('refund', id);
    return `back-${id}`;
  };
  return { asked, ask, refundPayment };
}

export function otherProvider(): OtherProvider {
  const { asked, ask, refundPayment } = recorder();
  return {
    name: 'other',
    chargesScheduledBy: 'provider',
    capabilities: CAPABILITIES,
    recurringPayments: [],
    asked,
    notifications: {
      trust: 'signature',
      path: 'other',
      asksBeforeCharge: true,
      read: (_kind, rawBody, headers) =>
        checkSignature(headers) ?? (parse(rawBody) as NotificationReport | NotificationQuestion),
      response: (rejection) => ({ status: 200, body: { ok: rejection === null, rejection } }),
    },
    refundPayment,
    ...noPayments,
    findRecurringPayments(accountId) {
      return Promise.resolve(
        this.recurringPayments.filter((recurringPayment) => recurringPayment.accountId === accountId),
      );
    },
    readRecurringPayment(id) {
      const known = this.recurringPayments.find((recurringPayment) => recurringPayment.id === id);
      return known === undefined
        ? Promise.reject(new ProviderUnavailable('no answer'))
        : Promise.resolve(known);
    },
    cancelRecurringPayment: (id) => ask('cancel', id),
    moveRecurringPayment: (id) => ask('move', id),
    setRecurringPaymentReceipt: (id) => ask('receipt', id),
  };
}

export function unscheduledProvider(): UnscheduledCardProvider & Recording {
  const { asked, refundPayment } = recorder();
  return {
    name: 'unscheduled',
    chargesScheduledBy: 'merchant',
    capabilities: { ...CAPABILITIES, widgetReportsDeclines: false },
    asked,
    notifications: {
      trust: 'signature',
      path: 'unscheduled',
      asksBeforeCharge: false,
      read: (_kind, rawBody, headers) => checkSignature(headers) ?? (parse(rawBody) as NotificationReport),
      response: () => ({ status: 200, body: { ok: true } }),
    },
    refundPayment,
    ...noPayments,
    openPayment: () => Promise.reject(new ProviderRejected('there is no payment widget')),
    chargeSavedMethod: () => Promise.reject(new ProviderRejected('no card is saved')),
    readPayment: () => Promise.resolve(null),
    readRefund: (refundId) =>
      Promise.resolve({
        ...{ refundId, transactionId: null, orderId: null, accountId: null, amountKopecks: 0 },
        at: new Date(0),
        state: 'completed',
      }),
    releaseHold: () => Promise.reject(new ProviderRejected('there is no hold')),
  };
}

/**
 * Returns a card provider whose notifications are not signed. A notification is the JSON of a `ChangedObject`. Every
 * payment that is read does not exist.
 */
export function unsignedProvider(): UnscheduledCardProvider & Recording {
  const provider = unscheduledProvider();
  return {
    ...provider,
    name: 'unsigned',
    notifications: {
      trust: 'reread',
      asksBeforeCharge: false,
      path: 'unsigned',
      isSender: () => true,
      read: (rawBody) => ({ changed: parse(rawBody) as ChangedObject }),
      response: () => ({ status: 200, body: {} }),
    },
    readPayment(id) {
      provider.asked.push(`read ${id}`);
      return Promise.resolve(null);
    },
  };
}

/** Returns the notification request of the card provider without signatures. */
export const changeAt = (changed: ChangedObject): Request =>
  new Request('http://localhost:8080/api/webhooks/unsigned', {
    method: 'POST',
    body: JSON.stringify(changed),
  });

/** Returns the notification request of one of the fake card providers. */
export function reportOfOther(content: object, path = 'other'): Request {
  return new Request(`http://localhost:8080/api/webhooks/${path}/report`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Signature': SIGNATURE },
    body: JSON.stringify(content),
  });
}
