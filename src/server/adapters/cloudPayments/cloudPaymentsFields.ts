/** Parsers for the amounts, times and states of CloudPayments, which notifications and REST responses share. */
import * as v from 'valibot';
import { toKopecks } from '../../../shared/money';
import { isCalendarDay } from '../../../shared/validation';
import type { RecurringPaymentState } from '../../domain/billing/ledgerEvents';
import { storable } from '../providerText';

const blankToNull = <T>(parse: (text: string) => T) =>
  v.pipe(
    v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean()])), null),
    v.transform((value) => (value === null || value === '' ? null : parse(storable(value)))),
  );

const scalar = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => storable(value)),
);

export const text = v.pipe(scalar, v.nonEmpty(), v.maxLength(512));
export const optionalText = v.pipe(
  blankToNull((value) => value),
  v.nullable(v.pipe(v.string(), v.maxLength(512))),
);

/** Transaction id, kept as a string of digits, because it can exceed the safe integer range of JavaScript. */
export const transactionId = v.pipe(scalar, v.regex(/^\d{1,20}$/));

/** Converts an amount in rubles to kopecks. Amounts must be below 10 million rubles, so the database can store them. */
export const amount = v.pipe(
  scalar,
  v.regex(/^\d{1,7}(?:[.,]\d{1,4})?$/),
  v.transform((value) => Number(value.replace(',', '.'))),
  v.check((rubles) => Number.isInteger(Math.round(rubles * 1e4) / 100)),
  v.transform(toKopecks),
);

export const currency = v.pipe(scalar, v.regex(/^[A-Z]{3}$/));

export const count = v.pipe(scalar, v.regex(/^\d{1,9}$/), v.transform(Number));

/**
 * Reason code that fits into the database column, or null if the number is larger. The notification is accepted in both
 * cases.
 */
export const optionalNumber = v.pipe(
  blankToNull((value) => Number(value)),
  v.nullable(v.pipe(v.number(), v.integer())),
  v.transform((value) => (value === null || Math.abs(value) > 2_147_483_647 ? null : value)),
);

export const flag = v.pipe(
  v.optional(v.nullable(v.union([v.boolean(), scalar])), null),
  v.transform((value) => ['1', 'true'].includes(String(value).toLowerCase())),
);

const MOMENT = /^([1-9]\d{3}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?$/;

/** Time in the format `yyyy-MM-dd HH:mm:ss` or ISO 8601, in UTC. */
export const moment = v.pipe(
  v.string(),
  v.regex(MOMENT),
  v.check((value) => isCalendarDay(value.slice(0, 10))),
  v.transform((value) => new Date(value.replace(MOMENT, '$1T$2.000Z'))),
  v.check((date) => !Number.isNaN(date.getTime())),
);
export const optionalMoment = v.pipe(
  v.optional(v.nullable(v.string()), null),
  v.transform((value) => (value === '' ? null : value)),
  v.nullable(moment),
);

const STATES: Record<string, RecurringPaymentState> = {
  Active: 'active',
  PastDue: 'pastDue',
  Cancelled: 'cancelled',
  Rejected: 'rejected',
  Expired: 'expired',
};

export const recurringPaymentState = v.pipe(
  v.picklist(['Active', 'PastDue', 'Cancelled', 'Rejected', 'Expired']),
  v.transform((value): RecurringPaymentState => STATES[value] ?? 'expired'),
);

/**
 * URL of a fiscal receipt, which is shown as a link. The receipt URL must use HTTPS, except in the sandbox, which has
 * no TLS certificate.
 */
export const receiptUrl = (acceptHttp: boolean) =>
  v.pipe(
    v.string(),
    v.maxLength(2048),
    v.transform((value) => storable(value)),
    v.url(),
    v.check((value) => value.startsWith('https://') || (acceptHttp && value.startsWith('http://'))),
  );

/** Formats a time as CloudPayments does, for example `2026-08-09 11:49:41`. */
export function writeMoment(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
