/**
 * A second card provider, as small as one can be, and unlike the first in all it may be unlike in: ids
 * that are no numbers, notifications of its own form, signature and answers.
 */
import {
  type CardProvider,
  type NotificationContent,
  type ProviderRecurrence,
  ProviderUnavailable,
} from '../../src/server/ports/cardProvider';

const SIGNATURE = 'signed by the other provider';

export interface OtherProvider extends CardProvider {
  recurrences: ProviderRecurrence[];
  /** What was asked of it: the call and the id. */
  readonly asked: string[];
}

export function otherProvider(): OtherProvider {
  const asked: string[] = [];
  const ask = (call: string, id: string): Promise<void> => {
    asked.push(`${call} ${id}`);
    return Promise.resolve();
  };
  return {
    name: 'other',
    recurrences: [],
    asked,
    notifications: {
      path: 'other',
      read(_kind, rawBody, headers) {
        if (headers.get('X-Signature') !== SIGNATURE)
          return { rejected: 'wrongSignature', answer: { status: 403, body: { ok: false } } };
        const content = JSON.parse(new TextDecoder().decode(rawBody), (name, value: unknown) =>
          (name === 'at' || name === 'startAt' || name === 'nextChargeAt') && typeof value === 'string'
            ? new Date(value)
            : value,
        ) as NotificationContent;
        return content;
      },
      answer: (refusal) => ({ status: 200, body: { ok: refusal === null, refusal } }),
    },
    async refundPayment(id) {
      await ask('refund', id);
      return `back-${id}`;
    },
    findPaymentsOfOrder: () => Promise.resolve([]),
    listPaymentsOfDay: () => Promise.resolve([]),
    listRefundsOfDay: () => Promise.resolve([]),
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

/** The request by which it reports something. */
export function reportOfOther(content: object): Request {
  return new Request('http://localhost:8080/api/webhooks/other/report', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Signature': SIGNATURE },
    body: JSON.stringify(content),
  });
}
