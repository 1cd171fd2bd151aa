/** How CloudPayments writes amounts, moments and states, in notifications and REST answers alike. */
import * as v from 'valibot';
import { toKopecks } from '../../../shared/money';
import { isCalendarDay } from '../../../shared/validation';
import type { RecurringPaymentState } from '../../domain/billing/ledgerEvents';

/** NUL, which PostgreSQL rejects in text, and surrogates without their partner, which UTF-8 lacks. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/**
 * What a payer can make the provider pass on, as text that can be stored: no message is lost for a
 * character in it, and it is no id of ours.
 */
const storable = (value: string | number | boolean): string => String(value).replace(UNSTORABLE, '\ufffd');

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

/** A TransactionId: kept as digits, it is wider than what JSON numbers carry safely. */
export const transactionId = v.pipe(scalar, v.regex(/^\d{1,20}$/));

/** Rubles with a dot and two decimals, to kopecks: below ten millions, which the database can hold. */
export const amount = v.pipe(
  scalar,
  v.regex(/^\d{1,7}(?:[.,]\d{1,4})?$/),
  v.transform((value) => Number(value.replace(',', '.'))),
  v.check((rubles) => Number.isInteger(Math.round(rubles * 1e4) / 100)),
  v.transform(toKopecks),
);

export const currency = v.pipe(scalar, v.regex(/^[A-Z]{3}$/));

export const count = v.pipe(scalar, v.regex(/^\d{1,9}$/), v.transform(Number));

/** A reason code, which the database can hold; no message is lost for one that it cannot. */
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

/** `yyyy-MM-dd HH:mm:ss` or ISO 8601, UTC in both. */
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

/** Where a receipt can be read: https, for it is shown as a link; the sandbox's own has no certificate. */
export const receiptUrl = (acceptHttp: boolean) =>
  v.pipe(
    v.string(),
    v.maxLength(2048),
    v.transform((value) => storable(value)),
    v.url(),
    v.check((value) => value.startsWith('https://') || (acceptHttp && value.startsWith('http://'))),
  );

/** `2026-08-09 11:49:41`, as the provider writes moments. */
export function writeMoment(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** «•••• 4242» */
export function cardMaskOf(lastFour: string | null): string | null {
  return lastFour !== null && /^\d{4}$/.test(lastFour) ? `•••• ${lastFour}` : null;
}
