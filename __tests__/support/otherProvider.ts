/**
 * Two more card providers, as small as they can be. `otherProvider` differs from CloudPayments in its ids, which are no
 * numbers, and in form, signature and answers of its notifications. `unscheduledProvider` differs in its capabilities as
 * well: it neither schedules charges nor asks before them.
 */
import {
  type NotificationQuestion,
  type NotificationReport,
  type ProviderRecurrence,
  ProviderUnavailable,
  type RejectedNotification,
  type SchedulingCardProvider,
  type UnscheduledCardProvider,
} from '../../src/server/ports/cardProvider';

const SIGNATURE = 'signed by the other provider';

interface Recording {
  /** The requests that change something: the call and the id. */
  readonly asked: string[];
}

export type OtherProvider = SchedulingCardProvider & Recording & { recurrences: ProviderRecurrence[] };

const rejectionOf = (headers: Headers): RejectedNotification | null =>
  headers.get('X-Signature') === SIGNATURE
    ? null
    : { rejected: 'wrongSignature', answer: { status: 403, body: { ok: false } } };

const parse = (rawBody: Uint8Array): unknown =>
  JSON.parse(new TextDecoder().decode(rawBody), (name, value: unknown) =>
    (name === 'at' || name === 'startAt' || name === 'nextChargeAt') && typeof value === 'string'
      ? new Date(value)
      : value,
  );

const noPayments = {
  findPaymentsOfOrder: () => Promise.resolve([]),
  listPaymentsOfDay: () => Promise.resolve([]),
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
    recurrences: [],
    asked,
    notifications: {
      path: 'other',
      asksBeforeCharge: true,
      read: (_kind, rawBody, headers) =>
        rejectionOf(headers) ?? (parse(rawBody) as NotificationReport | NotificationQuestion),
      answer: (refusal) => ({ status: 200, body: { ok: refusal === null, refusal } }),
    },
    refundPayment,
    ...noPayments,
    findRecurrences(accountId) {
      return Promise.resolve(this.recurrences.filter((recurrence) => recurrence.accountId === accountId));
    },
    readRecurrence(id) {
      const known = this.recurrences.find((recurrence) => recurrence.id === id);
      return known === undefined
        ? Promise.reject(new ProviderUnavailable('no answer'))
        : Promise.resolve(known);
    },
    cancelRecurrence: (id) => ask('cancel', id),
    moveRecurrence: (id) => ask('move', id),
    setRecurrenceReceipt: (id) => ask('receipt', id),
  };
}

export function unscheduledProvider(): UnscheduledCardProvider & Recording {
  const { asked, refundPayment } = recorder();
  return {
    name: 'unscheduled',
    chargesScheduledBy: 'merchant',
    asked,
    notifications: {
      path: 'unscheduled',
      asksBeforeCharge: false,
      read: (_kind, rawBody, headers) => rejectionOf(headers) ?? (parse(rawBody) as NotificationReport),
      answer: () => ({ status: 200, body: { ok: true } }),
    },
    refundPayment,
    ...noPayments,
  };
}

/** The request by which one of them reports something. */
export function reportOfOther(content: object, path = 'other'): Request {
  return new Request(`http://localhost:8080/api/webhooks/${path}/report`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Signature': SIGNATURE },
    body: JSON.stringify(content),
  });
}
